import assert from "node:assert/strict";
import * as vscode from "vscode";
import { addExpert } from "../../../src/features/experts/editor/addExpert";
import { checkConnection } from "../../../src/features/experts/editor/checkConnection";
import { refreshExperts } from "../../../src/features/experts/editor/commands";
import { showAccount } from "../../../src/features/connection/editor/commands";
import type { Command } from "../../../src/platform/editor/commands";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { connectedTo } from "../support/connected";
import { Messages } from "../support/messages";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const unused = undefined as never;

/** The messages of each progress notification, by title. */
async function saidDuring(run: () => Promise<unknown>): Promise<Map<string, string[]>> {
  const { withProgress } = vscode.window;
  const said = new Map<string, string[]>();
  const listening: typeof withProgress = (options, task) =>
    withProgress(options, (progress, token) => {
      const lines: string[] = [];
      said.set(options.title ?? "", lines);
      const report = (step: { message?: string }) => {
        lines.push(step.message ?? "");
        progress.report(step);
      };
      return task({ report }, token);
    });
  Object.assign(vscode.window, { withProgress: listening });
  try {
    await run();
    return said;
  } finally {
    Object.assign(vscode.window, { withProgress });
  }
}

describe("the progress of what reads from the hub", () => {
  let stub: StubHub;
  let messages: Messages;

  before(async () => {
    messages = new Messages();
    const known = new Set<string | undefined>();
    stub = await startStubHub((request) => {
      const isFirst = !known.has(request.key);
      known.add(request.key);
      return isFirst ? { status: 429, body: {} } : soundAnswer(request);
    });
  });
  after(async () => {
    messages.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stub.close();
  });

  it("M10 says when the hub is asked again", async () => {
    const snapshots = new Snapshots();
    type Parts = ReturnType<typeof connectedTo>;
    const commands: Record<string, (parts: Parts) => [Command, ...unknown[]]> = {
      "Adding the expert": ({ connection, roster, setup }) => [
        addExpert({
          connection,
          roster,
          setup,
          prompts: unused,
          notify: unused,
          revealChat: unused,
        }),
        9,
      ],
      "Refreshing 2 experts": ({ connection, roster }) => [refreshExperts(connection, roster)],
      "Reading the account": ({ connection, account }) => [showAccount(connection, account)],
      "Checking the connection": ({ connection, roster, keys }) => [
        checkConnection({ connection, roster, keys, snapshots, lastAnswer: () => undefined }),
      ],
    };
    const said = await saidDuring(() =>
      Promise.all(
        Object.entries(commands).map(async ([title, commandOf]) => {
          const parts = connectedTo({ baseUrl: stub.baseUrl, key: title.replaceAll(" ", "-") });
          const kept = [{ id: 7 }, { id: 8 }];
          await parts.store.set(`roster:${stub.baseUrl}`, { kept });
          const [command, ...args] = commandOf(parts);
          await command.run(...args);
          parts.connection.dispose();
        }),
      ),
    );
    for (const title of Object.keys(commands))
      assert.ok(
        said.get(title)?.includes("Asking again in 1 second"),
        `${title}: ${said.get(title)?.join()}`,
      );
    snapshots.dispose();
  });
});
