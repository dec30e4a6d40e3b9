import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { from } from "../../../../scripts/root";
import type * as bundle from "../../../../src/builtInHub/index";
import { startBuiltInHub, type RunningHub } from "../../../../src/builtInHub/index";
import type { ChatModel, ModelRequest } from "../../../../src/contract/chatModel";
import type { Expert } from "../../../../src/contract/types";
import { ask, get, invoke, key, post } from "../hubUnderTest";
import { fileFolder, type FileFolder } from "./fileFolder";

const reviewer = ".github/agents/reviewer.agent.md";

describe("experts from files in the built-in hub", () => {
  let folder: FileFolder;
  let hub: RunningHub;
  let folders: { name: string; path: string }[] = [];
  beforeEach(async () => {
    folder = await fileFolder({
      [reviewer]: "---\nname: Reviewer\ndescription: Reviews\n---\nYou review.",
      ".github/skills/style/SKILL.md": "---\ndescription: For style\n---\nIndent.",
    });
    folders = [{ name: "project", path: folder.at }];
    hub = await startBuiltInHub({ key, folders: () => folders });
  });
  afterEach(async () => {
    await hub.close();
    await folder.remove();
  });

  const only = async (): Promise<number> => {
    const { experts } = await hub.expertFiles();
    assert.equal(experts.length, 1);
    return experts[0]!.id;
  };
  const getExpert = (id: number) => get(hub, `/api/v1/get_expert/${id}`);

  it("are reported with their files, and answered as any other", async () => {
    const { experts, problems } = await hub.expertFiles();
    assert.deepEqual(problems, []);
    assert.deepEqual(
      experts.map(({ file }) => file),
      [folder.place(reviewer)],
    );
    const response = await getExpert(experts[0]!.id);
    assert.equal(response.status, 200);
    const [record] = (await response.json()) as Expert[];
    assert.equal(record?.id, experts[0]!.id);
    assert.equal(record.name, "Reviewer");
    assert.equal(record.system_message, "You review.");
    assert.deepEqual(
      record.abilities.map(({ name, text }) => [name, text]),
      [["style", "For style"]],
    );
    assert.ok(record.expert_llm_models.length > 0);
  });

  it("search where no model is chosen, with a skill or without", async () => {
    const id = await only();
    await folder.write("cart.ts", "export const total = 1;");
    const [record] = (await (await getExpert(id)).json()) as Expert[];
    for (const more of [{}, { ability_id: record?.abilities[0]?.id ?? 0 }])
      assert.match(await ask(hub, id, "Where is total?", more), /`cart\.ts:1-1`/);
    const refused = await post(hub, "/api/v1/invoke_agent", { expert_id: id, ability_id: 11 });
    assert.equal(refused.status, 422);
  });

  it("change with their file, and are gone with it", async () => {
    const id = await only();
    await folder.write(reviewer, "---\nname: Other\n---\nYou write.");
    const [record] = (await (await getExpert(id)).json()) as Expert[];
    assert.deepEqual([record?.name, record?.system_message], ["Other", "You write."]);
    await rm(folder.place(reviewer));
    const gone = await getExpert(id);
    assert.equal(gone.status, 404);
    assert.deepEqual(await gone.json(), { error: 404, message: `The hub has no expert ${id}.` });
    await assert.rejects(invoke(hub, { expert_id: id, input_data: "x" }), /^Error: 404/);
  });

  it("are gone, and their problems with them, where their folder may not be read", async () => {
    const id = await only();
    await folder.write(".claude/agents/bad.md", "---\nname: [");
    assert.equal((await hub.expertFiles()).problems.length, 1);
    folders = [];
    assert.equal((await getExpert(id)).status, 404);
    const { experts, problems } = await hub.expertFiles();
    assert.deepEqual([experts, problems], [[], []]);
  });

  it("keep their ids when the hub is started again", async () => {
    const id = await only();
    await hub.close();
    hub = await startBuiltInHub({ key, folders });
    assert.equal(await only(), id);
  });

  it("are read by the hub as it is shipped", async () => {
    const file = from("dist/builtInHub.cjs");
    const shipped = ((await import(file)) as { default: typeof bundle }).default;
    const own = await shipped.startBuiltInHub({ key, folders });
    try {
      assert.deepEqual(await own.expertFiles(), await hub.expertFiles());
    } finally {
      await own.close();
    }
  });

  it("do not replace the hub's own", async () => {
    assert.equal((await getExpert(hub.expertIds[0]!)).status, 200);
    assert.ok(!hub.expertIds.includes(await only()));
  });
});

describe("experts from files with a language model", () => {
  const asked: ModelRequest[] = [];
  const model = (name: string): ChatModel => ({
    key: `test ${name}`,
    name,
    identifier: name.toLowerCase(),
    provider: "test",
    complete: async (request) => {
      asked.push(request);
      return { text: `${name} answers.`, calls: [], ending: "complete" };
    },
  });
  let folder: FileFolder;
  let hub: RunningHub;
  before(async () => {
    folder = await fileFolder({
      [reviewer]: "---\nname: Reviewer\nmodel: [gone, second]\n---\nYou review.",
      ".github/skills/style/SKILL.md": "---\ndescription: For style\n---\nIndent by two.",
    });
    hub = await startBuiltInHub({
      key,
      folders: [{ name: "project", path: folder.at }],
      models: () => [model("First"), model("Second")],
      modelByDefault: true,
    });
  });
  after(async () => {
    await hub.close();
    await folder.remove();
  });
  beforeEach(() => void (asked.length = 0));

  const reading = async (): Promise<Expert> => {
    const { experts } = await hub.expertFiles();
    const response = await get(hub, `/api/v1/get_expert/${experts[0]!.id}`);
    return ((await response.json()) as Expert[])[0]!;
  };

  it("get the file as their system message, and the instructions of the chosen skill", async () => {
    const { id, abilities } = await reading();
    await ask(hub, id, "Look", { ability_id: abilities[0]!.id });
    const [system, user] = asked[0]?.messages ?? [];
    assert.match(system?.content ?? "", /You are Reviewer\.\s+You review\./);
    assert.match(system?.content ?? "", /For style\s+Indent by two\./);
    assert.equal(user?.content, "Look");
    await ask(hub, id, "Look");
    assert.doesNotMatch(asked[1]?.messages[0]?.content ?? "", /Indent/);
  });

  it("prefer the model of their file where the question names none", async () => {
    const { id, expert_llm_models: models } = await reading();
    assert.equal(await ask(hub, id, "Look"), "Second answers.");
    const first = models.find(({ name }) => name?.startsWith("First"))!;
    assert.equal(await ask(hub, id, "Look", { model_id: first.id }), "First answers.");
    assert.equal(await ask(hub, hub.expertIds[0]!, "Look"), "First answers.");
    await folder.write(reviewer, "---\nmodel: Second (test)\n---\nYou review.");
    assert.equal(await ask(hub, id, "Look"), "Second answers.");
    await folder.write(reviewer, "---\nmodel: sec\n---\nYou review.");
    assert.equal(await ask(hub, id, "Look"), "First answers.");
  });

  it("think as long as their file says, unless the question says otherwise", async () => {
    const { id } = await reading();
    await folder.write(reviewer, "---\nreasoning_effort: low\n---\nYou review.");
    await ask(hub, id, "Look");
    await ask(hub, id, "Look", { reasoning_effort: "high" });
    assert.deepEqual(
      asked.map(({ reasoningEffort }) => reasoningEffort),
      ["low", "high"],
    );
    assert.equal((await hub.expertFiles()).experts[0]?.reasoningEffort, "low");
  });
});
