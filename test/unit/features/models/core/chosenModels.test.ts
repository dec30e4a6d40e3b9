import assert from "node:assert/strict";
import {
  ChosenModels,
  useForExperts,
  labelOf,
  type ModelChoice,
  modelIdOf,
  modelKeyOf,
  seesPicturesOf,
} from "../../../../../src/features/models/core/chosenModels";
import { Policy } from "../../../../../src/policy/policy";
import { TestStore } from "../../../support/appFixture";
import type { Roster } from "../../../../../src/features/experts/core/roster";
import { until } from "../../../../support/until";

const local: ModelChoice = {
  kind: "address",
  address: "http://127.0.0.1:11434/v1",
  identifier: "llama3.2",
};
const remote: ModelChoice = { ...local, address: "https://models.example/v1" };
const editor: ModelChoice = {
  kind: "editor",
  vendor: "copilot",
  id: "gpt-4o",
  name: "GPT-4o",
  provider: "Copilot",
};

const said = (supportsImageToText?: unknown) => ({ capabilities: { supportsImageToText } });

describe("the language models that the user chose", () => {
  it("are kept with the newest first, each once, and are there in the next window", async () => {
    const store = new TestStore();
    const models = new ChosenModels(store);
    assert.deepEqual(models.list, []);
    const renamed = { ...editor, name: "GPT-4o (new)" };
    for (const model of [editor, local, remote, renamed]) await models.choose(model);
    assert.deepEqual(models.list, [renamed, remote, local]);
    assert.deepEqual(new ChosenModels(store).list, models.list);
  });

  it("are found by their ids in the built-in hub", async () => {
    const models = new ChosenModels(new TestStore());
    for (const model of [editor, local, remote]) await models.choose(model);
    for (const model of [editor, local, remote])
      assert.deepEqual(models.find(modelIdOf(model)), model);
    assert.deepEqual([models.find(undefined), models.find(1)], [undefined, undefined]);
  });

  it("get questions only once that was allowed, and no longer once they are forgotten", async () => {
    const store = new TestStore();
    const models = new ChosenModels(store);
    for (const model of [local, remote]) await models.choose(model);
    assert.equal(models.isAllowed(local), false);
    await models.allow(local);
    await models.allow(local);
    await models.allow(remote);
    assert.equal(models.isAllowed(editor), false);
    assert.ok([local, remote].every((model) => new ChosenModels(store).isAllowed(model)));
    await models.forget(local);
    assert.deepEqual(models.list, [remote]);
    assert.deepEqual(
      [local, remote].map((model) => models.isAllowed(model)),
      [false, true],
    );
    await models.choose(local);
    assert.equal(models.isAllowed(local), false, "it is asked about again");
    await models.forget(local);
    await models.allow(remote);
    assert.deepEqual(store.get("languageModelsAllowed"), [modelKeyOf(remote)], "each once");
  });

  it("are reported once they are stored", async () => {
    const store = new TestStore();
    const update = store.update.bind(store);
    store.update = async (...args) => {
      await new Promise((resolve) => setImmediate(resolve));
      return update(...args);
    };
    const models = new ChosenModels(store);
    const counts: number[] = [];
    models.onDidChange(() => counts.push(models.list.length));
    await models.choose(local);
    await models.choose(editor);
    await models.add(remote);
    await models.forget(local);
    assert.deepEqual(counts, [1, 2, 3, 2]);
  });

  it("are read from what was stored as far as that is valid", async () => {
    const store = new TestStore();
    const models = new ChosenModels(store);
    await store.set("languageModels", [7, null, { kind: "address" }, local, { ...editor, id: 1 }]);
    await store.set("languageModelsAllowed", [7, modelKeyOf(local)]);
    await models.allow(remote);
    assert.deepEqual(store.get("languageModelsAllowed"), [modelKeyOf(local), modelKeyOf(remote)]);
    assert.deepEqual(models.list, [local]);
    assert.equal(models.isAllowed(local), true);
    for (const name of ["languageModels", "languageModelsAllowed"]) await store.set(name, "broken");
    assert.deepEqual(models.list, []);
    assert.equal(models.isAllowed(local), false);
  });

  it("stay what they are where one is added beside them, each once", async () => {
    const store = new TestStore();
    const models = new ChosenModels(store);
    let changes = 0;
    models.onDidChange(() => changes++);
    for (const model of [editor, local, { ...editor, name: "Renamed" }]) await models.add(model);
    assert.deepEqual(models.list, [editor, local]);
    assert.equal(changes, 2);
  });

  it("are refused by the policy with its sentence, if they were chosen at all", async () => {
    const models = new ChosenModels(new TestStore());
    const policy = new Policy({ allowedModels: ["vscode:copilot"] });
    for (const model of [local, editor]) await models.choose(model);
    const refusals = [local, editor, remote].map((each) => models.refusal(modelIdOf(each), policy));
    assert.deepEqual(refusals, [
      "Set by your organisation: language models of http://127.0.0.1:11434 are not allowed.",
      undefined,
      undefined,
    ]);
  });

  it("are listed as permissions once they were allowed, and can be taken back", async () => {
    const store = new TestStore();
    const models = new ChosenModels(store);
    const policy = new Policy({ allowedModels: ["vscode:copilot"] });
    for (const model of [remote, local, editor]) await models.choose(model);
    for (const model of [local, editor]) await models.allow(model);
    const permissions = models.permissions(policy);
    assert.deepEqual(
      permissions.map(({ label, description, isLocked }) => [label, description, isLocked]),
      [
        ["GPT-4o by Copilot", "questions to this language model", false],
        ["llama3.2 at 127.0.0.1:11434", "questions to this language model", true],
      ],
    );
    await permissions[0]!.revoke();
    assert.deepEqual(
      models.permissions(policy).map(({ label }) => label),
      ["llama3.2 at 127.0.0.1:11434"],
    );
  });

  it("say that they could not be saved", async () => {
    const store = new TestStore();
    store.update = () => Promise.reject(new Error("full"));
    await assert.rejects(new ChosenModels(store).choose(local), {
      message: "The language models could not be saved: the disk reported an error.",
    });
  });

  it("see pictures only where VS Code says so", () => {
    assert.deepEqual([said(true), said(false), said("yes"), said(), {}].map(seesPicturesOf), [
      true,
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are named by the host or the provider that questions go to", () => {
    assert.equal(labelOf(local), "llama3.2 at 127.0.0.1:11434");
    assert.equal(labelOf(remote), "llama3.2 at models.example");
    assert.equal(labelOf(editor), "GPT-4o by Copilot");
    assert.equal(modelKeyOf(editor), "vscode-lm copilot/gpt-4o");
    assert.equal(modelKeyOf(local), "http://127.0.0.1:11434/v1 llama3.2");
  });
});

const saving = () => new Promise<void>(() => undefined);

describe("a language model that was chosen", () => {
  it("Q2 holds as soon as the experts know it, while that is being saved", async () => {
    const model: ModelChoice = { kind: "address", address: "http://127.0.0.1:1", identifier: "m" };
    const chosen: unknown[] = [];
    const roster: Pick<Roster, "list" | "refresh" | "markSeen" | "choose"> = {
      list: [{ id: 1 }, { id: 2 }],
      refresh: async () => undefined,
      markSeen: saving,
      choose: (...args) => {
        chosen.push(args);
        return saving();
      },
    };
    void useForExperts(model, roster as Roster);
    await until("they are chosen", () => chosen.length === 2);
    assert.deepEqual(chosen, [
      [1, { modelId: modelIdOf(model) }],
      [2, { modelId: modelIdOf(model) }],
    ]);
  });
});
