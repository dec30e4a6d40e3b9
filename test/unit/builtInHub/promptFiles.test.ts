import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promptFile } from "../../../src/features/prompts/core/promptFile";
import { readPrompts } from "../../../src/builtInHub/promptFiles";

const directory = ".github/prompts";
const ending = ".prompt.md";

describe("prompts in files", () => {
  let home: string;
  let root: string;
  const write = async (name: string, content: string | Uint8Array) => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const read = async () => {
    const { prompts, problems } = await readPrompts({ root, directory, ending });
    return {
      prompts: prompts.map(({ file, ...prompt }) => ({ ...prompt, file: path.basename(file) })),
      problems: problems.map(
        ({ file, line, severity, message }) =>
          `${path.basename(file)}:${line} ${severity} ${message}`,
      ),
    };
  };

  beforeEach(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), "prompt-files-")));
    root = path.join(home, "project");
    await mkdir(root);
  });
  afterEach(() => rm(home, { recursive: true }));

  it("N8 are wrong in the language of VS Code", async () => {
    await write(`${directory}/a${ending}`, "---\nname: [1]\n---\n");
    await write(`${directory}/b${ending}`, "---\nname: [1]\n---\nWhy?");
    const messages = {
      "This file has no question: write it below the front matter.": "Keine Frage.",
      "“{0}” must be text, so it is ignored.": "„{0}“ ist kein Text.",
    };
    const { problems } = await readPrompts({ root, directory, ending }, messages);
    assert.deepEqual(
      problems.map(({ message }) => message),
      ["Keine Frage.", "„name“ ist kein Text."],
    );
  });

  it("have a name, a description, an expert and an ability, as far as they say so", async () => {
    await write(
      `${directory}/b${ending}`,
      "---\r\nname: Find bugs\r\ndescription: 'In: code'\nexpert: 007\nability: Review\nmode: ask\n---\n\r\n Which bugs?\r\n\r\n${selection} \n",
    );
    await write(`${directory}/a${ending}`, "Only a question");
    await write(`${directory}/notes.md`, "No prompt");
    await write(`${directory}/${ending}`, "No name");
    assert.deepEqual(await read(), {
      prompts: [
        { name: "a", description: "", text: "Only a question", file: `a${ending}` },
        {
          name: "Find bugs",
          description: "In: code",
          text: "Which bugs?\n\n${selection}",
          expert: "007",
          ability: "Review",
          file: `b${ending}`,
        },
      ],
      problems: [],
    });
  });

  it("are read as they were written", async () => {
    const name = 'a: "b" \\ --- [x] {y} # z';
    await write(`${directory}/a${ending}`, promptFile(name, "  Why?\n---\nname: x\n"));
    const { prompts, problems } = await read();
    assert.deepEqual(problems, []);
    assert.deepEqual(prompts, [
      { name, description: "", text: "Why?\n---\nname: x", file: `a${ending}` },
    ]);
  });

  it("have no control characters, and names and descriptions of one line", async () => {
    const words = "x ".repeat(300);
    await write(
      `${directory}/a${ending}`,
      `---\nname: "a\\x1b[31m\\nb"\ndescription: ${words}\n---\nOne\u0007\n\tTwo\u009b`,
    );
    const [prompt] = (await read()).prompts;
    assert.equal(prompt?.name, "a[31m b");
    assert.equal(prompt.description.length, 300);
    assert.equal(prompt.text, "One\n\tTwo");
  });

  it("are empty without the folder, and without the workspace", async () => {
    assert.deepEqual(await read(), { prompts: [], problems: [] });
    root = path.join(home, "gone");
    assert.deepEqual(await read(), { prompts: [], problems: [] });
  });

  const broken: Record<string, [content: string | Uint8Array, problem: RegExp]> = {
    "an open front matter": ["---\nname: x\nWhy?", /^bad.*:1 error .*a line “---” is missing/],
    "no YAML": ["---\nname: [x\n---\nWhy?", /^bad.*:2 error The front matter is not valid YAML/],
    "no question": ["---\nname: x\n---\n \n", /^bad.*:1 error This file has no question/],
    "65 KB": ["x".repeat(64 * 1024 + 1), /^bad.*:1 error This file is larger than 64 KB/],
    "no text": [new Uint8Array([80, 0, 3]), /^bad.*:1 error This file is not UTF-8 text/],
  };
  for (const [what, [content, problem]] of Object.entries(broken)) {
    it(`are reported, and leave the others alone: ${what}`, async () => {
      await write(`${directory}/bad${ending}`, content);
      await write(`${directory}/good${ending}`, "x".repeat(64 * 1024));
      const { prompts, problems } = await read();
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ["good"],
      );
      assert.equal(problems.length, 1, problems.join("\n"));
      assert.match(problems[0] ?? "", problem);
    });
  }

  it("are used, with a warning, where a field is no text", async () => {
    await write(`${directory}/a${ending}`, "---\nname: [x]\nexpert:\n  - 7\n---\nWhy?");
    const { prompts, problems } = await read();
    assert.deepEqual(prompts, [{ name: "a", description: "", text: "Why?", file: `a${ending}` }]);
    assert.deepEqual(problems, [
      `a${ending}:3 warning “expert” must be text, so it is ignored.`,
      `a${ending}:2 warning “name” must be text, so it is ignored.`,
    ]);
  });

  it("reads 200 prompt files at most", async () => {
    const names = Array.from({ length: 201 }, (_, index) => String(index).padStart(3, "0"));
    await Promise.all(names.map((name) => write(`${directory}/${name}${ending}`, "Why?")));
    const { prompts, problems } = await read();
    assert.equal(prompts.length, 200);
    assert.match(problems.join(), /^200.*:1 error Only the first 200 files/);
  });

  it("are never outside of the folder", async function () {
    if (process.platform === "win32") this.skip();
    await writeFile(path.join(home, "secret.md"), "SECRET");
    await write(`${directory}/good${ending}`, "Why?");
    await symlink(path.join(home, "secret.md"), path.join(root, directory, `out${ending}`));
    const { prompts, problems } = await read();
    assert.deepEqual(
      prompts.map(({ text }) => text),
      ["Why?"],
    );
    assert.match(problems.join(), /^out.*:1 error This is a link to something/);
    await rm(path.join(root, ".github"), { recursive: true });
    await mkdir(path.join(home, "else", "prompts"), { recursive: true });
    await writeFile(path.join(home, "else", "prompts", `a${ending}`), "SECRET");
    await symlink(path.join(home, "else"), path.join(root, ".github"));
    const linked = await read();
    assert.deepEqual(linked.prompts, []);
    assert.match(linked.problems.join(), /^prompts:1 error This is a link out of the open folder/);
  });
});
