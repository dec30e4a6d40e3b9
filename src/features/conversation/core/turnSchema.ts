import * as v from "valibot";
import { errorKinds, type HubErrorDetails } from "../../../contract/errors";
import { lenient, lenientList, recordOf } from "../../../contract/lenientSchema";
import { isRecord } from "../../../contract/record";
import type { AgentRequest, LlmRequest, Message, ToolConfig } from "../../../contract/types";
import { storedUsage } from "../../../contract/usage";
import { pictureTypes } from "../../../contract/picture";
import {
  callers,
  memoryModes,
  reasoningEfforts,
  type ToolName,
} from "../../../contract/vocabulary";
import {
  type AttachedPicture,
  changeKinds,
  type Around,
  type Attachment,
  type Origin,
  type OriginPart,
} from "./attachment";
import type { Omitted } from "./omitted";
import type { Question } from "./question";
import type { RequestedExpert, Turn } from "./turn";

// Validates saved turns: a file is as untrusted as the hub, since anyone can supply one.

/** One schema for each field: a forgotten field would be lost on reload. */
export type Entries<K extends string> = Record<K, v.GenericSchema>;

const optionalText = lenient(v.string());
const flag = lenient(v.boolean());
const finiteNumber = lenient(v.pipe(v.number(), v.finite()));
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = lenient(wholeNumber);
const timestamp = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
const texts = lenient(v.array(v.string()));

const reasoningEffort = lenient(v.picklist(reasoningEfforts));
const tools = lenient(
  recordOf({
    web_search: flag,
    computation_engine: flag,
    document_retriever: flag,
    workspace_connector: flag,
  } satisfies Entries<ToolName>),
);

const around = lenient(
  recordOf({
    before: v.array(v.string()),
    after: v.array(v.string()),
    least: wholeNumber,
  } satisfies Entries<keyof Around>),
);

const part = recordOf({
  start: wholeNumber,
  end: wholeNumber,
  around,
} satisfies Entries<keyof OriginPart>);

const origin = recordOf({
  uri: v.string(),
  start: wholeNumber,
  end: wholeNumber,
  single: v.boolean(),
  around,
  parts: lenientList(part),
} satisfies Entries<keyof Origin>);

const source = v.variant("kind", [
  v.object({
    kind: v.picklist(changeKinds),
    repository: v.string(),
    commit: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{7,64}$/))),
  }),
  v.object({ kind: v.picklist(["terminal", "instructions"]) }),
]);

/** The digest is part of the name of a file. */
const picture = recordOf({
  type: v.picklist(pictureTypes),
  width: wholeNumber,
  height: wholeNumber,
  bytes: wholeNumber,
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
} satisfies Entries<keyof AttachedPicture>);

export const attachment = recordOf({
  id: v.string(),
  text: v.string(),
  languageId: v.string(),
  label: v.string(),
  detail: v.string(),
  path: optionalText,
  lines: optionalText,
  origin: lenient(origin),
  source: lenient(source),
  picture: lenient(picture),
} satisfies Entries<keyof Attachment>);

const message = recordOf({ role: v.string(), content: v.string() });

/** A single attachment is saved as such, several as a list. */
const savedQuestion = recordOf({
  typed: v.string(),
  attachment: lenient(attachment),
  attachments: lenientList(attachment),
  expertId: wholeNumber,
  abilityId: id,
  modelId: id,
  temperature: finiteNumber,
  reasoningEffort,
  tools,
  webSearchMaxResults: finiteNumber,
  documentUrls: texts,
  mode: lenient(v.picklist(["agent", "model"])),
  memory: lenient(v.picklist(memoryModes)),
  maxTokens: finiteNumber,
  caller: lenient(v.picklist(callers)),
  earlier: lenient(v.array(message)),
} satisfies Entries<keyof Question | "attachment">);

export const question = v.pipe(
  savedQuestion,
  v.transform(({ attachment: only, attachments, ...rest }) => {
    const all = attachments?.length ? attachments : only && [only];
    return { ...rest, ...(all && { attachments: all }) };
  }),
);

