import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import type { Settings } from "../../../src/platform/core/ports";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { addExpert } from "../../../src/features/experts/editor/addExpert";
import { ask } from "../../../src/features/asking/editor/ask";
import { checkConnection } from "../../../src/features/experts/editor/checkConnection";
import { Keychain } from "../../../src/platform/editor/keychain";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import type { Disposable, Own } from "../../../src/kit/disposable";
import { chatFeature } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const ignored = { dispose: () => {} };
const unused = undefined as never;

describe("a keyring that never answers", () => {
  let stub: StubHub;
  let reads = 0;
  let keys: Keychain;
  let folder: string;
  let owned: Disposable[] = [];
  const own: Own = (one) => {
    owned.push(one);
    return one;
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-keyring-"));
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
  afterEach(() => {
    for (const one of owned) one.dispose();
    owned = [];
    keys.dispose();
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stub.close();
    await rm(folder, { recursive: true, force: true });
  });

  function fixture() {
    const connected = connectedTo({ baseUrl: stub.baseUrl, key: "k" }, keys);
    const { connection, roster, setup } = connected;
    const settings = {
      baseUrl: stub.baseUrl,
      timeoutSeconds: 300,
      memory: "both",
      historyTurns: 20,
      roles: { user: "user", assistant: "assistant" },
      onDidChange: () => ignored,
    } as unknown as Settings;
    const { sender } = chatFeature(connected, { settings, folder, own });
    return { connection, roster, setup, sender };
  }

  const endsAtOnce = async (command: () => unknown): Promise<void> => {
    const before = stub.seen.length;
    await assert.rejects(async () => command(), { kind: "storage" });
    assert.equal(reads, 1);
    assert.equal(stub.seen.length, before);
  };

  it("K9 is waited for once by a question of a caller", async () => {
    const { setup, sender, roster } = fixture();
    const panels = { openSide: async () => {} } as unknown as ChatPanels;
    const chats = { side: new Chat() } as unknown as OpenChats;
    const command = ask({
      roster,
      chats,
      panels,
      sender,
      setup,
    });
    await endsAtOnce(() => command.run({ expertId: 7, input: "x" }));
  });

  it("K9 K15 is waited for once by a question of the composer, which is not sent unread", async () => {
    const { sender } = fixture();
    await endsAtOnce(() => sender.ask(new Chat(), { typed: "x", expertId: 7 }));
  });

  it("K9 is waited for once by what adds an expert", async () => {
    const { connection, setup, roster } = fixture();
    const add = addExpert({
      connection,
      roster,
      setup,
      prompts: unused,
      notify: unused,
      revealChat: unused,
    });
    await endsAtOnce(() => add.run(7));
  });

  it("K9 is waited for once by a check of the connection, whose report says so", async () => {
    const { connection, roster } = fixture();
    const snapshots = new Snapshots();
    const check = checkConnection({
      connection,
      roster,
      keys,
      snapshots,
      lastAnswer: () => undefined,
    });
    await check.run();
    const report = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /could not be read from the keyring/);
    assert.match(report, /nothing was checked/);
    assert.equal(reads, 1);
    snapshots.dispose();
  });
});
