import * as v from "valibot";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Caller } from "../../../contract/vocabulary";
import { setupError } from "../../experts/core/setup";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { quotedName } from "../../../kit/quotedName";
import { nameOf } from "../../../platform/core/naming";
import { namedAbility, namedExpert } from "./namedExpert";
import type { CallerQuestion } from "./callerQuestions";
import { countWithin, noteTokens } from "./withinTokens";

const idOrName = v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.number(), v.safeInteger())]);

const askInput = v.object({
  question: v.pipe(v.string(), v.regex(/\S/)),
  expert: v.optional(idOrName),
  ability: v.optional(idOrName),
  files: v.optional(v.array(v.pipe(v.string(), v.minLength(1)))),
  conversationId: v.optional(v.pipe(v.string(), v.minLength(1))),
});

/** What an agent passes to `expertHub_askExpert`. */
type AskInput = v.InferOutput<typeof askInput>;

/** Who is asked what, in words, before it is sent. */
export interface Prepared {
  readonly question: CallerQuestion;
  /** Files to attach, as the agent names them. */
  readonly files: readonly string[];
  readonly expertName: string;
  readonly abilityName: string | undefined;
}

/** Names, descriptions and schemas of the tools that agents see: package.json has the same ones. */
export const askExpertTool = {
  name: "expertHub_askExpert",
  description:
    "Ask one of the user's experts a question and get the answer with the steps that led to it. Use it when an expert of the list is made for the task. The question has to contain everything that the expert needs to know, such as the code in question, or name the files to attach: it sees neither this conversation nor the workspace. Pass the conversationId of an earlier answer to ask a follow-up question.",
  inputSchema: {
    type: "object",
    properties: {
      question: { type: "string", description: "The question, with all that belongs to it." },
      expert: {
        type: "string",
        description: "Name or ID of the expert. Leave it out to ask the user's current expert.",
      },
      ability: {
        type: "string",
        description: "Name or ID of one of the expert's abilities, if one is made for the task.",
      },
      files: {
        type: "array",
        items: { type: "string" },
        description:
          "Files of the open folders to attach with their whole text: paths relative to the folder, or URIs.",
      },
      conversationId: {
        type: "string",
        description: "The conversationId of an earlier answer, for a follow-up question.",
      },
    },
    required: ["question"],
  },
} as const;

export const listExpertsTool = {
  name: "expertHub_listExperts",
  description:
    "List the experts that the user can ask, with their IDs, what they do, and their abilities.",
  inputSchema: { type: "object", properties: {} },
} as const;

/** What was passed to `expertHub_askExpert`. Throws `invalid-request`. */
export function askInputOf(given: unknown): AskInput {
  const { success, output, issues } = v.safeParse(askInput, given);
  if (success) return output;
  const where = issues[0].path?.map(({ key }) => String(key)).join(".") ?? "";
  throw new HubError(
    "invalid-request",
    where === "" || where === "question"
      ? t("expertHub_askExpert needs a question as text.")
      : t("expertHub_askExpert: {0} has the wrong type.", where),
  );
}

/** Finds the expert and the ability by name. Throws a `HubError` with a sentence. */
export function prepared(
  roster: Pick<Roster, "list" | "current">,
  { question: input, expert: wanted, ability, files = [], conversationId }: AskInput,
  caller: Caller,
): Prepared {
  const expert = wanted === undefined ? roster.current : namedExpert(roster, wanted);
  if (!expert) throw setupError("expert");
  const named = ability === undefined ? undefined : namedAbility(expert, ability);
  // Those that are chosen now, whatever is chosen until it is sent.
  const { modelId } = expert;
  const abilityId = named ?? expert.abilityId;
  return {
    question: {
      caller,
      input,
      expertId: expert.id,
      ...(abilityId !== undefined && { abilityId }),
      ...(modelId !== undefined && { modelId }),
      ...(named !== undefined && { mode: "agent" }),
      ...(conversationId !== undefined && { conversationId }),
    },
    files,
    expertName: nameOf("Expert", expert.id, expert.expert?.name),
    abilityName: abilityNameOf(expert, abilityId),
  };
}

function abilityNameOf({ expert }: SavedExpert, id: number | undefined): string | undefined {
  const ability = expert?.abilities.find((one) => one.id === id);
  return ability && nameOf("Ability", ability.id, ability.name);
}

/**
 * The result of `expertHub_listExperts`: text for a model, not translated. Ends with how many have no
 * room within the estimated tokens.
 */
export function expertList(
  { list, current }: Pick<Roster, "list" | "current">,
  maxTokens = Infinity,
): string {
  if (list.length === 0) return "The user has not added any experts yet.";
  const entries = list.map((expert) => `${entryOf(expert, expert.id === current?.id)}\n`);
  if (countWithin(entries, maxTokens) === entries.length) return entries.join("").trimEnd();
  const count = countWithin(entries, maxTokens - noteTokens);
  const missing = `${entries.length - count} of ${entries.length} experts`;
  return `${entries.slice(0, count).join("")}[Cut to fit. Missing here: ${missing}.]`;
}

function entryOf({ id, expert }: SavedExpert, isCurrent: boolean): string {
  const { name, profession, description, abilities = [] } = expert ?? {};
  const does = [profession, description].filter(Boolean).map(collapsedText).join(". ");
  const head = `- ${quotedName(collapsedText(nameOf("Expert", id, name)))} (expert ${id}${isCurrent ? ", current" : ""})`;
  return [
    does === "" ? head : `${head}: ${does}`,
    ...abilities.map((one) => {
      const title = `  - ability ${one.id}: ${quotedName(collapsedText(nameOf("Ability", one.id, one.name)))}`;
      return one.text ? `${title}. ${collapsedText(one.text)}` : title;
    }),
  ].join("\n");
}

/** Characters of a description; the hub may send any number. */
const maxDescriptionLength = 300;

export function collapsedText(text = ""): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxDescriptionLength ? `${line.slice(0, maxDescriptionLength)}…` : line;
}
