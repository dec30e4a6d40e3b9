import type { ProviderBody } from "./editorModelAt";
import type { SeenRequest, StrictReply } from "./strictServer";

const json = (value: unknown): StrictReply => ({ body: JSON.stringify(value) });

/** What the question says the hub is to do. */
export function hubReply({ path: asked, body }: SeenRequest, nth: (of: string) => number) {
  if (asked.endsWith("/get_user"))
    return json([{ user: { user_id: "u", name: "ANSWER-CANARY", user_metadata: { tokens: 5 } } }]);
  if (asked.includes("/get_expert/404")) return { status: 404, body: "{}" };
  if (asked.includes("/get_expert/503")) return { status: 503, body: "{}" };
  if (asked.includes("/get_expert")) return json([{ id: 7, name: "Seven" }]);
  const question = JSON.parse(body) as { input_data: string };
  const [word = ""] =
    /\b(?:later|long|busy|broken|cut|reset|silent|partly|moved)\b/.exec(question.input_data) ?? [];
  switch (word) {
    case "later":
      return nth(question.input_data) > 1
        ? json({ output: "ANSWER-CANARY" })
        : { status: 429, headers: { "retry-after": "0" }, body: "{}" };
    case "long":
      return question.input_data.includes("SELECTION")
        ? {
            status: 413,
            body: '{"message":"Too many tokens for the context window. ANSWER-CANARY"}',
          }
        : json({ output: "ANSWER-CANARY" });
    case "busy":
      return { status: 500, body: '{"message":"ANSWER-CANARY"}' };
    case "broken":
      return { body: "ANSWER-CANARY" };
    case "cut":
      return { body: '{"output":"ANSWER-CANARY', ending: "cut" as const };
    case "partly":
      return { body: '{"output":"ANSWER-CANARY', ending: "open" as const };
    case "reset":
      return "reset" as const;
    case "moved":
      return { status: 302, headers: { location: "https://elsewhere.example/ANSWER-CANARY" } };
    case "silent":
      return undefined;
    default:
      return json({ output: "ANSWER-CANARY", intermediate_steps: [] });
  }
}

const call = (name: string, given: object) => ({
  id: name,
  type: "function",
  function: { name, arguments: JSON.stringify(given) },
});

/** The first round calls tools, the second one answers. */
export function modelReply({ path: asked, body }: SeenRequest, documents: string): StrictReply {
  if (asked.endsWith("/models")) return json({ data: [{ id: "scripted" }] });
  const { messages } = JSON.parse(body) as { messages: { role: string }[] };
  const isAnswer = messages.at(-1)?.role === "tool";
  const message = isAnswer
    ? { role: "assistant", content: "ANSWER-CANARY" }
    : {
        role: "assistant",
        content: null,
        tool_calls: [
          call("web_search", { query: "SEARCH-CANARY" }),
          call("document_retriever", { url: `${documents}/page?DOCUMENT-CANARY` }),
        ],
      };
  return json({
    choices: [{ index: 0, message, finish_reason: isAnswer ? "stop" : "tool_calls" }],
  });
}

/** A model of VS Code, whose extension asks its own server: one search, and then an answer. */
export function providerReply({ body }: SeenRequest): StrictReply | undefined {
  if (/\bsilent QUESTION/.test(body)) return undefined;
  if (/\bbroken QUESTION/.test(body)) return { status: 500, body: "ANSWER-CANARY" };
  const { messages } = JSON.parse(body) as ProviderBody;
  const search = { callId: "c1", name: "web_search", input: { query: "SEARCH-CANARY" } };
  return { body: JSON.stringify([messages.at(-1)?.role === "tool" ? answerPart : search]) };
}

export const answerPart = { value: "ANSWER-CANARY é" };

/** A search service, and a document behind a redirect. */
export function webReply({ path: asked }: SeenRequest): StrictReply {
  return asked.startsWith("/search")
    ? json({ results: [{ title: "ANSWER-CANARY", url: "https://example.com/", content: "" }] })
    : asked === "/page?DOCUMENT-CANARY"
      ? { status: 302, headers: { location: "/moved" } }
      : { headers: { "content-type": "text/plain" }, body: "ANSWER-CANARY" };
}
