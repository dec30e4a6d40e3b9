import * as vscode from "vscode";
import {
  asHubError,
  explain,
  explanationLine,
  remedyLabel,
  type Explanation,
} from "../core/explain";
import type { Log } from "../core/ports";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { CommandId } from "./manifest";
import type { Confirmer, NoticeOptions } from "../core/confirmer";
import { announce } from "./confirm";
import type { Remedy } from "../../contract/vocabulary";
import { LocalError } from "../core/localError";
import { t } from "../../kit/l10n";

const commands: Record<Exclude<Remedy, "retry" | "openSettings" | "continueHere">, CommandId> = {
  connect: "expertHub.connect",
  setApiKey: "expertHub.setApiKey",
  openHub: "expertHub.openHub",
  switchHub: "expertHub.switchHub",
  addExpert: "expertHub.addExpert",
  refreshExpert: "expertHub.refreshExperts",
  startBuiltInHub: "expertHub.startLocalHub",
  addModel: "expertHub.addModel",
  enterModelKey: "expertHub.useModelAddress",
  showLog: "expertHub.showLog",
};

/** What can be carried out anywhere; for the others, only the caller knows what they mean. */
type AnywhereRemedy = Exclude<Remedy, "retry" | "continueHere">;

/** `more` is what the command is about, if the caller knows. True if it says that it was carried out. */
export async function perform(remedy: AnywhereRemedy, ...more: unknown[]): Promise<boolean> {
  const { command, arguments: args } = commandOf(remedy);
  return (await vscode.commands.executeCommand(command, ...args, ...more)) === true;
}

/** The command that carries a remedy out; `undefined` if only the caller knows what it means. */
export function commandFor(remedy: Remedy): ReturnType<typeof commandOf> | undefined {
  return remedy === "retry" || remedy === "continueHere" ? undefined : commandOf(remedy);
}

function commandOf(remedy: AnywhereRemedy): { command: string; arguments: string[] } {
  return remedy === "openSettings"
    ? { command: "workbench.action.openSettings", arguments: ["@ext:expert-hub.expert-hub"] }
    : { command: commands[remedy], arguments: [] };
}

export interface NotifyOptions {
  /** Says what failed where a chat is in view. */
  readonly chat?: () =>
    | (Pick<Confirmer, "canAsk" | "announce"> & { endNotices(): void })
    | undefined;
}

/** What came of commands: in notifications, failures in the chat while it is in view. */
export class Notify {
  readonly #log: Log;
  readonly #chat: NotifyOptions["chat"];

  constructor(log: Log, { chat }: NotifyOptions = {}) {
    this.#log = log;
    this.#chat = chat;
  }

  /** What a failure means to the user. */
  explain(error: unknown): Explanation {
    return explain(asHubError(error));
  }

  /** Reports any error. Shows nothing for what the user cancelled. */
  failure(error: unknown, { retry }: { readonly retry?: () => unknown } = {}): void {
    const known = asHubError(error);
    if (known.kind === "cancelled") return;
    // The sentence may contain what the user typed.
    this.#log.error(`failed, ${known.kind}`);
    const explanation = this.explain(known);
    const { remedies } = explanation;
    const offered = remedies.filter((remedy) => remedy !== "retry" || retry !== undefined);
    const buttons = offered.map((remedy) => remedyLabel(remedy, known));
    fireAndForget(async () => {
      const line = explanationLine(explanation);
      // A bug may be in the chat itself, which then shows nothing.
      const chat = known.kind === "internal" ? undefined : this.#chat?.();
      const chosen = await announce(line, buttons, { chat, severity: "error" });
      const remedy = offered.find((candidate) => remedyLabel(candidate, known) === chosen);
      if (remedy === "retry") await retry?.();
      else if (remedy && remedy !== "continueHere") await perform(remedy);
    });
  }

  information(sentence: string): void {
    fireAndForget(() => this.announce(sentence));
  }

  /** Says what has come of something, and what can be done about it. */
  announce(
    sentence: string,
    choices: readonly string[] = [],
    { severity }: Pick<NoticeOptions, "severity"> = {},
  ): Promise<string | undefined> {
    return announce(sentence, choices, { severity });
  }

  /** The user does something else: what was said about the last thing is over. */
  begin(): void {
    this.#chat?.()?.endNotices();
  }
}

/** Milliseconds for which something can be undone. */
const undoableFor = 300_000;

interface Undoable {
  readonly sentence: string;
  /** Can be repeated if it rejects. */
  undo(): Promise<void>;
  /** Called once it can no longer be undone. */
  forget?(): void;
}

/** Says what was done, with *Undo* for as long as the notification exists, five minutes at most. */
export async function offerUndo(
  { sentence, undo, forget }: Undoable,
  notify: Notify,
  forMs = undoableFor,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => {
    if (!over.signal.aborted) forget?.();
    over.abort();
  };
  const timer = setTimeout(end, forMs);
  const tryUndo = async (): Promise<void> => {
    try {
      if (over.signal.aborted) throw new LocalError("not-found", t("It is too late to undo this."));
      await undo();
      clearTimeout(timer);
      end();
    } catch (error) {
      notify.failure(error, { retry: tryUndo });
    }
  };
  const button = t("Undo");
  const chosen = await notify.announce(sentence, [button]);
  if (chosen === button) return tryUndo();
  clearTimeout(timer);
  end();
}
