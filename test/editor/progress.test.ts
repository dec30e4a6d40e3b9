import assert from "node:assert/strict";
import * as vscode from "vscode";
import { AddExpert } from "../../src/editor/commands/addExpert";
import { CheckConnection } from "../../src/editor/commands/checkConnection";
import { RefreshExperts } from "../../src/editor/commands/refreshExperts";
import { ShowAccount } from "../../src/editor/commands/showAccount";
import type { Command } from "../../src/editor/commands/command";
import type { Chats } from "../../src/editor/chat/chats";
import { Need } from "../../src/editor/need";
import { Snapshots } from "../../src/editor/snapshots";
import { connectedTo } from "./connected";
import { Messages } from "./messages";
import { soundAnswer, startStubHub, type StubHub } from "./stubHub";

const unused = undefined as never;

/** What the progress of a command said while it ran. */
async function saidBy(command: Command, ...args: unknown[]): Promise<(string | undefined)[]> {
  const { withProgress } = vscode.window;
  const said: (string | undefined)[] = [];
  const listening: typeof withProgress = (options, task) =>
    withProgress(options, (progress, token) => {
      const report = (step: { message?: string }) => {
        said.push(step.message);
        progress.report(step);
      };
      return task({ report }, token);
    });
  Object.assign(vscode.window, { withProgress: listening });
  try {
    await command.run(...args);
    return said;
  } finally {
    Object.assign(vscode.window, { withProgress });
  }
}

describe("the progress of what reads from the hub", () => {
  let stub: StubHub;
  let isBusy = false;
  let messages: Messages;

  before(async () => {
    messages = new Messages();
    stub = await startStubHub((request) => {
      const answer = isBusy ? { status: 429, body: {} } : soundAnswer(request);
      isBusy = false;
      return answer;
    });
  });
  after(async () => {
    messages.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stub.close();
  });

  it("M10 says when the hub is asked again", async () => {
    const { connection, roster, account, keys } = connectedTo({ baseUrl: stub.baseUrl, key: "k" });
    const need = new Need(connection, roster);
    const snapshots = new Snapshots();
    const chats = {} as Chats;
    const commands: [Command, ...unknown[]][] = [
      [new AddExpert({ connection, roster, need, connecting: unused, notify: unused }), 7],
      [new RefreshExperts(connection, roster)],
      [new ShowAccount(connection, account, keys)],
      [new CheckConnection({ connection, roster, keys, snapshots, chats })],
    ];
    for (const [command, ...args] of commands) {
      isBusy = true;
      const said = await saidBy(command, ...args);
      assert.ok(said.includes("Asking again in 1 second"), `${command.id}: ${said.join()}`);
    }
    snapshots.dispose();
    connection.dispose();
  });
});
