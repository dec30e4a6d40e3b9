// What docs/service.md promises of questions. Only checked with --ask, since a hub may charge for them.
import { randomUUID } from "node:crypto";
import { expectError, expectJson, expectSuccess } from "./expect.ts";
import { unknownExpert, wrongKey } from "./hub.ts";
import type { Context, HubPromise } from "./promises.ts";
import { Failed, NotApplicable } from "./verdict.ts";

/** A request with every field that needs no id or address of the hub's. */
const wholeRequest = {
  session_id: randomUUID(),
  temperature: 0.5,
  document_urls: [],
  conversation_history: [
    { role: "user", content: "Good morning." },
    { role: "assistant", content: "Good morning. How can I help?" },
  ],
  tool_config: { web_search_max_results: 3 },
  tool_activation: {
    web_search: false,
    computation_engine: true,
    document_retriever: false,
    workspace_connector: false,
  },
};

async function askAgent({ hub, expertId, question }: Context, more?: object): Promise<string[]> {
  const request = { expert_id: expertId, input_data: question, ...more };
  const answer = await hub.post("invoke_agent", request);
  const { body, notes } = expectSuccess(answer, "/api/v1/invoke_agent", "post");
  const { input = question } = body as { input?: string };
  if (input !== question) throw new Failed(["input is not the question that was asked"]);
  return notes;
}

/** Remembers if the hub does not have this call. */
async function askModel(context: Context): Promise<string[]> {
  const { hub, expertId, question } = context;
  const request = { expert_id: expertId, input_data: [{ role: "user", content: question }] };
  const answer = await hub.post("invoke_llm", request);
  context.lacksLlm = [404, 405, 501].includes(answer.status);
  if (context.lacksLlm) throw lacksLlm();
  if (answer.status !== 200) throw new Failed([`the status is ${answer.status}, not 200`]);
  const { output } = Object(expectJson(answer)) as { output?: unknown };
  return typeof output === "string" ? [] : ["output is no string; the shape is not specified"];
}

const lacksLlm = (): NotApplicable =>
  new NotApplicable("this hub does not have it, and it is known from an example only");

/** What no hub should take for a question. */
const refusals = [
  { how: "without a key", section: "5", key: null },
  { how: "with a wrong key", section: "5", key: wrongKey },
  { how: "for an unknown expert", section: "7", body: { expert_id: unknownExpert } },
  { how: "for an expert_id that is not a number", section: "7", body: { expert_id: "seven" } },
  { how: "with a body that is not JSON", section: "7", body: '{"expert_id":' },
  { how: "with plain text as its body", section: "1", body: "Seven?", type: "text/plain" },
];

const refusalsOf = (endpoint: string): HubPromise[] =>
  refusals.map(({ how, section, body, ...request }) => ({
    part: "Refused questions",
    promise: `${endpoint} ${how} is refused with an Error`,
    section,
    needs: "ask",
    check: async ({ hub, expertId, ...context }) => {
      if (endpoint === "invoke_llm" && context.lacksLlm) throw lacksLlm();
      return expectError(await hub.post(endpoint, body ?? { expert_id: expertId }, request));
    },
  }));

export const questions: readonly HubPromise[] = [
  {
    part: "Questions",
    promise: "invoke_agent answers as described",
    section: "4.3",
    needs: "ask",
    check: (context) => askAgent(context),
  },
  {
    part: "Questions",
    promise: "invoke_agent takes a session, a history, a temperature and settings of tools",
    section: "4.3",
    needs: "ask",
    check: (context) => askAgent(context, wholeRequest),
  },
  {
    part: "Questions",
    promise: "invoke_llm answers with JSON",
    section: "4.4",
    needs: "ask",
    check: askModel,
  },
  ...refusalsOf("invoke_agent"),
  ...refusalsOf("invoke_llm"),
];
