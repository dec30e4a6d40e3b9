import assert from "node:assert/strict";
import { rename, rm, utimes } from "node:fs/promises";
import {
  ExpertFiles,
  expertIdOf,
  isFileExpertId,
} from "../../../../src/builtInHub/expertFiles/expertFiles";
import { fileFolder, type FileFolder } from "./fileFolder";

describe("changes of expert files", () => {
  let folder: FileFolder;
  beforeEach(async () => {
    folder = await fileFolder({
      ".github/agents/a.agent.md": "A",
      ".github/agents/b.agent.md": "B",
    });
  });
  afterEach(() => folder.remove());

  const messages = async () => (await folder.experts()).map(({ systemMessage }) => systemMessage);

  it("are seen by the next request", async () => {
    assert.deepEqual(await messages(), ["A", "B"]);
    await folder.write(".github/agents/a.agent.md", "C");
    assert.deepEqual(await messages(), ["C", "B"]);
    await folder.write(".claude/agents/d.md", "D");
    assert.deepEqual(await messages(), ["C", "B", "D"]);
    await rm(folder.place(".github/agents/b.agent.md"));
    assert.deepEqual(await messages(), ["C", "D"]);
    await rename(folder.place(".github"), folder.place("gone"));
    assert.deepEqual(await messages(), ["D"]);
  });

  it("are seen where size and time of the file stay as they were", async () => {
    const file = ".github/agents/a.agent.md";
    const time = new Date("2026-01-01T00:00:00Z");
    await utimes(folder.place(file), time, time);
    assert.deepEqual(await messages(), ["A", "B"]);
    await folder.write(file, "X");
    await utimes(folder.place(file), time, time);
    assert.deepEqual(await messages(), ["X", "B"]);
  });

  it("are seen by every request that begins after them, even while others are under way", async () => {
    const asked = Array.from({ length: 20 }, () => folder.files.current());
    await folder.write(".github/agents/a.agent.md", "C");
    const { experts } = await folder.files.current();
    assert.equal(experts[0]?.systemMessage, "C");
    await Promise.all(asked);
  });

  it("and nothing else change the version of the whole", async () => {
    const version = async () => (await folder.files.current()).version;
    const versions = [await version()];
    assert.equal(await version(), versions[0]);
    await folder.write(".github/agents/a.agent.md", "C");
    versions.push(await version());
    await folder.write(".github/skills/s/SKILL.md", "S");
    versions.push(await version());
    await folder.write(".github/agents/bad.md", "---\nname: [");
    versions.push(await version());
    await rename(folder.place(".github/agents/b.agent.md"), folder.place(".github/agents/c.md"));
    versions.push(await version());
    await rm(folder.place(".github/agents/c.md"));
    versions.push(await version());
    assert.equal(new Set(versions).size, versions.length);
    assert.equal(await version(), versions.at(-1));
  });

  it("are looked for once or twice for many requests at the same time", async () => {
    let looks = 0;
    const files = new ExpertFiles(() => {
      looks++;
      return [{ name: "project", path: folder.at }];
    });
    const found = await Promise.all(Array.from({ length: 50 }, () => files.current()));
    assert.ok(found.every(({ experts }) => experts.length === 2));
    assert.ok(looks <= 2, `${looks} looks`);
  });

  it("leave an unchanged file as it is", async () => {
    const [, before] = await folder.experts();
    await folder.write(".github/agents/a.agent.md", "C");
    const [, after] = await folder.experts();
    assert.deepEqual(after, before);
  });

  it("that repair a file remove its problem", async () => {
    const file = ".github/agents/a.agent.md";
    await folder.write(file, "---\nname: x");
    assert.equal((await folder.problems()).length, 1);
    await folder.write(file, "---\nname: x\n---\ny");
    assert.deepEqual(await folder.problems(), []);
  });

  it("of the open folders count as well", async () => {
    let open = [{ name: "project", path: folder.at }];
    const files = new ExpertFiles(() => open);
    assert.equal((await files.current()).experts.length, 2);
    open = [];
    assert.deepEqual((await files.current()).experts, []);
    open = [{ name: "gone", path: folder.place("gone") }];
    assert.deepEqual((await files.current()).experts, []);
  });
});

describe("ids of experts from files", () => {
  it("are those of their paths, whatever else there is and whoever reads", async () => {
    const folder = await fileFolder({
      ".github/agents/m.agent.md": "M",
      ".github/skills/s/SKILL.md": "S",
    });
    const [before] = await folder.experts();
    await folder.write(".github/agents/a.agent.md", "A");
    await folder.write(".claude/skills/a/SKILL.md", "A");
    await folder.write(".github/agents/m.agent.md", "---\nname: other\n---\nother");
    const { experts } = await new ExpertFiles(() => [{ name: "x", path: folder.at }]).current();
    const after = experts.find(({ record }) => record.name === "other");
    assert.equal(after?.record.id, before?.record.id);
    assert.ok(after?.record.abilities.some(({ id }) => id === before?.record.abilities[0]?.id));
    await folder.remove();
  });

  it("are computed as they always were", () => {
    const none = new Set<number>();
    assert.equal(
      expertIdOf("expert", "/project", ".github/agents/a.agent.md", none),
      1_462_880_895,
    );
    assert.equal(expertIdOf("skill", "/project", ".github/skills/a/SKILL.md", none), 1_776_808_173);
  });

  it("differ between experts, skills and folders, and stay in their ranges", () => {
    const none = new Set<number>();
    for (let index = 0; index < 2000; index++) {
      const expert = expertIdOf("expert", "/project", `${index}`, none);
      const skill = expertIdOf("skill", "/project", `${index}`, none);
      assert.ok(isFileExpertId(expert) && expert >= 1_000_000_000 && expert < 1_500_000_000);
      assert.ok(!isFileExpertId(skill) && skill >= 1_500_000_000 && skill < 2_000_000_000);
      assert.notEqual(expertIdOf("expert", "/project2", `${index}`, none), expert);
    }
  });

  it("gives no id of an expert twice", () => {
    const first = expertIdOf("expert", "/project", "a", new Set());
    const second = expertIdOf("expert", "/project", "a", new Set([first]));
    assert.notEqual(second, first);
    assert.ok(isFileExpertId(second));
  });
});
