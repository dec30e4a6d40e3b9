import { ShownQuestions } from "./shownQuestions";
import * as vscode from "vscode";
import { answerText } from "../../core/answerText";
import { withinTokens } from "../../core/withinTokens";
import { asHubError, explanationLine } from "../../../../platform/core/explain";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { decide } from "../../../../platform/editor/confirm";
import { inertMarkdown, plainText } from "../../../../platform/editor/plainText";
import type { Notify } from "../../../../platform/editor/notify";
import { abortedBy } from "../../../../platform/editor/progress";
import {
  type AgentQuestion,
  type AgentQuestions,
  askConfirmation,
  asMarkdown,
  asReasons,
} from "../agentQuestions";

/** Asks an expert for VS Code's agents. Errors are results, so that the agent can read them. */
export class AskExpertTool implements vscode.LanguageModelTool<unknown> {
  readonly #questions: AgentQuestions;
  readonly #notify: Pick<Notify, "explain">;
  readonly #chat: () => Confirmer | undefined;
  /** Those that VS Code asks the user about. */
  readonly #shown = new ShownQuestions();

  constructor(
    questions: AgentQuestions,
    notify: Pick<Notify, "explain">,
    chat: () => Confirmer | undefined,
  ) {
    this.#questions = questions;
    this.#notify = notify;
    this.#chat = chat;
  }

  async prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<unknown>): Promise<vscode.PreparedToolInvocation> {
    const asked = await this.#questions.prepare(input, "tool").catch(() => undefined);
    // Nothing will be sent: the call ends with the reason.
    if (!asked) return { invocationMessage: t("Asking an expert") };
    const confirmation = askConfirmation(asked);
    this.#shown.add(asked);
    return {
      invocationMessage: inertMarkdown(t("Asking {0}", plainText(asked.expertName, 80))),
      confirmationMessages: { title: confirmation.title, message: asMarkdown(confirmation) },
    };
  }

  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { signal, dispose } = abortedBy(token);
    try {
      const answer = await this.#questions.ask(input, "tool", {
        signal,
        approve: async (asked, over) =>
          this.#shown.take(asked) || confirmed(asked, this.#chat(), over),
      });
      return result(await fitting(answerText(answer), tokenizationOptions, token));
    } catch (error) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      return result(explanationLine(this.#notify.explain(asHubError(error))));
    } finally {
      dispose();
    }
  }
}

/** VS Code has not shown it as it would be sent: the expert or the hub has changed in the meantime. */
async function confirmed(asked: AgentQuestion, chat: Confirmer | undefined, signal: AbortSignal) {
  const confirmation = askConfirmation(asked);
  const request = {
    sentence: confirmation.title,
    reasons: asReasons(confirmation),
    choices: [t("Ask")],
    no: t("Do Not Ask"),
  };
  return (await decide(request, { chat, signal })) !== undefined;
}

async function fitting(
  text: string,
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): Promise<string> {
  if (!options) return text;
  const { tokenBudget: budget } = options;
  return withinTokens(text, { budget, count: (part) => options.countTokens(part, token) });
}

function result(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
