import assert from "node:assert/strict";
import * as vscode from "vscode";
import { idOf } from "../../../src/app/models/modelChoice";
import { offered } from "../../../src/editor/models/offeredModels";
import type { ServedModel } from "../../../src/hub/chatModel";
import { startModelServer, type ModelReply, type ModelServer } from "../../support/modelServer";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { at, entering, modelStage, type ModelStage } from "../support/modelStage";
import { commandsDuring, quickPick, withWindow } from "../support/standIns";

const listed = (...ids: string[]): ModelReply => ({ body: { data: ids.map((id) => ({ id })) } });

/** Opens the list, and does this in it. */
async function inList(
  use: (list: ReturnType<typeof quickPick>) => unknown,
  { run } = modelStage(),
) {
  const list = quickPick();
  await withWindow({ createQuickPick: () => list.box }, async () => {
    const done = run("expertHub.addModel");
    await until("it is filled", () => list.box.items.length > 0 && !list.box.busy);
    await use(list);
    await done;
  });
  assert.equal(list.isDisposed(), true);
  return list;
}

/** The commands that this use of the list runs. */
const commandsOf = (use: Parameters<typeof inList>[0]) => commandsDuring(() => inList(use));

/** Runs the command, types these texts and picks this row. */
const entered = (parts: ModelStage, types: (string | undefined)[], picks?: string) =>
  entering({ types, ...(picks !== undefined && { picks }) }, () =>
    parts.run("expertHub.useModelAddress"),
  );

const find = (parts: ModelStage, ports: unknown, isCancelled = false) => {
  const shown: vscode.ProgressOptions[] = [];
  const withProgress = (options: vscode.ProgressOptions, task: (...args: unknown[]) => unknown) => {
    shown.push(options);
    const cancelling = new vscode.EventEmitter<void>();
    const running = task({}, { onCancellationRequested: cancelling.event });
    if (isCancelled) cancelling.fire();
    return running;
  };
  return withWindow({ withProgress }, async () => ({
    ...(await entering({ types: [] }, () => parts.run("expertHub.findModelServer", ports))),
    shown,
  }));
};

const forget = (parts: ModelStage, picks?: string) =>
  entering({ types: [], ...(picks !== undefined && { picks }) }, () =>
    parts.run("expertHub.forgetModel"),
  );
