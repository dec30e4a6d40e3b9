import * as vscode from "vscode";

/** For the tests of a suite, *Ask About Selection* sends at once. */
export function sendsSelections(): void {
  before(() => choose("send"));
  after(() => choose(undefined));
}

const choose = (value: "send" | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update("askSelection", value, vscode.ConfigurationTarget.Global);

/** As it is for whoever uses Expert Hub for the first time. */
export async function composingSelections<T>(use: () => PromiseLike<T>): Promise<T> {
  await choose(undefined);
  try {
    return await use();
  } finally {
    await choose("send");
  }
}
