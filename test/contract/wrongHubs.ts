import { key, type GivenAnswer, type Spoil } from "./spoiltHub";

const accountIsGiven = /^get_user answers with/;
const expertIsGiven = /^get_expert with the id/;
const refusedOf = (endpoint: string) => new RegExp(`^${endpoint} .* is refused with an Error$`);
const changed = (answer: GivenAnswer, text: string, to: string) => ({
  body: JSON.parse(JSON.stringify(answer.body).replace(text, to)) as unknown,
});

/** What is wrong with a hub, the promises that fail, and what is said of each of them. */
export const wrongHubs: readonly (readonly [string, Spoil, RegExp, RegExp])[] = [
  [
    "a field of another type",
    (path, _, answer) =>
      path === "get_user"
        ? changed(answer, '"email_verified":false', '"email_verified":0')
        : undefined,
    accountIsGiven,
    /^\[0\]\.user\.email_verified must be a boolean$/,
  ],
  [
    "an account that is no array",
    (path, { headers }, { body }) =>
      path === "get_user" && headers["svc-api-key"] === key
        ? { body: (body as unknown[])[0] }
        : undefined,
    accountIsGiven,
    /^the body must be an array$/,
  ],
  [
    "a time that is none",
    (path, _, answer) =>
      path.startsWith("get_expert")
        ? changed(answer, '"createdAt":"', '"createdAt":"on ')
        : undefined,
    expertIsGiven,
    /^\[0\](?:\.\w+(?:\[0\])?)?\.createdAt is not a valid date-time$/,
  ],
  [
    "another expert than was asked for",
    (path, _, answer) =>
      path === "get_expert/5" ? changed(answer, '"id":5', '"id":3') : undefined,
    expertIsGiven,
    /^(?:\[0\]\.id is not the id that was asked for|the record differs from .*)$/,
  ],
  [
    "two experts instead of one",
    (path, { headers }, { body }) =>
      path === "get_expert/5" && headers["svc-api-key"] === key
        ? { body: [...(body as unknown[]), ...(body as unknown[])] }
        : undefined,
    expertIsGiven,
    /^(?:the body must have at most 1 element|the record differs from .*)$/,
  ],
  [
    "an account for everyone",
    (path, _, { status }) =>
      path === "get_user" && status === 401 ? { status: 200, body: [{ user: {} }] } : undefined,
    refusedOf("get_user"),
    /^the status is 200, not 400 or above$/,
  ],
  [
    "a redirect to the login page",
    (path, _, { status }) => (status === 401 && path === "get_user" ? { status: 302 } : undefined),
    refusedOf("get_user"),
    /^the status is 302, not 400 or above$/,
  ],
  [
    "an HTML page as the refusal",
    (path, _, { status }) =>
      path.startsWith("get_expert") && status === 404
        ? { type: "text/html", body: "<h1>Not found</h1>" }
        : undefined,
    /^get_expert for an unknown expert/,
    /^the Content-Type is not application\/json$/,
  ],
  [
    "an Error with a text for a number",
    (path, _, { status }) =>
      path === "invoke_agent" && status >= 400
        ? { body: { error: "unknown", message: "No." } }
        : undefined,
    refusedOf("invoke_agent"),
    /^error must be an integer$/,
  ],
  [
    "an Error without a message",
    (path, _, { status }) =>
      path === "invoke_llm" && status >= 400 ? { body: { error: 1 } } : undefined,
    refusedOf("invoke_llm"),
    /^message is missing$/,
  ],
  [
    "broken JSON",
    (path, _, { status }) =>
      path === "invoke_llm" && status === 200 ? { body: '{"output":' } : undefined,
    /^invoke_llm answers/,
    /^the body is not JSON$/,
  ],
  [
    "an answer without output",
    (path, _, { status }) =>
      path === "invoke_agent" && status === 200 ? { body: { input: "6 * 7" } } : undefined,
    /^invoke_agent (?:answers|takes)/,
    /^output is missing$/,
  ],
  [
    "the answer to another question",
    (path, _, { status, body }) =>
      path === "invoke_agent" && status === 200
        ? { body: { ...(body as object), input: "7 * 8" } }
        : undefined,
    /^invoke_agent (?:answers|takes)/,
    /^input is not the question that was asked$/,
  ],
  [
    "steps that are not in arrays",
    (path, _, { status, body }) =>
      path === "invoke_agent" && status === 200
        ? { body: { ...(body as object), intermediate_steps: [{ tool: "x" }] } }
        : undefined,
    /^invoke_agent (?:answers|takes)/,
    /^intermediate_steps\[0\] must be an array$/,
  ],
  [
    "a description without its calls",
    (path) => (path === "openapi.json" ? { body: { openapi: "3.1.0", paths: {} } } : undefined),
    /^openapi\.json describes/,
    /^\/api\/v1\/[\w/{}]+ is missing$/,
  ],
];

/** What a hub may do, how the promises that it concerns are judged, and what is said of them. */
export const unusualHubs: readonly (readonly [string, Spoil, string, RegExp])[] = [
  [
    "the id in the path only",
    (path) => (path.startsWith("get_expert?") ? { status: 404, body: "no" } : undefined),
    "not applicable",
    /^this hub takes the id in the path only$/,
  ],
  [
    "no invoke_llm",
    (path) => (path === "invoke_llm" ? { status: 404, type: "text/html", body: "no" } : undefined),
    "not applicable",
    /^this hub does not have it/,
  ],
  [
    "no description",
    (path) => (path === "openapi.json" ? { status: 401, body: "no" } : undefined),
    "not applicable",
    /^this hub does not serve one, and need not$/,
  ],
  [
    "fields that are not described",
    (path, _, answer) =>
      path === "get_user" ? changed(answer, '"user_id":', '"plan":1,"user_id":') : undefined,
    "passed",
    /^\[0\]\.user\.plan is not described$/,
  ],
];
