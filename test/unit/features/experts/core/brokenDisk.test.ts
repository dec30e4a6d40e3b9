import assert from "node:assert/strict";
import { ExpertOptions } from "../../../../../src/features/asking/core/options";
import {
  ChosenModels,
  type ModelChoice,
} from "../../../../../src/features/models/core/chosenModels";
import type { ConversationFiles } from "../../../../../src/platform/core/ports";
import type { WindowConversations } from "../../../../support/windowConversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { done, turn } from "../../conversation/core/savedTurns";

const full = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));

/** A hub in use and all that is chosen for it, of which nothing more can be saved. */
async function fixture() {
  const { connection, settings, store } = await connected();
  const options = new ExpertOptions(connection, store, settings);
  const models = new ChosenModels(store);
  const model: ModelChoice = { kind: "address", address: "http://127.0.0.1:1", identifier: "m" };
  await models.choose(model);
  store.update = full;
  let changes = 0;
  for (const one of [connection, options, models]) one.onDidChange(() => changes++);
  atEnd(async () => {
    for (const one of [options, models]) one.dispose();
  });
  return { connection, options, models, model, changes: () => changes };
}

describe("a disk that is full", () => {
  afterEach(closeAll);

  const choices: Record<string, (on: Awaited<ReturnType<typeof fixture>>) => Promise<void>> = {
    "The choice of the hub": ({ connection }) => connection.useBuiltIn(true),
    "The options": ({ options }) => options.choose(7, options.effective(7)),
    "The language models": ({ models, model }) => models.forget(model),
  };
  for (const [what, choose] of Object.entries(choices))
    it(`D2 leaves all as it was where this cannot be saved: ${what}`, async () => {
      const on = await fixture();
      const before = [on.connection.hub, on.options.of(7), on.models.list];
      await assert.rejects(choose(on), {
        kind: "storage",
        message: `${what} could not be saved: the disk is full.`,
      });
      assert.deepEqual([on.connection.hub, on.options.of(7), on.models.list], before);
      assert.equal(on.changes(), 0);
    });

  it("D2 keeps the consent for a model from being taken as given", async () => {
    const { models, model } = await fixture();
    await assert.rejects(models.allow(model), { kind: "storage" });
    await assert.rejects(models.choose(model), { kind: "storage" });
    assert.equal(models.isAllowed(model), false);
  });
});

describe("a folder of conversations that fails", () => {
  afterEach(closeAll);

  const failures: [
    string,
    keyof ConversationFiles,
    (conversations: WindowConversations, id: string) => Promise<unknown>,
  ][] = [
    ["The saved conversations could not be listed", "list", (all) => all.saved.list()],
    ["The saved conversations could not be listed", "list", (all) => all.saved.countQuarantined()],
    ["The conversation could not be read", "read", (all, id) => all.open(id)],
    ["The draft could not be read", "extent", (all, id) => all.drafts.read(id)],
    ["The conversation could not be deleted", "remove", (all, id) => all.saved.remove(id)],
    ["The conversations could not be deleted", "remove", (all) => all.saved.removeAll()],
    [
      "The conversation could not be saved",
      "extent",
      (all) => all.add({ id: crypto.randomUUID(), changes: [] }),
    ],
  ];
  for (const [sentence, method, run] of failures)
    it(`D2 is reported by "${sentence}" where it cannot ${method}`, async () => {
      const { folder, saved, window } = await savedFolder();
      const id = await saved(turn("1", done("one")));
      await window().saved.list();
      const files = new DiskFiles(folder);
      const conversations = window(Object.assign(files, { [method]: full }));
      let removed = 0;
      conversations.onDidRemove(() => removed++);
      await assert.rejects(run(conversations, id), {
        kind: "storage",
        message: `${sentence}: the disk is full.`,
      });
      assert.equal(removed, 0);
      assert.equal((await window().saved.list()).length, 1);
    });
});
