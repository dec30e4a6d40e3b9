import type { Roster } from "../../experts/core/roster";
import { answerText } from "./answerText";
import type { CallerAnswer } from "./callerQuestions";
import { askExpertTool, expertList, listExpertsTool } from "./expertTools";
import { savedExpertOf, savedExpertTools } from "./savedExpertTools";

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

/** The experts as tools for clients of MCP. */
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
