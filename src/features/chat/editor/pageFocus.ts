import * as vscode from "vscode";
import type { PageCommand, PagePart } from "../../../contract/vocabulary";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { setContext } from "../../../platform/editor/contextKeys";
import { inputs } from "../../../platform/editor/inputs";

interface FocusablePage {
  /** Brings it to the front, and puts the cursor into the composer. */
  focus(): unknown;
  run(command: PageCommand): void;
}

/**
 * Which page has the keyboard focus: the keys of the chat apply only there. An input of VS Code that
 * is opened meanwhile has the focus until it closes; then the page has it again, where an open editor
 * would get it otherwise. Not if the user has gone to an editor by then: what was chosen in the input
 * may still be running.
 */
export class PageFocus extends Owner {
  #page: FocusablePage | undefined;
  #part: PagePart | undefined;
  #before: FocusablePage | undefined;
  /** It has the focus again, and has yet to say so. */
  #next: FocusablePage | undefined;

  constructor() {
    super();
    this.register(inputs.onDidOpen(() => (this.#before = this.#page ?? this.#next)));
    this.register(
      inputs.onDidClose(() => {
        const page = this.#before;
        this.#before = undefined;
        this.#next = page;
        if (page) inputs.giveBack(() => page.focus());
      }),
    );
    const leave = (): void => (this.#before = undefined);
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => editor && leave()));
    this.register(
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && leave()),
    );
  }

  get page(): FocusablePage | undefined {
    return this.#page;
  }

  get part(): PagePart | undefined {
    return this.#part;
  }

  /** The part of this page that has the focus; `undefined` if none has. */
  set(page: FocusablePage, part: PagePart | undefined): void {
    // Another page may have said so first.
    if (part === undefined && this.#page !== page) return;
    this.#next = undefined;
    // It had the focus when the input was opened, and says so late.
    if (part !== undefined && inputs.isOpen) this.#before ??= page;
    const had = this.#part !== undefined;
    this.#page = part && page;
    this.#part = part;
    const has = part !== undefined;
    if (has !== had) fireAndForget(() => setContext("expertHub.chatFocused", has));
  }

  /** The page is gone, or out of sight. */
  leave(page: FocusablePage): void {
    this.set(page, undefined);
    if (this.#before === page) this.#before = undefined;
    if (this.#next === page) this.#next = undefined;
  }
}
