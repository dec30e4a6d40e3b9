import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { plainText } from "./plainText";
import { typedKey } from "../../contract/address";
import { lacksScheme, webAddress } from "../../contract/webAddress";
import { t } from "../../kit/l10n";
import { createInputBox } from "./inputs";

interface EntryBoxOptions {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  /** Whether there is a step to go back to. */
  readonly canGoBack?: boolean;
  readonly button?: vscode.QuickInputButton & { run(): unknown };
  /** What is said about the text while it is typed. */
  judge?(typed: string): string | vscode.InputBoxValidationMessage | undefined;
  /** What Enter gives, `undefined` for nothing; throws an error whose message says what is wrong. */
  read(typed: string): string | undefined;
}

/** A box that stays open until what was entered is accepted, or the user leaves. */
export class EntryBox extends Owner {
  readonly #box = this.register(createInputBox());
  readonly #left = new AbortController();
  #answer: ((entered: string | undefined) => void) | undefined;
  #wentBack = false;

  constructor({ button, canGoBack = false, judge, read, ...options }: EntryBoxOptions) {
    super();
    const box = this.#box;
    const { Back } = vscode.QuickInputButtons;
    box.title = plainText(options.title, 300);
    box.prompt = options.prompt;
    box.placeholder = options.placeholder;
    if (options.value !== undefined) box.value = options.value;
    box.password = options.isPassword ?? false;
    box.ignoreFocusOut = true;
    box.buttons = [...(canGoBack ? [Back] : []), ...(button ? [button] : [])];
    this.register(box.onDidAccept(() => this.#accept(read)));
    this.register(box.onDidChangeValue(() => (box.validationMessage = judge?.(box.value))));
    this.register(
      box.onDidTriggerButton((pressed) => {
        if (pressed !== Back) return button?.run();
        this.#wentBack = true;
        return this.#leave();
      }),
    );
    this.register(box.onDidHide(() => this.#leave()));
    box.show();
  }

  /** Aborted when the user leaves. */
  get aborted(): AbortSignal {
    return this.#left.signal;
  }

  /** Whether the user left to the step before. */
  get wentBack(): boolean {
    return this.#wentBack;
  }

  /** What the user enters next, or `undefined` once they have left. */
  next(): Promise<string | undefined> {
    this.#box.busy = false;
    this.#box.enabled = true;
    if (this.aborted.aborted) return Promise.resolve(undefined);
    return new Promise((answer) => {
      this.#answer = answer;
    });
  }

  /** Says why what was entered cannot be used; it stays in the box. */
  refuse(sentence: string): void {
    this.#box.validationMessage = plainText(sentence, 300);
  }

  #accept(read: EntryBoxOptions["read"]): void {
    const box = this.#box;
    if (box.busy) return;
    let entered: string | undefined;
    try {
      entered = read(box.value);
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : "");
    }
    if (entered === undefined) return;
    box.busy = true;
    box.enabled = false;
    this.#answer?.(entered);
  }

  #leave(): void {
    this.#left.abort();
    this.#answer?.(undefined);
  }
}

/** The key that was typed or pasted; throws an error that says what a key is. */
export function keyIn(typed: string): string {
  const key = typedKey(typed);
  if (key !== undefined) return key;
  throw new Error(t("A key contains only plain letters, digits and symbols, without spaces."));
}

/** What an input box says about a typed address: why it is refused, or what it is completed to. */
export function addressMessage(
  typed: string,
  what?: string,
  reach?: { readonly localNetwork: boolean },
): string | vscode.InputBoxValidationMessage | undefined {
  if (typed.trim() === "") return undefined;
  try {
    const { href } = webAddress(typed, what, reach);
    if (!lacksScheme(typed)) return undefined;
    const severity = vscode.InputBoxValidationSeverity.Info;
    return { message: t("Will be completed to {0}", href.replace(/\/$/, "")), severity };
  } catch (error) {
    return (error as Error).message;
  }
}
