import * as vscode from "vscode";
import { Notify } from "../../../src/platform/editor/notify";

const kinds = ["showErrorMessage", "showWarningMessage", "showInformationMessage"] as const;

/** A message to the user, as the extension passed it to VS Code. */
export interface Told {
  readonly message: string;
  readonly modal: boolean;
  readonly detail: string;
  readonly buttons: readonly string[];
}

const titleOf = (item: string | vscode.MessageItem): string =>
  typeof item === "string" ? item : item.title;

/** Answers messages in place of the user, and records them all. Unanswered ones are closed. */
export class Messages {
  readonly told: Told[] = [];
  /** Returns the button to press, if the message has it. */
  press: (told: Told) => string | undefined | Promise<string | undefined>;
  readonly #originals = kinds.map((kind) => [kind, vscode.window[kind]] as const);

  constructor(press: Messages["press"] = () => undefined) {
    this.press = press;
    for (const kind of kinds)
      Object.assign(vscode.window, {
        [kind]: async (
          message: string,
          ...rest: (string | vscode.MessageItem | vscode.MessageOptions)[]
        ) => {
          const [first = "", ...others] = rest;
          const hasOptions = typeof first === "object" && !("title" in first);
          const { modal = false, detail = "" } = hasOptions ? first : {};
          const items = (hasOptions ? others : rest) as (string | vscode.MessageItem)[];
          const told = { message, modal, detail, buttons: items.map(titleOf) };
          this.told.push(told);
          const pressed = await this.press(told);
          return items.find((item) => titleOf(item) === pressed);
        },
      });
  }

  get last(): Told | undefined {
    return this.told.at(-1);
  }

  /** Clears the recorded messages, and presses this button from now on. */
  answer(press: string | undefined): void {
    this.told.length = 0;
    this.press = () => press;
  }

  restore(): void {
    Object.assign(vscode.window, Object.fromEntries(this.#originals));
  }
}

/** Says all in notifications, and records the plain sentences. */
export function notifyRecording(told: string[]): Notify {
  const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
  const say = notify.information.bind(notify);
  const information = (sentence: string): void => {
    told.push(sentence);
    say(sentence);
  };
  return Object.assign(notify, { information });
}
