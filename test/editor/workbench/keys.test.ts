import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { FileStore } from "../../../src/platform/editor/fileStore";
import { Keychain } from "../../../src/platform/editor/keychain";
import { canaries } from "../support/canaries";
import { extension, startHub, type TestHub } from "../support/hub";
import { accept, answering, hideChat, nextMessage, nextShown, until } from "../support/inputs";
import {
  soundAnswer,
  startStubHub,
  type StubAnswer,
  type StubHub,
  type StubRequest,
} from "../support/stubHub";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const secretName = "expertHub.key";
const newKey = (): string => `KEY-CANARY-${crypto.randomUUID()}`;
const stored = (): Thenable<string | undefined> => canaries.context.secrets.get(secretName);

/** The user of a hub as another window finds it. */
function savedUser(origin: string): object | undefined {
  const folder = path.join(canaries.context.globalStorageUri.fsPath, "shared");
  return new FileStore(folder).get(`user:${origin}`) as object | undefined;
}

/** Stores a key like another window of the same user. */
const storeElsewhere = (origin: string, key: string): Thenable<void> =>
  canaries.context.secrets.store(secretName, JSON.stringify({ origin, key }));

/** The messages of the box at each refusal. */
async function refusals(answers: string[]): Promise<{ told: string[]; enabled: boolean }> {
  const { createInputBox } = vscode.window;
  const told: string[] = [];
  let enabled = false;
  Object.assign(vscode.window, {
    createInputBox: () => {
      const box = createInputBox();
      return new Proxy(box, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
        set: (target, name, value) => {
          if (name === "validationMessage" && value) told.push(String(value));
          if (name === "enabled") enabled = value === true;
          return Reflect.set(target, name, value, target);
        },
      });
    },
  });
  try {
    await answering(answers, () => run("expertHub.setApiKey"));
  } finally {
    Object.assign(vscode.window, { createInputBox });
  }
  return { told, enabled };
}

