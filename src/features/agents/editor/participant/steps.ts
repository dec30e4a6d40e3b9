import type * as vscode from "vscode";
import type { LiveAnswer } from "../../../conversation/core/liveAnswer";
import { toolSteps } from "../../../conversation/core/reasoning";
import type { Step } from "../../../../contract/types";
import { t } from "../../../../kit/l10n";
import { inertMarkdown, plainText } from "../../../../platform/editor/plainText";

/** Shows the steps of an answer as progress, each once. */
export class ShownSteps {
  readonly #stream: Pick<vscode.ChatResponseStream, "progress">;
  #shown = 0;

  constructor(stream: Pick<vscode.ChatResponseStream, "progress">) {
    this.#stream = stream;
  }

  show({ steps }: Pick<LiveAnswer, "steps">): void {
    const all = toolSteps(steps).flat();
    for (const step of all.slice(this.#shown)) this.#stream.progress(stepWords(step));
    this.#shown = Math.max(this.#shown, all.length);
  }
}

function stepWords({ tool, tool_input: input }: Step): string {
  const name = plainText((tool ?? t("Step")).replaceAll("_", " "), 60);
  const given = plainText(queryIn(input), 100);
  return inertMarkdown(given === "" ? name : `${name}: ${given}`);
}

function queryIn(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const { query } = input as { query?: unknown };
  return typeof query === "string" ? query : JSON.stringify(input);
}
