import type { Roster, SavedExpert } from "../../experts/core/roster";
import { answerText } from "./answerText";
import type { CallerAnswer } from "./callerQuestions";
import { askExpertTool, expertList, listExpertsTool, collapsedText } from "./expertTools";
import { quotedName } from "../../../kit/quotedName";
import { nameOf } from "../../../platform/core/naming";

interface McpToolsParts<Call> {
  readonly roster: Pick<Roster, "list" | "current" | "get">;
  /** Asks what was passed to `expertHub_askExpert`, after whatever the user has to allow. */
  ask(input: unknown, call: Call): Promise<CallerAnswer>;
  /** One sentence about a failure. */
  explain(error: unknown): string;
}

interface ToolResult {
  readonly text: string;
  readonly isError?: boolean;
}

/**
 * Tokens of a result: clients take 25,000, and cut or refuse what is longer. As they are estimated
 * here, a fifth is left.
 */
export const maxResultTokens = 20_000;

export class McpTools<Call> {
  readonly #parts: McpToolsParts<Call>;

  constructor(parts: McpToolsParts<Call>) {
    this.#parts = parts;
  }

  list() {
    return [
      // No hint that it only reads: an editor would then send without asking its user.
      { ...askExpertTool, title: "Ask Expert", annotations: { openWorldHint: true } },
      { ...listExpertsTool, title: "List Experts", annotations: { readOnlyHint: true } },
      ...savedExpertTools(this.#parts.roster).map((tool) => ({
        ...tool,
        annotations: { openWorldHint: true },
      })),
    ];
  }

  /** A failure is a result, too; `undefined` if there is no such tool. */
  async call(name: string, input: unknown, call: Call): Promise<ToolResult | undefined> {
    const { roster } = this.#parts;
    if (name === listExpertsTool.name) return { text: expertList(roster, maxResultTokens) };
    if (name === askExpertTool.name) return this.#ask(input, call);
    const id = savedExpertOf(name);
    if (id === undefined || !roster.get(id)) return undefined;
    return this.#ask(typeof input === "object" ? { ...input, expert: id } : input, call);
  }

  async #ask(input: unknown, call: Call): Promise<ToolResult> {
    try {
      return { text: answerText(await this.#parts.ask(input, call), maxResultTokens) };
    } catch (error) {
      return { text: this.#parts.explain(error), isError: true };
    }
  }
}

/** Models choose badly among more tools; the others are asked with `expertHub_askExpert`. */
const maxExpertTools = 50;

interface SavedExpertTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
}

export function savedExpertTools({ list }: Pick<Roster, "list">): SavedExpertTool[] {
  return list.slice(0, maxExpertTools).map(toolOf);
}

/** The expert that a tool of this name asks, also if the expert was renamed since it was listed. */
export function savedExpertOf(toolName: string): number | undefined {
  const id = /^expert_(\d+)(?:_|$)/.exec(toolName)?.[1];
  return id === undefined ? undefined : Number(id);
}

function toolOf({ id, expert }: SavedExpert): SavedExpertTool {
  const { profession, description, abilities = [] } = expert ?? {};
  const title = collapsedText(nameOf("Expert", id, expert?.name));
  const does = [profession, description].filter(Boolean).map(collapsedText);
  const names = abilities.map((one) =>
    quotedName(collapsedText(nameOf("Ability", one.id, one.name))),
  );
  const { question, conversationId } = askExpertTool.inputSchema.properties;
  return {
    name: ["expert", id, slug(expert?.name)].filter(Boolean).join("_"),
    title,
    description: [
      `Ask the expert ${quotedName(title)}.`,
      ...does.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)),
      "The question has to contain everything that the expert needs to know.",
    ].join(" "),
    inputSchema: {
      type: "object",
      properties: {
        question,
        ...(names.length > 0 && {
          ability: {
            type: "string",
            description: `Name or ID of one of the abilities: ${names.join(", ")}.`,
          },
        }),
        conversationId,
      },
      required: ["question"],
    },
  };
}

/** What the names of tools may contain. */
function slug(name = ""): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join("_").slice(0, 30).replace(/_$/, "");
}
