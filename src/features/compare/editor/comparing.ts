import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { LocalError } from "../../../platform/core/localError";
import type { SharedStore } from "../../../platform/core/ports";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Chat } from "../../asking/core/chat";
import type { PreparedQuestion, QuestionToAsk } from "../../asking/core/preparedQuestion";
import type { Turn } from "../../conversation/core/turn";
import { builtInHub } from "../../connection/core/hub";
import {
  columnQuestion,
  type ColumnChoice,
  rememberChoices,
  rememberedChoices,
} from "../core/choices";
import { comparisonOf, maxColumns, columnSettingsOf } from "../core/comparisonColumns";
import type { ComparisonSender, ComparisonSenderParts, ListModels } from "../core/comparisonSender";
import { pickToCompare } from "./comparePick";

export interface ComparingParts extends ComparisonSenderParts {
  readonly comparisons: ComparisonSender;
  readonly listModels: ListModels;
  readonly store: SharedStore;
  readonly snapshots: Snapshots;
}

/** Lets the user pick columns and sends the questions. */
export class Comparing {
  readonly #parts: ComparingParts;

  constructor(parts: ComparingParts) {
    this.#parts = parts;
  }

  /**
   * Lets the user add columns to the question of a turn, if there is room. Resolves to its id, or to
   * `undefined` if the user cancels.
   */
  async withTurn(chat: Chat, turnId: string): Promise<string | undefined> {
    const { comparisons } = this.#parts;
    const comparison = comparisonOf(chat.conversation, turnId);
    if (!comparison) throw nothingToCompare();
    const { main, columns } = comparison;
    if (columns.length >= maxColumns) return main.id;
    const others = columns.flatMap(({ settings, turn }) => (turn === main ? [] : [settings]));
    const before = { hubScope: main.asked.hubScope, question: main.question };
    const picked = await this.#pick(chat, main, [columnSettingsOf(main), ...others], before);
    if (!picked) return undefined;
    await comparisons.ask(chat, main.id, picked);
    return main.id;
  }

  /** Sends the question in the composer to its expert and to the picked columns. */
  async withComposer(chat: Chat): Promise<string | undefined> {
    const { comparisons, connection, sender } = this.#parts;
    const { draft: typed, attachments } = chat;
    const own = sender.composed(chat, { typed, attachments });
    const before = { hubScope: connection.hub?.scope ?? "", question: own };
    const { abilityId, modelId, temperature } = own;
    const first: ColumnChoice = {
      hubScope: before.hubScope,
      expertId: own.expertId,
      ...(abilityId !== undefined && { abilityId }),
      ...(modelId !== undefined && { modelId }),
      ...(temperature !== undefined && { temperature }),
    };
    const picked = await this.#pick(chat, undefined, [first], before);
    if (!picked) return undefined;
    const turn = await comparisons.askAll(chat, own, picked);
    chat.sent({ typed, attachments });
    return turn.id;
  }

  /** Shows requests in a document, as they would be sent or were sent. */
  async showRequests(
    chat: Chat,
    requests: readonly Pick<PreparedQuestion, "sent" | "asked">[],
  ): Promise<void> {
    const { sender, snapshots } = this.#parts;
    const shown = requests.map(({ sent, asked }) => ({
      hub: sender.hubs.nameOf(asked.hubScope),
      endpoint: sent.endpoint,
      body: sent.body,
    }));
    const text = `${JSON.stringify(shown, undefined, 2)}\n`;
    const uri = snapshots.add(`${t("Requests")}.json`, text, chat.conversation.id);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
  }

  async #pick(
    chat: Chat,
    turn: Turn | undefined,
    known: readonly [ColumnChoice, ...ColumnChoice[]],
    first: { readonly hubScope: string; readonly question: QuestionToAsk },
  ): Promise<readonly QuestionToAsk[] | undefined> {
    const { comparisons, connection, listModels, options, store } = this.#parts;
    // Those that the list shows, however long it is open.
    const hubs = new Map(
      [builtInHub, ...connection.hubs.list].map((hub) => [hub.scope, connection.accountAt(hub)]),
    );
    const asked = (choices: readonly ColumnChoice[]) =>
      choices.map((choice) => {
        const at = hubs.get(choice.hubScope) ?? comparisons.accountAt(choice.hubScope);
        return columnQuestion(choice, { first, at, options });
      });
    const prepared = (choices: readonly ColumnChoice[]) =>
      turn
        ? comparisons.prepare(chat, turn.id, asked(choices))
        : comparisons.prepareAll(chat, first.question, asked(choices));
    const choices = await pickToCompare(this.#parts, {
      known,
      remembered: rememberedChoices(store, first.hubScope),
      // The built-in hub is given a model before it can be asked.
      listModels:
        connection.hub?.builtIn === true && first.hubScope === connection.hub.scope
          ? comparisons.listed(listModels)
          : undefined,
      summary: (picked) => comparisons.summary(prepared(picked)),
      showRequests: (picked) => this.showRequests(chat, prepared(picked)),
    });
    if (!choices) return undefined;
    await comparisons.agree(choices);
    await rememberChoices(store, first.hubScope, choices);
    return asked(choices);
  }
}

export function nothingToCompare(): LocalError {
  return new LocalError(
    "invalid-request",
    t("There is nothing to compare yet. Type a question, or ask one first."),
  );
}