describe("the commands for language models", () => {
  let server: ModelServer;
  /** What the server answers to who asks for its models. */
  let listing: (key: string | undefined) => ModelReply;
  let messages: Messages;

  before(async () => {
    server = await startModelServer(
      () => assert.fail("no model is asked anything"),
      ({ authorization }) => listing(authorization),
    );
  });
  after(() => server.close());
  beforeEach(() => {
    messages = new Messages();
    listing = () => listed("small", "large");
  });
  afterEach(() => messages.restore());

  describe("that list those of VS Code", () => {
    const { selectChatModels, onDidChangeChatModels } = vscode.lm;
    const changed = new vscode.EventEmitter<void>();
    let known: object[] = [];
    const one = { vendor: "copilot", id: "gpt", name: "GPT $(alert)", family: "gpt-5" };
    const others = [
      "-- Other models",
      "$(search) Look for a Local Model Server | Asks the usual ports of this computer: Ollama, LM Studio, llama.cpp, vLLM.",
      "$(globe) Use a Model Address… | Any server with OpenAI-compatible Chat Completions.",
    ];

    beforeEach(() => {
      Object.assign(vscode.lm, {
        selectChatModels: async () => known,
        onDidChangeChatModels: changed.event,
      });
    });
    afterEach(() => {
      Object.assign(vscode.lm, { selectChatModels, onDidChangeChatModels });
    });

    it("fill the list while it is open, and offer the ways to others", async () => {
      known = [];
      const { box } = await inList(async ({ box: open, rows, type }) => {
        assert.deepEqual(rows(), others);
        assert.ok(open.items.slice(1).every(({ alwaysShow }) => alwaysShow === true));
        type("gpt");
        known = [one];
        changed.fire();
        await until("the new one is listed", () => rows().length > others.length);
        assert.deepEqual(rows(), [
          "-- Models in VS Code",
          "GPT $ (alert) | copilot · gpt-5",
          ...others,
        ]);
        open.hide();
      });
      assert.deepEqual(
        [box.title, box.placeholder, box.matchOnDescription],
        [
          "Language model for the built-in hub",
          "Choose a model; nothing is sent to it before you agree",
          true,
        ],
      );
      const rows = box.items;
      known = [];
      changed.fire();
      await Promise.resolve();
      assert.equal(box.items, rows, "nobody listens once it is closed");
    });

    it("make the model that is picked the choice of every expert", async () => {
      known = [one];
      const chosen = modelStage();
      await inList(({ accept }) => accept("GPT $ (alert)"), chosen);
      assert.deepEqual(chosen.models.list, [
        {
          kind: "editor",
          vendor: "copilot",
          id: "gpt",
          name: "GPT $ (alert)",
          provider: "copilot",
        },
      ]);
      assert.ok(chosen.did.includes(`choose 2 ${idOf(chosen.models.list[0]!)}`));
    });

    it("lead to the other ways, and nowhere where the list is left", async () => {
      known = [one];
      assert.deepEqual(await commandsOf(({ accept }) => accept("$(globe) Use a Model Address…")), [
        ["expertHub.useModelAddress"],
      ]);
      assert.deepEqual(
        await commandsOf(({ accept }) => accept("$(search) Look for a Local Model Server")),
        [["expertHub.findModelServer"]],
      );
      assert.deepEqual(await commandsOf(({ box }) => box.hide()), []);
    });

    it("offer the ways to others where VS Code's models cannot be listed", async () => {
      Object.assign(vscode.lm, { selectChatModels: () => Promise.reject(new Error("no")) });
      await inList(({ rows, box }) => {
        assert.deepEqual(rows(), others);
        box.hide();
      });
    });
  });

  describe("that take an address", () => {
    it("judge it as it is typed, and do nothing without one", async () => {
      const parts = modelStage();
      for (const typed of [undefined, "", "  "]) {
        const { boxes, lists } = await entered(parts, [typed]);
        assert.deepEqual([boxes.length, lists.length], [1, 0]);
        const [{ title, ignoreFocusOut, validateInput } = {}] = boxes;
        assert.deepEqual([title, ignoreFocusOut], ["Address of a model server", true]);
        const judged = (text: string) => validateInput?.(text);
        assert.equal(judged(" "), undefined);
        assert.deepEqual(judged(" 127.0.0.1:11434 "), {
          message: "Will be completed to http://127.0.0.1:11434",
          severity: vscode.InputBoxValidationSeverity.Info,
        });
        assert.equal(judged("http://127.0.0.1:11434"), undefined);
        assert.equal(judged("https://models.example/v1"), undefined);
        assert.equal(
          judged("http://models.example"),
          "The address must start with https://, except on this computer.",
        );
      }
      assert.deepEqual(parts.models.list, []);
    });

    it("list the models of its server, and make the picked one the choice of every expert", async () => {
      const parts = modelStage();
      const { lists } = await entered(parts, [server.origin], "large");
      const host = new URL(server.origin).host;
      assert.deepEqual(lists[0]?.rows, [`small | ${host}`, `large | ${host}`]);
      const { title, placeHolder, matchOnDescription, ignoreFocusOut } = lists[0].options;
      assert.deepEqual(
        [title, placeHolder, matchOnDescription, ignoreFocusOut],
        [
          "Language model for the built-in hub",
          "Choose a model; nothing is sent to it before you agree",
          true,
          true,
        ],
      );
      const choice = at(server.base, "large");
      assert.deepEqual(parts.models.list, [choice]);
      const steps = [1, 2].flatMap((id) => [
        `refresh ${id}`,
        `seen ${id}`,
        `choose ${id} ${idOf(choice)}`,
      ]);
      assert.deepEqual(parts.did.toSorted(), steps.toSorted());
      assert.deepEqual(messages.told, []);
      const { lists: left } = await entered(parts, [server.origin], "none");
      assert.deepEqual([left.length, parts.models.list], [1, [choice]]);
    });

    it("offer the built-in hub where another is in use, and leave its experts alone", async () => {
      const parts = modelStage({ builtIn: false });
      messages.answer("Try the Built-in Hub");
      const start = await commandsDuring(() => entered(parts, [server.origin], "small"));
      assert.deepEqual(start, [["expertHub.startLocalHub"]]);
      const { host } = new URL(server.origin);
      assert.equal(
        messages.last?.message,
        `small at ${host} is ready for the experts of the built-in hub.`,
      );
      messages.answer(undefined);
      assert.deepEqual(await commandsDuring(() => entered(parts, [server.origin], "small")), []);
      assert.deepEqual(parts.did, []);
      const { useNewest, models, did } = parts;
      await useNewest([2]);
      assert.deepEqual(did, ["refresh 2", "seen 2", `choose 2 ${idOf(models.list[0]!)}`]);
    });

    it("G2 ask for a key where it is wanted, and keep it once it was accepted", async () => {
      listing = (key) => (key === "Bearer right" ? listed("small") : { status: 401, body: {} });
      const parts = modelStage();
      const { boxes, lists } = await entered(parts, [server.origin, " right\n"], "small");
      const [, { title, password, ignoreFocusOut, validateInput } = {}] = boxes;
      assert.equal(title, `Key for ${server.origin}`);
      assert.deepEqual([password, ignoreFocusOut, lists.length], [true, true, 1]);
      assert.equal(validateInput?.("  "), undefined);
      assert.equal(validateInput?.("right"), undefined);
      assert.match(validateInput?.("two words") as string, /without spaces/);
      assert.equal(await parts.modelKeys.get(server.origin), "right");
      assert.equal(await parts.modelKeys.get("https://models.example"), undefined);
      const again = await entered(parts, [server.origin], "small");
      assert.equal(again.boxes.length, 1, "the key is there");
    });

    it("G2 keep no key that was refused, and none where the box is left", async () => {
      listing = () => ({ status: 401, body: {} });
      const parts = modelStage();
      await assert.rejects(entered(parts, [server.origin, "wrong"]), {
        name: "HubError",
        kind: "network",
      });
      for (const typed of [undefined, "", " "]) {
        const { lists } = await entered(parts, [server.origin, typed]);
        assert.equal(lists.length, 0);
      }
      assert.deepEqual([...parts.held], []);
    });

    it("say in a sentence why there is no model to choose", async () => {
      const parts = modelStage();
      listing = () => listed();
      const { host } = new URL(server.origin);
      await assert.rejects(entered(parts, [server.origin]), {
        kind: "network",
        message: `${host} offers no models yet.`,
      });
      listing = () => ({ status: 500, body: {} });
      await assert.rejects(entered(parts, [server.origin]), { name: "HubError", kind: "network" });
    });
  });

  describe("that look for a server", () => {
    it("list the models of all that answer, with their host", async () => {
      const parts = modelStage();
      const { port, host } = new URL(server.origin);
      const { lists, shown } = await find(parts, [1, Number(port)]);
      assert.deepEqual(lists[0]?.rows, [`small | ${host}`, `large | ${host}`]);
      assert.deepEqual(shown, [
        {
          location: vscode.ProgressLocation.Notification,
          title: "Looking for a model server on this computer",
          cancellable: true,
        },
      ]);
      assert.deepEqual(parts.told, []);
    });

    it("say on which ports nothing answers, but not where the search was cancelled", async () => {
      const parts = modelStage();
      assert.deepEqual((await find(parts, [1, 2], true)).lists, []);
      assert.deepEqual((await find(parts, "11434")).shown, []);
      assert.deepEqual(parts.told, []);
      assert.deepEqual((await find(parts, [1, 2])).lists, []);
      assert.deepEqual(parts.told, [
        "No model server answers on the ports 1, 2 of this computer. If yours listens elsewhere, run Use a Model Address.",
      ]);
    });
  });

  describe("that forget one", () => {
    const [one, two] = [at("http://127.0.0.1:7/v1", "one"), at("http://127.0.0.1:7/v1", "two")];

    it("say that there is none, and forget none where the list is left", async () => {
      const parts = modelStage();
      assert.deepEqual((await forget(parts)).lists, []);
      assert.deepEqual(parts.told, ["No language model has been chosen."]);
      await parts.models.choose(one);
      const { lists } = await forget(parts);
      assert.deepEqual(lists[0]?.rows, ["one at 127.0.0.1:7"]);
      assert.deepEqual([parts.models.list, parts.did], [[one], []]);
    });

    it("G2 take the key of an address along with its last model", async () => {
      const parts = modelStage();
      for (const model of [one, two, at("https://b.example/v1", "three")])
        await parts.models.choose(model);
      for (const origin of ["http://127.0.0.1:7", "https://b.example"])
        await parts.modelKeys.store(origin, "key");
      await forget(parts, "one at 127.0.0.1:7");
      assert.equal(parts.held.size, 2);
      await forget(parts, "two at 127.0.0.1:7");
      assert.equal(await parts.modelKeys.get("http://127.0.0.1:7"), undefined);
      assert.equal(await parts.modelKeys.get("https://b.example"), "key");
      assert.deepEqual(
        parts.models.list.map((model) => model.kind === "address" && model.identifier),
        ["three"],
      );
    });

    it("leave the choice to the experts that had it, and to no others", async () => {
      const parts = modelStage();
      for (const model of [one, two]) await parts.models.choose(model);
      parts.list.splice(0, 2, { id: 1, modelId: idOf(one) }, { id: 2, modelId: idOf(two) });
      await forget(parts, "one at 127.0.0.1:7");
      assert.deepEqual(
        parts.did.filter((step) => step.startsWith("choose")),
        ["choose 1 undefined"],
      );
      for (const step of ["refresh 1", "seen 1", "refresh 2", "seen 2"])
        assert.ok(parts.did.includes(step), step);
      const other = modelStage({ builtIn: false });
      await other.models.choose(one);
      await forget(other, "one at 127.0.0.1:7");
      assert.deepEqual([other.models.list, other.did], [[], []]);
    });
  });

  it("G2 give each address its own key and no other", async () => {
    const { modelKeys: keys, network } = modelStage();
    await keys.store("http://127.0.0.1:7", "mine");
    const keyFor = (address: string) =>
      (offered(at(address, "one"), { network, keys }) as ServedModel).key?.();
    assert.equal(await keyFor("http://127.0.0.1:7/v1"), "mine");
    assert.equal(await keyFor("http://127.0.0.1:8/v1"), undefined);
    assert.equal(await keyFor("https://127.0.0.1:7/v1"), undefined);
  });
});
