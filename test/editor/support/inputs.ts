import * as vscode from "vscode";
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

/** The next modal question; Enter presses its first button. */
export function nextModal(
  press: string,
): Promise<{ text: string; detail?: string; buttons: string[] }> {
  const original = vscode.window.showWarningMessage;
  return new Promise((resolve) => {
    Object.assign(vscode.window, {
      showWarningMessage: (
        text: string,
        { detail, modal }: vscode.MessageOptions,
        ...buttons: string[]
      ) => {
        Object.assign(vscode.window, { showWarningMessage: original });
        if (modal) resolve({ text, ...(detail !== undefined && { detail }), buttons });
        return Promise.resolve(buttons.find((button) => button === press));
      },
    });
  });
}

/** The next message of this severity that the extension shows, answered with the named button. */
export function nextMessage(
  kind: "showErrorMessage" | "showWarningMessage" | "showInformationMessage",
  press?: string,
): Promise<string> {
  const original = vscode.window[kind];
  return new Promise((resolve) => {
    Object.assign(vscode.window, {
      [kind]: (message: string, ...rest: unknown[]) => {
        Object.assign(vscode.window, { [kind]: original });
        resolve(message);
        return Promise.resolve(press !== undefined && rest.includes(press) ? press : undefined);
      },
    });
  });
}

/** Hides the chat, so that the user is asked in a dialog; a command before may still be showing it. */
export async function hideChat(): Promise<void> {
  for (let times = 0; times < 4; times++) {
    await vscode.commands.executeCommand("workbench.action.closeAuxiliaryBar");
    await pause(100);
  }
}
