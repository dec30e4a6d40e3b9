import assert from "node:assert/strict";
import dns from "node:dns";
import * as vscode from "vscode";
import { modelIdOf } from "../../../src/features/models/core/chosenModels";
import { offered } from "../../../src/features/models/editor/offeredModel";
import type { ServedModel } from "../../../src/contract/chatModel";
import { startModelServer, type ModelReply, type ModelServer } from "../../support/modelServer";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { at, back, entering, modelFixture, type ModelFixture } from "../support/modelFixture";
import { commandsDuring, quickPick, withWindow } from "../support/standIns";
import { noPolicy, Policy } from "../../../src/policy/policy";

const toThisComputer = (_: string, __: object, done: (...found: unknown[]) => void) =>
  done(null, [{ address: "127.0.0.1", family: 4 }]);

const listed = (...ids: string[]): ModelReply => ({ body: { data: ids.map((id) => ({ id })) } });

const showQuickPick = async () => undefined;

/** Opens the list, and does this in it. */
async function inList(
  use: (list: ReturnType<typeof quickPick>) => unknown,
  { run } = modelFixture(),
) {
  const list = quickPick();
  await withWindow({ createQuickPick: () => list.box, showQuickPick }, async () => {
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
const entered = (
  parts: ModelFixture,
  types: Parameters<typeof entering>[0]["types"],
  picks?: string,
) =>
  entering({ types, ...(picks !== undefined && { picks }) }, () =>
    parts.run("expertHub.useModelAddress"),
  );

const find = (parts: ModelFixture, ports: unknown, isCancelled = false) => {
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

const forget = (parts: ModelFixture, picks?: string) =>
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
    const search = "Search only | chosen | Searches the open folder, without a language model.";
    const others = [
      "-- Other models",
      "$(search) Look for a Local Model Server | Asks the usual ports of this computer: Ollama, LM Studio, llama.cpp, vLLM.",
      "$(globe) Use a Model Address… | Any server with OpenAI-compatible Chat Completions.",
      "$(edit) Edit Address… | Headers and fields that go along, as a company's gateway may want them.",
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
        assert.deepEqual(rows(), [search, ...others]);
        assert.ok(open.items.slice(2).every(({ alwaysShow }) => alwaysShow === true));
        type("gpt");
        known = [one];
        changed.fire();
        await until("the new one is listed", () => rows().length > others.length + 1);
        assert.deepEqual(rows(), [
          search,
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
          "It gets your questions, what you attach, the conversation so far, and what its tools find.",
          true,
        ],
      );
      const rows = box.items;
      known = [];
      changed.fire();
      await Promise.resolve();
      assert.equal(box.items, rows, "nobody listens once it is closed");
    });

    it("Y2 mark the models, and the ways to models, that the policy does not allow", async () => {
      known = [one];
      const parts = modelFixture();
      const locked = async (allowedModels: string[]) => {
        parts.policy.current = new Policy({ allowedModels });
        const found: string[] = [];
        await inList(async ({ box, rows }) => {
          found.push(...rows().filter((row) => row.startsWith("$(lock)")));
          box.hide();
        }, parts);
        return found.map((row) => row.slice("$(lock) ".length).split(" | ")[0]);
      };
      assert.deepEqual(await locked(["vscode:copilot", "https://models.example"]), [
        "Look for a Local Model Server",
      ]);
      assert.deepEqual(await locked(["vscode:copilot"]), [
        "Look for a Local Model Server",
        "Use a Model Address…",
      ]);
      assert.deepEqual(await locked(["http://127.0.0.1:11434"]), ["GPT $ (alert)"]);
      assert.equal((await locked([])).length, 3);
    });

    it("Z1 list the other models of an address that is known", async () => {
      known = [];
      const parts = modelFixture();
      const { host } = new URL(server.origin);
      await parts.models.choose(at("http://127.0.0.1:1/v1", "gone"));
      await parts.models.choose(at(server.base, "mine"));
      await inList(async ({ rows, accept }) => {
        assert.deepEqual(rows(), [
          search,
          `-- Models at ${host}`,
          `mine | ${host}`,
          `small | ${host}`,
          `large | ${host}`,
          "-- Models at 127.0.0.1:1",
          "gone | 127.0.0.1:1",
          ...others,
          "$(trash) Forget a Language Model…",
        ]);
        accept("large");
      }, parts);
      assert.deepEqual(parts.models.list[0], at(server.base, "large"));
    });

    it("Z1 offer to enter a key where a known address refuses the present one", async () => {
      known = [];
      listing = (key) => (key === "Bearer right" ? listed("small") : { status: 401, body: {} });
      const parts = modelFixture();
      await parts.models.choose(at(server.base, "mine"));
      const { host } = new URL(server.origin);
      const list = quickPick();
      await entering({ types: ["right"] }, () =>
        withWindow({ createQuickPick: () => list.box }, async () => {
          const done = parts.run("expertHub.addModel");
          await until("it is filled", () => list.box.items.length > 0 && !list.box.busy);
          list.accept(`$(key) Enter a Key for ${host}…`);
          await done;
        }),
      );
      assert.equal(await parts.modelKeys.get(server.origin), "right");
    });

    it("G1 open at the present model, and change a known one for the expert that it is about", async () => {
      known = [];
      const parts = modelFixture();
      const [mine, other] = [at(server.base, "mine"), at("http://127.0.0.1:1/v1", "gone")];
      for (const choice of [mine, other]) await parts.models.choose(choice);
      parts.list[1] = { id: 2, modelId: modelIdOf(mine) };
      const list = quickPick();
      await withWindow({ createQuickPick: () => list.box }, async () => {
        const done = parts.run("expertHub.addModel", 2);
        await until("it is filled", () => list.box.items.length > 0 && !list.box.busy);
        assert.deepEqual(
          list.box.activeItems.map(({ label, description }) => [label, description]),
          [["mine", `${new URL(server.origin).host} · chosen`]],
        );
        list.accept("gone");
        await done;
      });
      assert.deepEqual(parts.did.toSorted(), [
        `choose 2 ${modelIdOf(other)}`,
        "refresh 2",
        "seen 2",
      ]);
      assert.equal(parts.models.isAllowed(other), true, "it was chosen where what it gets is said");
      assert.equal(parts.models.isAllowed(mine), false);
    });

    it("let the expert search again", async () => {
      known = [];
      const parts = modelFixture();
      await inList(({ accept }) => accept("Search only"), parts);
      assert.deepEqual(parts.did, ["choose 1 1"]);
    });

    it("make the model that is picked the choice of every expert", async () => {
      known = [one];
      const chosen = modelFixture();
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
      assert.ok(chosen.did.includes(`choose 2 ${modelIdOf(chosen.models.list[0]!)}`));
      await new Promise(setImmediate);
      assert.deepEqual(messages.told, []);
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
        assert.deepEqual(rows(), [search, ...others]);
        box.hide();
      });
    });
  });

  describe("that take an address", () => {
    it("judge it in its box, and do nothing without one", async () => {
      const parts = modelFixture();
      for (const typed of [undefined, "", "  "]) {
        const { boxes, lists, said } = await entered(parts, [typed]);
        assert.deepEqual([boxes.length, lists.length, said], [1, 0, []]);
        const [{ title, ignoreFocusOut } = {}] = boxes;
        assert.deepEqual([title, ignoreFocusOut], ["Address of a model server", true]);
      }
      const { boxes, said } = await entered(parts, ["http://models.example", "no address"]);
      assert.equal(boxes.length, 1);
      // Said while it is typed, and again where Enter is pressed.
      assert.deepEqual(
        [...new Set(said)],
        [
          "The address must start with https://, except in your local network.",
          "The address must be a web address such as https://hub.example.",
        ],
      );
      assert.deepEqual(parts.models.list, []);
    });

    it("E6 ask once before plain http in the local network, and send nothing without a yes", async () => {
      const { lookup } = dns;
      Object.assign(dns, { lookup: toThisComputer });
      try {
        const parts = modelFixture();
        let asked = 0;
        listing = () => (asked++, listed("small"));
        const typed = `http://gpu-box:${new URL(server.origin).port}`;
        const { said } = await entered(parts, [typed]);
        assert.deepEqual(said, ["Nothing was sent. Use an https address, or allow plain http."]);
        const [question, ...more] = messages.told;
        assert.equal(more.length, 0);
        assert.equal(question?.message, `Use ${typed} without encryption?`);
        assert.match(question.detail, /others in your network can read the key and your questions/);
        assert.deepEqual([question.modal, question.buttons], [true, ["Use Plain HTTP", "Cancel"]]);
        assert.equal(asked, 0);
        messages.answer("Use Plain HTTP");
        await entered(parts, [typed, ""], "small");
        assert.deepEqual(parts.models.list, [at(`${typed}/v1`, "small")]);
        await entered(parts, [typed], "small");
        assert.equal(messages.told.length, 1, "it is asked once");
        parts.policy.current = new Policy({ plainHttp: false });
        await assert.rejects(entered(parts, [typed]), /Set by your organisation: plain http/);
      } finally {
        Object.assign(dns, { lookup });
      }
    });

    it("E5 send headers and fields that were entered for it, and forget them with the last model", async () => {
      const parts = modelFixture();
      const heard: string[] = [];
      listing = () => listed("small");
      await entering(
        {
          types: [server.origin, " X-Gateway-Key ", "secret of the gateway", "user", '"ada"'],
          picks: ["$(add) Add Header…", "$(add) Add Field for Language Models…"],
        },
        () => parts.run("expertHub.editAddress"),
      ).then(({ boxes, lists }) => {
        heard.push(...boxes.map(({ title }) => title ?? ""));
        assert.deepEqual(
          boxes.map(({ password = false }) => password),
          [false, false, true, false, false],
        );
        assert.deepEqual(lists[2]?.rows.slice(0, 2), [
          "$(lock) x-gateway-key | header, its value is hidden",
          '$(json) user | "ada"',
        ]);
      });
      assert.deepEqual(heard, [
        "Address of a hub or a model server",
        "Name of the header",
        "Value of x-gateway-key",
        "Name of the field",
        "Value of user",
      ]);
      assert.deepEqual(await parts.extras.get(server.origin), {
        headers: { "x-gateway-key": "secret of the gateway" },
        fields: { user: "ada" },
      });
      await entered(parts, [server.origin, ""], "small");
      await entering({ types: [""], picks: [server.origin, "$(json) user"] }, () =>
        parts.run("expertHub.editAddress"),
      );
      assert.deepEqual((await parts.extras.get(server.origin)).fields, {});
      await forget(parts, `small at ${new URL(server.origin).host}`);
      assert.deepEqual(await parts.extras.get(server.origin), { headers: {}, fields: {} });
      assert.deepEqual([...parts.held.values()].join(), "");
    });

    it("Z1 keep the box open where nobody answers, with what was typed", async () => {
      const parts = modelFixture();
      const { boxes, said, lists } = await entered(parts, ["127.0.0.1:1", server.origin, ""]);
      assert.deepEqual([boxes.length, lists.length], [2, 1]);
      assert.deepEqual(said[0], {
        message: "Will be completed to http://127.0.0.1:1",
        severity: vscode.InputBoxValidationSeverity.Info,
      });
      assert.match(String(said[1]), /127\.0\.0\.1:1 cannot be reached/);
      assert.equal(said.length, 2);
    });

    it("list the models of its server, and make the picked one the choice of every expert", async () => {
      const parts = modelFixture();
      const { lists } = await entered(parts, [server.origin, ""], "large");
      const host = new URL(server.origin).host;
      assert.deepEqual(lists[0]?.rows, [`small | ${host}`, `large | ${host}`]);
      const { title, placeHolder, matchOnDescription, ignoreFocusOut } = lists[0].options;
      assert.deepEqual(
        [title, placeHolder, matchOnDescription, ignoreFocusOut],
        [
          "Language model for the built-in hub",
          "Choose a model or type its name. It gets your questions, what you attach, the conversation so far, and what its tools find.",
          true,
          true,
        ],
      );
      const choice = at(server.base, "large");
      assert.deepEqual(parts.models.list, [choice]);
      const steps = [1, 2].flatMap((id) => [
        `refresh ${id}`,
        `seen ${id}`,
        `choose ${id} ${modelIdOf(choice)}`,
      ]);
      assert.deepEqual(parts.did.toSorted(), steps.toSorted());
      const { lists: left } = await entered(parts, [server.origin, ""], "none");
      assert.deepEqual([left.length, parts.models.list], [1, [choice]]);
    });

    it("Z1 always offer a key, also where everybody gets the list, and go back to the address", async () => {
      const parts = modelFixture();
      const { boxes, lists } = await entered(
        parts,
        [server.origin, back, server.base, "key"],
        "small",
      );
      assert.deepEqual(
        boxes.map(({ title, value }) => [title, value]),
        [
          ["Address of a model server", server.origin],
          [`Key for ${server.origin}`, ""],
          ["Address of a model server", server.base],
          [`Key for ${server.origin}`, "key"],
        ],
      );
      assert.equal(lists.length, 1);
      assert.equal(await parts.modelKeys.get(server.origin), "key");
      const again = await entered(parts, [server.origin], "large");
      assert.equal(again.boxes.length, 1, "its key is known");
      assert.equal(await parts.modelKeys.get(server.origin), "key");
      assert.deepEqual(parts.models.list[0], at(server.base, "large"));
    });

    it("Z1 take the name of a model that is typed, with a list and without one", async () => {
      const parts = modelFixture();
      const naming = (named: string) =>
        entering({ types: [server.origin, ""], named }, () =>
          parts.run("expertHub.useModelAddress"),
        );
      await naming(" other:3b ");
      for (const reply of [
        { status: 404, body: "Not found" },
        { status: 405, body: {} },
        { body: "<html>" },
        listed(),
      ]) {
        listing = () => reply;
        const { lists } = await naming("typed");
        assert.deepEqual(lists[0]?.rows, []);
        assert.match(lists[0]?.options.placeHolder ?? "", /\. Type the name of a model\.$/);
      }
      assert.deepEqual(parts.models.list, [at(server.base, "typed"), at(server.base, "other:3b")]);
    });

    it("offer the built-in hub where another is in use, and leave its experts alone", async () => {
      const parts = modelFixture({ builtIn: false });
      messages.answer("Try the Built-in Hub");
      const start = await commandsDuring(async () => {
        await entered(parts, [server.origin, ""], "small");
        await until("it is offered", () => messages.told.length > 0);
        await new Promise(setImmediate);
      });
      assert.deepEqual(start, [["expertHub.startLocalHub"]]);
      const { host } = new URL(server.origin);
      assert.equal(
        messages.last?.message,
        `small at ${host} is ready for the experts of the built-in hub.`,
      );
      messages.answer(undefined);
      assert.deepEqual(
        await commandsDuring(() => entered(parts, [server.origin, ""], "small")),
        [],
      );
      assert.deepEqual(parts.did, []);
      const { useNewest, models, did } = parts;
      await useNewest([2]);
      assert.deepEqual(did, ["refresh 2", "seen 2", `choose 2 ${modelIdOf(models.list[0]!)}`]);
    });

    it("G2 Z1 keep the box open until the key is accepted, and keep that key", async () => {
      listing = (key) => (key === "Bearer right" ? listed("small") : { status: 401, body: {} });
      const parts = modelFixture();
      const typed = [server.origin, "", "two words", "wrong", " right\n"];
      const { boxes, lists, said } = await entered(parts, typed, "small");
      const [, { title, password, ignoreFocusOut } = {}] = boxes;
      assert.equal(title, `Key for ${server.origin}`);
      assert.deepEqual([boxes.length, password, ignoreFocusOut, lists.length], [2, true, true, 1]);
      const { host } = new URL(server.origin);
      const refused = `${host} does not accept the key for its models.`;
      assert.deepEqual(said, [
        refused,
        "A key contains only plain letters, digits and symbols, without spaces.",
        refused,
      ]);
      assert.equal(await parts.modelKeys.get(server.origin), "right");
      assert.equal(await parts.modelKeys.get("https://models.example"), undefined);
      const again = await entered(parts, [server.origin], "small");
      assert.deepEqual([again.said, again.lists.length], [[], 1], "the key is there");
    });

    it("G2 keep no key that was refused, and none where the box is left", async () => {
      listing = () => ({ status: 401, body: {} });
      const parts = modelFixture();
      for (const typed of ["wrong", undefined, "", " "]) {
        const { lists } = await entered(parts, [server.origin, typed]);
        assert.equal(lists.length, 0);
      }
      assert.deepEqual([...parts.held], []);
    });
  });

  describe("that enter a key", () => {
    it("Z1 ask for that of a model's address, and store what the server accepts", async () => {
      listing = (key) => (key === "Bearer right" ? listed("small") : { status: 401, body: {} });
      const parts = modelFixture();
      const choice = at(server.base, "small");
      await parts.models.choose(choice);
      await parts.modelKeys.store(server.origin, "old");
      const entry = (types: (string | undefined)[]) =>
        entering({ types }, () => parts.run("expertHub.useModelAddress", modelIdOf(choice)));
      const { boxes, said, lists } = await entry(["wrong", "right"]);
      assert.deepEqual([boxes.length, said.length, lists.length], [1, 2, 0]);
      assert.deepEqual(boxes[0]?.buttons, [], "there is nothing to go back to");
      assert.equal(await parts.modelKeys.get(server.origin), "right");
      await entry([undefined]);
      assert.equal(await parts.modelKeys.get(server.origin), "right");
    });

    it("ask for an address where the model is none of an address", async () => {
      const parts = modelFixture();
      const { boxes } = await entering({ types: [undefined] }, () =>
        parts.run("expertHub.useModelAddress", 7),
      );
      assert.equal(boxes[0]?.title, "Address of a model server");
    });
  });

  describe("that look for a server", () => {
    it("list the models of all that answer, with their host", async () => {
      const parts = modelFixture();
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
      const parts = modelFixture();
      assert.deepEqual((await find(parts, [1, 2], true)).lists, []);
      assert.deepEqual((await find(parts, "11434")).shown, []);
      assert.deepEqual(parts.told, []);
      assert.deepEqual((await find(parts, [1, 2])).lists, []);
      assert.deepEqual(parts.told, [
        "No model server answers on the ports 1, 2 of this computer. If yours listens elsewhere, choose Use a Model Address.",
      ]);
    });
  });

  describe("that forget one", () => {
    const [one, two] = [at("http://127.0.0.1:7/v1", "one"), at("http://127.0.0.1:7/v1", "two")];

    it("say that there is none, and forget none where the list is left", async () => {
      const parts = modelFixture();
      assert.deepEqual((await forget(parts)).lists, []);
      assert.deepEqual(parts.told, ["No language model has been chosen."]);
      await parts.models.choose(one);
      const { lists } = await forget(parts);
      assert.deepEqual(lists[0]?.rows, ["one at 127.0.0.1:7"]);
      assert.deepEqual([parts.models.list, parts.did], [[one], []]);
    });

    it("G2 take the key of an address along with its last model", async () => {
      const parts = modelFixture();
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
      const parts = modelFixture();
      for (const model of [one, two]) await parts.models.choose(model);
      parts.list.splice(
        0,
        2,
        { id: 1, modelId: modelIdOf(one) },
        { id: 2, modelId: modelIdOf(two) },
      );
      await forget(parts, "one at 127.0.0.1:7");
      assert.deepEqual(
        parts.did.filter((step) => step.startsWith("choose")),
        ["choose 1 undefined"],
      );
      for (const step of ["refresh 1", "seen 1", "refresh 2", "seen 2"])
        assert.ok(parts.did.includes(step), step);
      const other = modelFixture({ builtIn: false });
      await other.models.choose(one);
      await forget(other, "one at 127.0.0.1:7");
      assert.deepEqual([other.models.list, other.did], [[], []]);
    });
  });

  it("G2 give each address its own key and no other", async () => {
    const { modelKeys, network, contexts, extras } = modelFixture();
    await modelKeys.store("http://127.0.0.1:7", "mine");
    const activity = { sent: () => undefined };
    const keyFor = (address: string) =>
      (
        offered(at(address, "one"), {
          network,
          modelKeys,
          extras,
          contexts,
          activity,
          policy: noPolicy,
        }) as ServedModel
      ).key?.();
    assert.equal(await keyFor("http://127.0.0.1:7/v1"), "mine");
    assert.equal(await keyFor("http://127.0.0.1:8/v1"), undefined);
    assert.equal(await keyFor("https://127.0.0.1:7/v1"), undefined);
  });
});