describe("the key", () => {
  let hub: TestHub;
  let stub: StubHub;
  let answer: (request: StubRequest) => StubAnswer | Promise<StubAnswer>;

  before(async () => {
    hub = await startHub();
    stub = await startStubHub((request) => answer(request));
  });
  beforeEach(() => {
    answer = soundAnswer;
  });
  after(async () => {
    await stub.close();
    await hub.close();
  });

  const useStub = async (key: string): Promise<void> => {
    await canaries.context.secrets.delete(secretName);
    await answering([stub.baseUrl, key], () => run("expertHub.connect"));
    assert.match((await stored()) ?? "", new RegExp(key));
  };

  it("K1 is stored only after get_user worked, and in SecretStorage alone", async () => {
    await canaries.context.secrets.delete(secretName);
    const clipboard = await vscode.env.clipboard.readText();
    const key = newKey();
    let atRequest: string | undefined = "never asked";
    answer = async (request) => {
      atRequest = await stored();
      return soundAnswer(request);
    };
    const before = stub.seen.length;
    const { boxes } = await answering([stub.baseUrl, ` \t${key}\n`], () =>
      run("expertHub.connect"),
    );
    assert.equal(boxes[0]?.password, true);
    assert.equal(boxes[0]?.title, `API key for ${stub.baseUrl}`);
    assert.deepEqual(
      stub.seen.slice(before).map(({ method, path, key: sent }) => [method, path, sent]),
      [["GET", "/api/v1/get_user", key]],
    );
    assert.equal(atRequest, undefined);
    assert.deepEqual(JSON.parse((await stored()) ?? ""), { origin: stub.baseUrl, key });
    assert.equal(JSON.stringify(vscode.workspace.getConfiguration()).includes(key), false);
    assert.equal(await vscode.env.clipboard.readText(), clipboard);
    const { globalState, workspaceState } = canaries.context;
    for (const state of [globalState, workspaceState])
      for (const name of state.keys())
        assert.equal(JSON.stringify([name, state.get(name)]).includes(key), false, name);
  });

  for (const [about, wrong, expected] of [
    ["401", { status: 401, body: {} }, /does not accept the API key/],
    ["a timeout", { status: 408, body: {} }, /timed out/],
    ["HTML", { body: "<html>Log in</html>", type: "text/html" }, /not JSON|HTML|web page/i],
  ] as [string, StubAnswer, RegExp][]) {
    it(`K2 that gets ${about} leaves no trace, and another can be tried at once`, async () => {
      await canaries.context.secrets.delete(secretName);
      await vscode.workspace
        .getConfiguration("expertHub")
        .update("baseUrl", stub.baseUrl, vscode.ConfigurationTarget.Global);
      const failing = newKey();
      let whileRefused: string | undefined;
      answer = async (request) => {
        if (request.key === failing) return wrong;
        whileRefused = await stored();
        return soundAnswer(request);
      };
      const good = newKey();
      const { told } = await refusals([failing, good]);
      assert.match(told[0] ?? "", expected);
      assert.equal(told.join().includes(failing.slice(0, 20)), false);
      assert.equal(whileRefused, undefined);
      assert.equal((JSON.parse((await stored()) ?? "{}") as { key: string }).key, good);
    });
  }

  it("K5 K6 is reported without a character, and nothing else of get_user with it", async () => {
    await canaries.context.secrets.delete(secretName);
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    const { showInformationMessage } = vscode.window;
    let shown = "";
    Object.assign(vscode.window, {
      showInformationMessage: async (title: string, { detail }: vscode.MessageOptions) => {
        shown = `${title}\n${detail}`;
      },
    });
    try {
      await run("expertHub.showAccount");
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.ok(shown.includes(`Hub: ${hub.baseUrl}\nAPI key: stored for this hub`), shown);
    for (const secret of [hub.key, hub.key.slice(11, 19), ...Object.values(hub.canaries)])
      assert.equal(shown.includes(secret), false);
    assert.deepEqual(Object.keys(savedUser(hub.baseUrl) ?? {}), [
      "user_id",
      "name",
      "user_metadata",
    ]);
    await run("expertHub.signOut");
    assert.equal(savedUser(hub.baseUrl), undefined);
    await answering([hub.baseUrl], () => run("expertHub.connect"));
    await hideChat();
    const told = nextMessage("showErrorMessage");
    await run("expertHub.showAccount");
    assert.equal(await told, `There is no API key for ${hub.baseUrl}.`);
  });

  it("K5 takes along what is on its way when it is forgotten", async () => {
    await useStub(newKey());
    await run("expertHub.addExpert", 7);
    answer = () => new Promise(() => {});
    await run("expertHub.newConversation");
    const asked = Promise.resolve(run("expertHub.ask", { expertId: 7, input: "x" })).then(
      () => "answered",
      (error: Error) => error.message,
    );
    const out = () => stub.seen.at(-1);
    await until("the question is out", () => out()?.path.endsWith("invoke_agent") === true);
    await hideChat();
    const told = nextMessage("showInformationMessage");
    await run("expertHub.signOut");
    assert.match(await told, /Signed out/);
    assert.equal(await stored(), undefined);
    assert.match(await asked, /The question was stopped\./);
    await until("the hub sees it go", () => out()?.left === true);
    assert.equal(savedUser(stub.baseUrl), undefined);
  });

  it("K5 takes along what is being read when it is forgotten", async () => {
    await useStub(newKey());
    const before = stub.seen.length;
    answer = () => new Promise(() => {});
    const reads = [run("expertHub.showAccount"), run("expertHub.addExpert", 8)];
    await until("both are out", () => stub.seen.length === before + 2);
    await hideChat();
    const told = nextMessage("showInformationMessage");
    await run("expertHub.signOut");
    assert.match(await told, /Signed out/);
    await Promise.all(reads);
    await until("the hub sees them go", () => stub.seen.slice(before).every(({ left }) => left));
    assert.equal(savedUser(stub.baseUrl), undefined);
  });

  it("K7 that another window replaces is used next; what is out ends with the old one", async () => {
    const [first, second] = [newKey(), newKey()];
    await useStub(first);
    const before = stub.seen.length;
    const holding = Promise.withResolvers<void>();
    answer = async (request) => {
      if (request.path.endsWith("invoke_agent") && request.key === first) await holding.promise;
      return soundAnswer(request);
    };
    const { createInputBox } = vscode.window;
    let prompts = 0;
    Object.assign(vscode.window, { createInputBox: () => (prompts++, createInputBox()) });
    try {
      await run("expertHub.newConversation");
      const running = run<{ output: string }>("expertHub.ask", { expertId: 7, input: "old" });
      const keys = () =>
        stub.seen
          .slice(before)
          .filter(({ path }) => path.endsWith("invoke_agent"))
          .map(({ key }) => key);
      await until("the first is out", () => keys().includes(first));
      await storeElsewhere(stub.baseUrl, second);
      await run("expertHub.newConversation");
      await run("expertHub.ask", { expertId: 7, input: "new" });
      assert.deepEqual(keys(), [first, second]);
      holding.resolve();
      assert.match((await running).output, /Answer/);
      assert.equal(prompts, 0);
    } finally {
      holding.resolve();
      Object.assign(vscode.window, { createInputBox });
    }
  });

  it("K11 that is broken is a missing one: nothing throws, and it is asked for again", async () => {
    await useStub(newKey());
    const before = stub.seen.length;
    for (const broken of [
      "",
      "not JSON",
      "null",
      "[]",
      '"text"',
      '{"v":2,"secret":"x"}',
      `{"origin":"${stub.baseUrl}"}`,
      `{"origin":"${stub.baseUrl}","key":7}`,
      `{"origin":7,"key":"x"}`,
      `{"origin":"${stub.baseUrl}","key":"x`,
    ]) {
      await canaries.context.secrets.store(secretName, broken);
      const fresh = new Keychain(canaries.context.secrets);
      assert.equal(await fresh.get(stub.baseUrl), undefined, broken);
      fresh.dispose();
      await run("expertHub.newConversation");
      await assert.rejects(
        async () => run("expertHub.ask", { expertId: 7, input: "x" }),
        /API key/,
      );
    }
    assert.equal(stub.seen.length, before);
    const key = newKey();
    await answering([key], () => run("expertHub.setApiKey"));
    await run("expertHub.ask", { expertId: 7, input: "x" });
    assert.equal(stub.seen.at(-1)?.key, key);
  });

  it("K12 stays where the hub answers 401; *Replace Key* and *Retry* are offered", async () => {
    const key = newKey();
    await useStub(key);
    answer = () => ({ status: 401, body: { error: 7, message: "No." } });
    await hideChat();
    const failed = nextShown("showErrorMessage");
    await run("expertHub.showAccount");
    const { text: sentence, buttons } = await failed;
    assert.match(sentence, /does not accept the API key/);
    assert.deepEqual(buttons, ["Replace Key", "Retry"]);
    await run("expertHub.newConversation");
    await assert.rejects(
      async () => run("expertHub.ask", { expertId: 7, input: "x" }),
      /does not accept the API key/,
    );
    assert.deepEqual(JSON.parse((await stored()) ?? ""), { origin: stub.baseUrl, key });
  });

  it("K12 *Retry* does again what failed", async () => {
    await useStub(newKey());
    const before = stub.seen.length;
    answer = () => ({ status: 401, body: {} });
    await hideChat();
    const failed = nextMessage("showErrorMessage", "Retry");
    const shown = nextMessage("showInformationMessage");
    await run("expertHub.showAccount");
    answer = soundAnswer;
    await failed;
    assert.equal(await shown, "User");
    assert.equal(stub.seen.length, before + 2);
  });

  it("K13 is not blamed for the late 401 of the one before it", async () => {
    const [first, second] = [newKey(), newKey()];
    await useStub(first);
    const holding = Promise.withResolvers<void>();
    answer = async (request) => {
      if (request.key !== first) return soundAnswer(request);
      await holding.promise;
      return { status: 401, body: {} };
    };
    const before = stub.seen.length;
    await hideChat();
    const failed = nextShown("showErrorMessage");
    const shown = Promise.resolve(run("expertHub.showAccount"));
    await until("it is out", () => stub.seen.length > before);
    await storeElsewhere(stub.baseUrl, second);
    holding.resolve();
    await shown;
    const { text: sentence, buttons } = await failed;
    assert.match(sentence, /replaced in the meantime/);
    assert.deepEqual(buttons, ["Retry"]);
    assert.deepEqual(JSON.parse((await stored()) ?? ""), { origin: stub.baseUrl, key: second });
  });

  it("O3 K1 that was typed for one hub reaches no other, and is not kept, when the address changes meanwhile", async () => {
    await canaries.context.secrets.delete(secretName);
    const other = await startStubHub(soundAnswer);
    const settings = vscode.workspace.getConfiguration("expertHub");
    const move = (to: StubHub) =>
      settings.update("baseUrl", to.baseUrl, vscode.ConfigurationTarget.Global);
    await move(stub);
    const before = stub.seen.length;
    const { createInputBox } = vscode.window;
    let box: vscode.InputBox | undefined;
    Object.assign(vscode.window, { createInputBox: () => (box = createInputBox()) });
    try {
      let isDone = false;
      const setting = Promise.resolve(run("expertHub.setApiKey")).then(() => (isDone = true));
      await until("it is asked for", () => box !== undefined);
      const enter = async (): Promise<unknown> => {
        box!.validationMessage = undefined;
        box!.value = newKey();
        await accept(box!);
        await until("it is judged", () => isDone || box?.validationMessage !== undefined);
        return box?.validationMessage;
      };
      await move(other);
      assert.match(String(await enter()), /The hub changed in the meantime/);
      assert.equal(stub.seen.length, before);
      await move(stub);
      // While the correct hub checks it.
      answer = async (request) => {
        await move(other);
        return soundAnswer(request);
      };
      assert.match(String(await enter()), /The hub changed in the meantime/);
      assert.equal(stub.seen.length, before + 1);
      assert.equal(other.seen.length, 0);
      assert.equal(await stored(), undefined);
      box?.hide();
      await setting;
    } finally {
      Object.assign(vscode.window, { createInputBox });
      await move(stub);
      await other.close();
    }
  });

  it("O3 of another hub is asked for by that hub's origin, and the old one keeps its own", async () => {
    const key = newKey();
    await useStub(key);
    const other = await startStubHub(soundAnswer);
    try {
      await vscode.workspace
        .getConfiguration("expertHub")
        .update("baseUrl", other.baseUrl, vscode.ConfigurationTarget.Global);
      const before = stub.seen.length;
      await assert.rejects(
        async () => run("expertHub.ask", { expertId: 7, input: "x" }),
        /key|expert/i,
      );
      const { boxes } = await answering([], () => run("expertHub.setApiKey"));
      assert.equal(boxes[0]?.title, `API key for ${other.baseUrl}`);
      assert.deepEqual([other.seen.length, stub.seen.length], [0, before]);
      assert.deepEqual(JSON.parse((await stored()) ?? ""), { origin: stub.baseUrl, key });
      await vscode.workspace
        .getConfiguration("expertHub")
        .update("baseUrl", stub.baseUrl, vscode.ConfigurationTarget.Global);
      await run("expertHub.newConversation");
      await run("expertHub.ask", { expertId: 7, input: "x" });
      assert.equal(stub.seen.at(-1)?.key, key);
    } finally {
      await other.close();
    }
  });

  it("O12 is kept and used where the extension runs, and the prompt names that machine", async () => {
    await useStub(newKey());
    const { extensionKind, packageJSON } = extension();
    assert.deepEqual((packageJSON as { extensionKind: string[] }).extensionKind, ["workspace"]);
    const { remoteName } = vscode.env;
    assert.equal(
      extensionKind,
      remoteName === undefined ? vscode.ExtensionKind.UI : vscode.ExtensionKind.Workspace,
    );
    const { showInputBox } = vscode.window;
    let prompt = "";
    Object.assign(vscode.window, {
      showInputBox: async (options: vscode.InputBoxOptions) => void (prompt = options.prompt ?? ""),
    });
    try {
      await run("expertHub.connect");
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
    const machine =
      remoteName === undefined ? "this computer" : `the remote machine (${remoteName})`;
    assert.ok(prompt.includes(machine), prompt);
    // The hub that answered all along listens on the loopback interface of this process' machine.
    assert.equal((JSON.parse((await stored()) ?? "") as { origin: string }).origin, stub.baseUrl);
  });
});
