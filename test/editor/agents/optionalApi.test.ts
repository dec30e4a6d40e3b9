import assert from "node:assert/strict";
import * as vscode from "vscode";
import { agentCommands } from "../../../src/features/agents/editor/commands";
import { registerTools } from "../../../src/features/agents/editor/entrances";
import { knownModels } from "../../../src/platform/editor/optionalApi";
import { withWindow } from "../support/standIns";
import { noPolicy } from "../../../src/policy/policy";

/** Puts other functions in place of those of the editor; what is returned brings them back. */
function replace(owner: object, functions: object): () => void {
  const before = Object.keys(functions).map((name) => [name, Reflect.get(owner, name)] as const);
  Object.assign(owner, functions);
  return () => void Object.assign(owner, Object.fromEntries(before));
}

async function withOther(
  { lm = {}, chat = {} }: { readonly lm?: object; readonly chat?: object },
  run: () => unknown,
): Promise<void> {
  const restore = [replace(vscode.lm, lm), replace(vscode.chat, chat)];
  try {
    await run();
  } finally {
    for (const one of restore) one();
  }
}

const fail = (): never => assert.fail("nobody asks");

describe("an editor with less than VS Code", () => {
  const chatless = {
    lm: { registerLanguageModelChatProvider: undefined },
    chat: { createChatParticipant: undefined },
  };

  it("Y1 offers experts in no chat where it has none, and says so to who asks for it", async () => {
    const said: string[] = [];
    const commands = agentCommands(
      fail,
      { offersExpertsInChat: false, mcpServerEnabled: false, policy: noPolicy },
      { announce: async (sentence: string) => void said.push(sentence) },
    );
    const run = (id: string) => commands.find((command) => command.id === id)?.run();
    const labels: string[][] = [];
    const showQuickPick = async (rows: vscode.QuickPickItem[]) =>
      void labels.push(rows.map(({ label }) => label));
    await withOther(chatless, () =>
      withWindow({ showQuickPick }, async () => {
        await run("expertHub.offerExperts");
        await run("expertHub.turnOnChat");
      }),
    );
    assert.deepEqual(labels, [["$(plug) Turn On MCP Server"]]);
    assert.deepEqual(said, ["This editor has no chat in which experts can be offered."]);
    const setting = vscode.workspace.getConfiguration("expertHub").inspect("chat.enabled");
    assert.equal(setting?.globalValue, undefined);
  });

  it("Y1 leaves out what it refuses, and says so in the log", async () => {
    const lines: string[] = [];
    const log = { info: fail, warn: (line: string) => void lines.push(line), error: fail };
    await withOther({ lm: { registerTool: fail } }, () => registerTools(log, fail).dispose());
    assert.deepEqual(lines, [
      "This editor refuses expertHub_askExpert: left out",
      "This editor refuses expertHub_listExperts: left out",
    ]);
  });

  it("Y1 knows no models where it refuses to list them", async () => {
    for (const selectChatModels of [undefined, fail, async () => fail()])
      await withOther({ lm: { selectChatModels } }, async () =>
        assert.deepEqual(await knownModels(), []),
      );
  });
});
