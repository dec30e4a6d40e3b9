import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { startBuiltInHub, type RunningHub } from "../../../../src/builtInHub/index";
import type { Expert } from "../../../../src/hub/types";
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

  it("answer by rules where no model is chosen, with a skill or without", async () => {
    const id = await only();
    assert.match(await ask(hub, id, "2 + 40"), /42/);
    const [record] = (await (await getExpert(id)).json()) as Expert[];
    const ability_id = record?.abilities[0]?.id ?? 0;
    assert.match(await ask(hub, id, "2 + 40", { ability_id }), /42/);
    const refused = await post(hub, "/api/v1/invoke_agent", { expert_id: id, ability_id: 11 });
    assert.equal(refused.status, 422);
    assert.match(await ask(hub, id, "what can you do"), /I am Reviewer/);
  });

  it("change with their file, and are gone with it", async () => {
    const id = await only();
    await folder.write(reviewer, "---\nname: Other\n---\nYou write.");
    const [record] = (await (await getExpert(id)).json()) as Expert[];
    assert.deepEqual([record?.name, record?.system_message], ["Other", "You write."]);
    await rm(folder.place(reviewer));
    const gone = await getExpert(id);
    assert.equal(gone.status, 404);
    assert.deepEqual(await gone.json(), { error: 404, message: `There is no expert ${id}.` });
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

  it("do not replace the hub's own", async () => {
    assert.equal((await getExpert(hub.expertIds[0]!)).status, 200);
    assert.ok(!hub.expertIds.includes(await only()));
  });
});
