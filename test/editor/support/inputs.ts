import * as vscode from "vscode";
import { chatViewIds } from "../../../src/platform/editor/chatView";
import { pause, until } from "../../support/until";

export { pause, until } from "../../support/until";

/** Answers the next input box, real or simple, like a person at the keyboard. */
export async function answering<T>(
  answers: string[],
  run: () => Thenable<T>,
): Promise<{ result: T; boxes: vscode.InputBox[] }> {
  const { showInputBox, createInputBox } = vscode.window;
  const boxes: vscode.InputBox[] = [];
  const left = [...answers];
  Object.assign(vscode.window, {
    showInputBox: async () => left.shift(),
    createInputBox: () => {
      const box = createInputBox();
      boxes.push(box);
      const show = box.show.bind(box);
      box.show = () => {
        show();
        void typeInto(box, left);
      };
      return box;
    },
  });
  try {
    return { result: await run(), boxes };
  } finally {
    Object.assign(vscode.window, { showInputBox, createInputBox });
  }
}

/** Enters one answer after another while the box is open; leaves when there are no more. */
async function typeInto(box: vscode.InputBox, answers: string[]): Promise<void> {
  const left = new AbortController();
  const subscription = box.onDidHide(() => left.abort());
  while (!left.signal.aborted) {
    if (box.enabled && !box.busy) {
      const answer = answers.shift();
      if (answer === undefined) {
        box.hide();
        break;
      }
      box.value = answer;
      await accept(box);
    }
    await pause(10);
  }
  subscription.dispose();
}

/** Presses Enter in a box that was just shown or typed into, until the box has received it. */
export async function accept(
  box: Pick<vscode.InputBox, "onDidAccept" | "onDidHide">,
): Promise<void> {
  let isDone = false;
  const subscriptions = [box.onDidAccept, box.onDidHide].map((on) => on(() => (isDone = true)));
  // VS Code receives the typed text, and the box itself, a moment after they were set.
  await pause(10);
  await until("the box hears Enter", async () => {
    await vscode.commands.executeCommand("quickInput.accept");
    return isDone;
  });
  for (const subscription of subscriptions) subscription.dispose();
}

type MessageKind = "showErrorMessage" | "showWarningMessage" | "showInformationMessage";

interface ShownMessage {
  readonly text: string;
  readonly detail?: string;
  readonly modal: boolean;
  readonly buttons: string[];
}

/** The next call of this function of VS Code, with all that it shows, answered with the named button. */
export function nextShown(kind: MessageKind, press?: string): Promise<ShownMessage> {
  const original = vscode.window[kind];
  let shown: ShownMessage | undefined;
  const show = (text: string, ...rest: (string | vscode.MessageOptions)[]) => {
    Object.assign(vscode.window, { [kind]: original });
    const { modal = false, detail } = rest.find((one) => typeof one === "object") ?? {};
    const buttons = rest.filter((one) => typeof one === "string");
    shown = { text, modal, buttons, ...(detail !== undefined && { detail }) };
    return Promise.resolve(buttons.find((button) => button === press));
  };
  Object.assign(vscode.window, { [kind]: show });
  const { executeCommand } = vscode.commands;
  // A warning would bring the chat into view, in which nobody could answer it here.
  const staysHidden = async (...args: [string, ...unknown[]]): Promise<unknown> =>
    chatViewIds.some((id) => args[0] === `${id}.focus`) ? undefined : executeCommand(...args);
  if (kind === "showWarningMessage")
    Object.assign(vscode.commands, { executeCommand: staysHidden });
  const next = async (): Promise<ShownMessage> => {
    try {
      await until(`${kind} is called`, () => shown !== undefined);
    } finally {
      if (vscode.window[kind] === show) Object.assign(vscode.window, { [kind]: original });
      if (vscode.commands.executeCommand === staysHidden)
        Object.assign(vscode.commands, { executeCommand });
    }
    return shown!;
  };
  return unawaited(next());
}

/** A test that fails before it waits for this leaves no unhandled rejection. */
function unawaited<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The next modal question; Enter presses its first button. */
export const nextModal = (press: string): Promise<ShownMessage> =>
  unawaited(
    nextShown("showWarningMessage", press).then((shown) => {
      if (!shown.modal) throw new Error(`not modal: ${shown.text}`);
      return shown;
    }),
  );

/** The text of the next message of this severity, answered with the named button. */
export const nextMessage = (kind: MessageKind, press?: string): Promise<string> =>
  unawaited(nextShown(kind, press).then(({ text }) => text));

/** Hides the chat, so that the user is asked in a dialog; a command before may still be showing it. */
export async function hideChat(): Promise<void> {
  for (let times = 0; times < 4; times++) {
    await vscode.commands.executeCommand("workbench.action.closeAuxiliaryBar");
    await pause(100);
  }
}
