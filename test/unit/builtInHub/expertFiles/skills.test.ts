import assert from "node:assert/strict";
import { ExpertFiles } from "../../../../src/builtInHub/expertFiles/expertFiles";
import { fileFolder } from "./fileFolder";

const skill = (name: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: For ${name}\nlicense: MIT\nmetadata:\n  author: us\n---\n${body}`;

describe("skills", () => {
  it("are abilities of every expert of their folder, whichever product reads them", async () => {
    const folder = await fileFolder({
      ".github/agents/a.agent.md": "A",
      ".claude/agents/b.md": "B",
      ".github/skills/one/SKILL.md": skill("one"),
      ".agents/skills/two/SKILL.md": skill("two", "# Two\n\nSteps."),
      ".claude/skills/three/SKILL.md": skill("three"),
      ".claude/skills/three/reference.md": "not a skill",
      ".claude/skills/empty/other.md": "not a skill",
    });
    const experts = await folder.experts();
    for (const { record, skills } of experts) {
      assert.deepEqual(
        record.abilities.map(({ name, text }) => [name, text]),
        [
          ["one", "For one"],
          ["two", "For two"],
          ["three", "For three"],
        ],
      );
      assert.equal(skills[1]?.instructions, "# Two\n\nSteps.");
    }
    assert.deepEqual(
      experts.map(({ record }) => record.name),
      ["a", "b"],
    );
    assert.deepEqual(await folder.problems(), []);
    await folder.remove();
  });

  it("are called like their folder where they say no name", async () => {
    const folder = await fileFolder({
      ".github/agents/a.agent.md": "A",
      ".github/skills/release-notes/SKILL.md": "Write release notes.",
    });
    const [expert] = await folder.experts();
    assert.equal(expert?.record.abilities[0]?.name, "release-notes");
    await folder.remove();
  });

  it("count once by name within a folder: the first one", async () => {
    const folder = await fileFolder({
      ".github/agents/a.agent.md": "A",
      ".github/skills/x/SKILL.md": skill("x", "First"),
      ".claude/skills/x/SKILL.md": skill("x", "Second"),
    });
    const [expert] = await folder.experts();
    assert.deepEqual(
      expert?.skills.map(({ instructions }) => instructions),
      ["First"],
    );
    await folder.remove();
  });

  it("of another folder are for experts whose own folder has none", async () => {
    const withSkills = await fileFolder({
      ".github/agents/a.agent.md": "A",
      ".github/skills/x/SKILL.md": skill("x"),
    });
    const without = await fileFolder({ ".github/agents/b.agent.md": "B" });
    const other = await fileFolder({
      ".github/agents/c.agent.md": "C",
      ".github/skills/y/SKILL.md": skill("y"),
    });
    const folders = [withSkills, without, other];
    const files = new ExpertFiles(() => folders.map(({ at }) => ({ name: "same", path: at })));
    const { experts } = await files.current();
    assert.deepEqual(
      experts.map(({ record }) => [record.name, record.abilities.map(({ name }) => name)]),
      [
        ["a", ["x"]],
        ["b", ["x", "y"]],
        ["c", ["y"]],
      ],
    );
    for (const folder of folders) await folder.remove();
  });
});