const agentBody = recordOf({
  expert_id: id,
  ability_id: id,
  model_id: id,
  session_id: optionalText,
  input_data: optionalText,
  temperature: finiteNumber,
  reasoning_effort: reasoningEffort,
  user_id: optionalText,
  document_urls: texts,
  tool_config: lenient(
    recordOf({
      web_search_max_results: finiteNumber,
      editor_tools: texts,
    } satisfies Entries<keyof ToolConfig>),
  ),
  tool_activation: tools,
} satisfies Entries<Exclude<keyof AgentRequest, "conversation_history">>);

const llmBody = recordOf({
  expert_id: id,
  model_id: id,
  temperature: finiteNumber,
  reasoning_effort: reasoningEffort,
  msx_tokens: finiteNumber,
} satisfies Entries<Exclude<keyof LlmRequest, "input_data">>);

/** A message of the history that was sent: its text, or the turn that it is from. */
export type SavedMessage =
  | Message
  | { readonly role: string; readonly of: "question" | "answer"; readonly turnId: string };

/** By hand: each question repeats the conversation. Throws for anything else. */
function savedMessage(value: unknown): SavedMessage {
  const { role, content, of, turnId } = isRecord(value) ? value : {};
  if (typeof role === "string") {
    if (typeof content === "string") return { role, content };
    if ((of === "question" || of === "answer") && typeof turnId === "string")
      return { role, of, turnId };
  }
  throw new TypeError("not a message");
}

const sentMessages = v.optional(
  v.pipe(
    v.custom<unknown[]>(Array.isArray),
    v.transform((list) => list.map(savedMessage)),
  ),
);

export const sent = v.variant("endpoint", [
  v.object({ endpoint: v.literal("invoke_agent"), body: agentBody, messages: sentMessages }),
  v.object({ endpoint: v.literal("invoke_llm"), body: llmBody, messages: sentMessages }),
]);

const error = recordOf({
  kind: v.picklist(errorKinds),
  message: v.string(),
  details: lenient(
    recordOf({
      status: finiteNumber,
      code: finiteNumber,
      hubMessage: optionalText,
      about: lenient(v.literal("model")),
      retryAfterSeconds: finiteNumber,
      deadlineSeconds: finiteNumber,
      isExhausted: flag,
      nothingRan: flag,
      mayHaveRun: flag,
    } satisfies Entries<keyof HubErrorDetails>),
  ),
});

export const result = v.variant("state", [
  v.object({ state: v.picklist(["waiting", "interrupted"]) }),
  v.object({ state: v.literal("stopped"), soFar: v.optional(v.unknown()) }),
  v.object({ state: v.literal("failed"), error }),
  v.object({
    state: v.literal("done"),
    raw: v.unknown(),
    bytes: v.number(),
    elapsedMs: v.number(),
    usage: v.optional(v.pipe(v.unknown(), v.transform(storedUsage))),
  }),
]);

const asked = recordOf({
  expertId: wholeNumber,
  expertName: v.string(),
  abilityId: id,
  abilityName: optionalText,
  modelId: id,
  modelName: optionalText,
  hubScope: v.string(),
  builtIn: v.boolean(),
} satisfies Entries<keyof RequestedExpert>);

const omitted = lenient(
  recordOf({
    turns: wholeNumber,
    attachments: v.array(v.string()),
    contextTokens: finiteNumber,
    refused: flag,
  } satisfies Entries<keyof Omitted>),
);

/** Fields of a later version stay with the turn, so that they are still there once it is saved again. */
export const turn = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  question,
  sent,
  omitted,
  askedAt: timestamp,
  asked,
  beside: lenient(v.pipe(v.string(), v.maxLength(100))),
  aside: lenient(recordOf({ by: v.string(), from: v.string() })),
  result,
  approximateTokens: finiteNumber,
} satisfies Entries<keyof Turn>);

/** The result of a question recorded before. */
export const settled = v.object({ turnId: v.string(), result });
