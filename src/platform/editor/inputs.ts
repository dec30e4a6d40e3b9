import * as vscode from "vscode";
import { Emitter } from "../../kit/event";
import { report } from "../../kit/unexpectedErrors";

/** Milliseconds. */
const givenBackWithinMs = 1_000;

/**
 * The inputs of VS Code: lists, boxes and dialogs. Whoever opens one has the focus until it closes,
 * so all of them are opened here.
 */
class Inputs {
  #open = 0;
  #givingBack: Promise<unknown> | undefined;
  readonly #opened = new Emitter<void>();
  readonly #next = new Emitter<void>();
  readonly #closed = new Emitter<void>();

  /** One is about to open, while none is. */
  readonly onDidOpen = this.#opened.event;
  /** The last one has closed, and what followed at once has not opened another. */
  readonly onDidClose = this.#closed.event;

  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Takes the input for open until the promise settles. */
  async during<T>(show: () => Thenable<T>): Promise<T> {
    this.opening();
    try {
      await this.#givingBack;
      return await show();
    } finally {
      this.closing();
    }
  }

  /** Runs what was chosen in an input: until that opens one itself, or ends, this one counts as open. */
  async leadTo<T>(run: () => Thenable<T>): Promise<T> {
    this.opening();
    let isLeft = false;
    const leave = (): void => {
      if (!isLeft) this.closing();
      isLeft = true;
    };
    const listener = this.#next.event(leave);
    try {
      return await run();
    } finally {
      listener.dispose();
      leave();
    }
  }

  /** A box that the user does not wait for is shown once nobody else is about to get the focus. */
  show(box: () => void): void {
    this.opening();
    if (this.#givingBack) void this.#givingBack.then(box);
    else box();
  }

  /** Gives the focus to whoever had it before; an input that opens meanwhile gets it after that. */
  giveBack(focus: () => unknown): void {
    // VS Code may not answer, as where the page is being closed.
    const late = new Promise((resolve) => setTimeout(resolve, givenBackWithinMs));
    const giving = Promise.race([(async () => focus())(), late])
      .catch(report)
      .finally(() => {
        if (this.#givingBack === giving) this.#givingBack = undefined;
      });
    this.#givingBack = giving;
  }

  closing(): void {
    // Only then, as an input that follows at once continues this one.
    setTimeout(() => {
      if (--this.#open === 0) this.#closed.fire();
    });
  }

  opening(): void {
    if (this.#open++ === 0) this.#opened.fire();
    this.#next.fire();
  }
}

export const inputs = new Inputs();

export const runChosen = (command: string, ...args: unknown[]): Promise<unknown> =>
  inputs.leadTo(() => vscode.commands.executeCommand(command, ...args));

/** Also takes both kinds of buttons at once, which VS Code's types omit. */
type ShowWarning = (
  sentence: string,
  options: vscode.MessageOptions,
  ...buttons: (string | vscode.MessageItem)[]
) => Thenable<string | vscode.MessageItem | undefined>;

export function showDialog(
  sentence: string,
  detail: string,
  buttons: readonly (string | vscode.MessageItem)[],
): Promise<string | vscode.MessageItem | undefined> {
  const show: ShowWarning = vscode.window.showWarningMessage;
  return inputs.during(() => show(sentence, { modal: true, detail }, ...buttons));
}

export const showInputBox: typeof vscode.window.showInputBox = (...args) =>
  inputs.during(() => vscode.window.showInputBox(...args));

export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: vscode.QuickPickOptions & { canPickMany: true },
): Promise<T[] | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options?: vscode.QuickPickOptions,
): Promise<T | undefined>;
export function showQuickPick(
  items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
  options?: vscode.QuickPickOptions,
): Promise<unknown> {
  return inputs.during(() => vscode.window.showQuickPick(items, options));
}

export function createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return followed(vscode.window.createQuickPick<T>());
}

export function createInputBox(): vscode.InputBox {
  return followed(vscode.window.createInputBox());
}

function followed<T extends vscode.QuickInput>(box: T): T {
  const show = box.show.bind(box);
  let isOpen = false;
  box.show = () => {
    if (isOpen) return show();
    isOpen = true;
    return inputs.show(show);
  };
  box.onDidHide(() => {
    if (isOpen) inputs.closing();
    isOpen = false;
  });
  return box;
}

interface PickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Enter keeps this row. */
  isPresent(row: T): boolean;
}

/** Lets the user pick a row of a list that opens at the present choice; `undefined` if they leave. */
export async function pickRow<T extends vscode.QuickPickItem>(
  rows: readonly T[] | Promise<readonly T[]>,
  { title, placeholder, isPresent }: PickOptions<T>,
): Promise<T | undefined> {
  const box = createQuickPick<T>();
  try {
    Object.assign(box, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
    const picked = new Promise<T | undefined>((resolve) => {
      box.onDidAccept(() => resolve(box.selectedItems[0]));
      box.onDidHide(() => resolve(undefined));
    });
    box.busy = true;
    box.show();
    box.items = await rows;
    box.activeItems = box.items.filter(isPresent).slice(0, 1);
    box.busy = false;
    return await picked;
  } finally {
    box.dispose();
  }
}
