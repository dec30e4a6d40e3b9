import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Asking } from "../../src/app/ask/questionRunner";
import { Chat } from "../../src/app/chat/chat";
import { ExpertOptions } from "../../src/app/ask/options";
import type { Settings } from "../../src/app/ports";
import { confirmationFor } from "../../src/editor/ask/confirmation";
import type { Chats } from "../../src/app/chat/openChats";
import type { ChatViews } from "../../src/editor/chat/chatPanels";
import { Sending } from "../../src/app/ask/questionSender";
import { AddExpert } from "../../src/editor/experts/addExpert";
import { Ask } from "../../src/editor/ask/ask";
import { CheckConnection } from "../../src/editor/connection/checkConnection";
import { Keychain } from "../../src/editor/adapters/keychain";
import { Setup } from "../../src/app/ask/setup";
import { Snapshots } from "../../src/editor/workbench/snapshots";
import { connectedTo } from "./connected";
import { soundAnswer, startStubHub, type StubHub } from "./stubHub";

const ignored = { dispose: () => {} };
const unused = undefined as never;

describe("a keyring that never answers", () => {
  let stub: StubHub;
  let reads = 0;
  let keys: Keychain;

  before(async () => {
    stub = await startStubHub(soundAnswer);
  });
  beforeEach(() => {
    reads = 0;
    const get = () => {
      reads++;
      return new Promise<never>(() => {});
    };
    keys = new Keychain({ get, onDidChange: () => ignored } as unknown as vscode.SecretStorage, 50);
  });
  afterEach(() => keys.dispose());
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stub.close();
  });

  function stage() {
    const { connection, roster, account, store } = connectedTo(
      { baseUrl: stub.baseUrl, key: "k" },
      keys,
    );
    const settings = {
      baseUrl: stub.baseUrl,
      timeoutSeconds: 300,
      memory: "both",
      historyTurns: 20,
      roles: { user: "user", assistant: "assistant" },
      onDidChange: () => ignored,
    } as unknown as Settings;
    const chats = { hold: () => ignored } as unknown as Chats;
    const sending = new Sending({
      connection,
      asking: new Asking({ connection, roster, account, settings }),
      roster,
      options: new ExpertOptions(connection, store, settings),
      chats,
      confirmation: confirmationFor(keys, connection),
    });
    return { connection, roster, setup: new Setup(connection, roster), sending };
  }

  const endsAtOnce = async (command: () => unknown): Promise<void> => {
    const before = stub.seen.length;
    await assert.rejects(async () => command(), { kind: "storage" });
    assert.equal(reads, 1);
    assert.equal(stub.seen.length, before);
  };

  it("K9 is waited for once by a question of a caller", async () => {
    const { setup, sending, roster } = stage();
    const views = { openSide: async () => {} } as unknown as ChatViews;
    const chats = { side: new Chat() } as unknown as Chats;
    const ask = new Ask({
      roster,
      chats,
      views,
      sending,
      setup,
    });
    await endsAtOnce(() => ask.run({ expertId: 7, input: "x" }));
  });

  it("K9 K15 is waited for once by a question of the composer, which is not sent unread", async () => {
    const { sending } = stage();
    await endsAtOnce(() => sending.ask(new Chat(), { typed: "x" }, { expertId: 7 }));
  });

  it("K9 is waited for once by what adds an expert", async () => {
    const { connection, setup, roster } = stage();
    const add = new AddExpert({ connection, roster, setup, connecting: unused, notify: unused });
    await endsAtOnce(() => add.run(7));
  });

  it("K9 is waited for once by a check of the connection, whose report says so", async () => {
    const { connection, roster } = stage();
    const snapshots = new Snapshots();
    const check = new CheckConnection({ connection, roster, keys, snapshots, chats: unused });
    await check.run();
    const report = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /could not be read from the keyring/);
    assert.match(report, /nothing was asked/);
    assert.equal(reads, 1);
    snapshots.dispose();
  });
});
