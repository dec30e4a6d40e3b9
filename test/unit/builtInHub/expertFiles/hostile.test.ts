import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { expertOf, fileFolder, type FileFolder } from "./fileFolder";

const header = (yaml: string) => `---\n${yaml}\n---\nBody`;
const file = ".github/agents/reviewer.agent.md";

describe("an error in an expert file", () => {
  const errors: Readonly<Record<string, [content: string | Uint8Array, line: number, RegExp]>> = {
    "an unclosed list": [header("name: x\ntools: [read\ndescription: y"), 4, /not valid YAML: /],
    "a tab as indentation": [header("name: x\nmodel:\n\t- a"), 4, /not valid YAML: .*[Tt]ab/],
    "a list as front matter": [header("- name\n- description"), 2, /must consist of fields/],
    "text as front matter": [header("just a sentence"), 2, /must consist of fields/],
    "an open front matter": ["---\nname: x\n\nBody", 1, /a line “---” is missing/],
    "two documents": [header("name: x\n...\nname: y"), 4, /not valid YAML: /],
    "an empty file": ["", 1, /has no instructions/],
    "spaces alone": ["---\nname: x\n---\n \n\t\n", 1, /has no instructions/],
    "a large file": ["x".repeat(256 * 1024 + 1), 1, /larger than 256 KB/],
    "a large front matter": [header(`name: ${"x".repeat(17 * 1024)}`), 1, /longer than 16 KB/],
    "a binary file": [new Uint8Array([80, 75, 3, 4, 0, 1, 2]), 1, /not UTF-8 text/],
    "another encoding": [new Uint8Array([0xe4, 0xf6, 0xfc]), 1, /not UTF-8 text/],
    "UTF-16": [Buffer.from("\uFEFFYou review.", "utf16le"), 1, /not UTF-8 text/],
    "nested lists": [
      header(`name: x
deep: ${"[".repeat(10_000)}`),
      1,
      /too many lists/,
    ],
    "nested fields": [
      header(`name: x
deep: ${"{a: ".repeat(3000)}`),
      1,
      /too many lists/,
    ],
    "nested dashes": [
      header(`name: x
deep:
  ${"- ".repeat(5000)}x`),
      1,
      /too many lists/,
    ],
    "deep indentation": [
      header(
        `name: x\n${Array.from({ length: 150 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")}\n  - ]`,
      ),
      152,
      /not valid YAML: /,
    ],
  };
  for (const [what, [content, line, message]] of Object.entries(errors)) {
    it(`G10 names file and line, and leaves the others alone: ${what}`, async () => {
      const folder = await fileFolder({ [file]: content, ".claude/agents/good.md": "Good" });
      const problems = await folder.problems();
      assert.equal(problems.length, 1, problems.join("\n"));
      const [, at, words] = /^(.*?:\d+) error (.*)$/s.exec(problems[0] ?? "") ?? [];
      assert.equal(at, `${file}:${line}`);
      assert.match(words ?? "", message);
      assert.match(words ?? "", /^[A-Z][^\n]*\.$/);
      assert.deepEqual(
        (await folder.experts()).map(({ record }) => record.name),
        ["good"],
      );
      await folder.remove();
    });
  }

  it("in a skill takes neither its experts nor other skills along", async () => {
    const folder = await fileFolder({
      [file]: "Body",
      ".github/skills/bad/SKILL.md": "---\nname: [",
      ".github/skills/good/SKILL.md": "Good",
    });
    const [expert] = await folder.experts();
    assert.deepEqual(
      expert?.record.abilities.map(({ name }) => name),
      ["good"],
    );
    assert.equal((await folder.problems()).length, 1);
    await folder.remove();
  });

  it("that is an unknown alias is a warning", async () => {
    const { expert, problems } = await expertOf(header("name: x\ndescription: *nothing"));
    assert.equal(expert?.record.description, "");
    assert.deepEqual(problems, [
      `${file}:3 warning “description” refers to an anchor that is not defined above it.`,
    ]);
  });

  it("of a field is a warning, and the field is ignored", async () => {
    const { expert, problems } = await expertOf(
      header("name: [a, b]\ndescription: {a: b}\nmodel: [a, [b], {c: d}]\nmodel: z"),
    );
    assert.equal(expert?.record.name, "reviewer");
    assert.equal(expert.record.description, "");
    assert.deepEqual(expert.models, ["a"]);
    assert.deepEqual(
      problems.map((problem) => problem.replace(`${file}:`, "")),
      [
        "2 warning “name” must be text, so it is ignored.",
        "3 warning “description” must be text, so it is ignored.",
        "5 warning “model” is given more than once; the first one counts.",
        "4 warning “model” has items that are no text; they are ignored.",
      ],
    );
  });
});

describe("a hostile expert file", () => {
  it("G10 ignores what multiplies by aliases in an expert file", async () => {
    const laughs = ["a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
    for (const [at, name] of [..."bcdefghi"].entries()) {
      const before = "abcdefgh"[at];
      laughs.push(
        `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(", ")}]`,
      );
    }
    const { expert } = await expertOf(header(`${laughs.join("\n")}\ntools: *i\nmodel: *a`));
    assert.deepEqual(expert?.tools, []);
    assert.equal(expert.models.length, 10);
  });

  it("G10 ignores what contains itself in an expert file", async () => {
    const { expert } = await expertOf(header("tools: &t [*t, read]\ndescription: &d {a: *d}"));
    assert.equal(expert?.record.description, "");
    assert.deepEqual(expert.tools, ["computation_engine", "workspace_connector"]);
  });

  it("G10 cannot reach prototypes, constructors or types", async () => {
    const { expert } = await expertOf(
      header(
        [
          "__proto__: {polluted: yes, name: evil}",
          "constructor: {prototype: {polluted: yes}}",
          "toString: x",
          "name: !!js/function 'x'",
          "description: !!binary SGVsbG8=",
          "<<: {model: merged}",
          "tools: [__proto__, constructor, toString, hasOwnProperty]",
        ].join("\n"),
      ),
    );
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
    assert.equal(expert?.record.name, "x");
    assert.equal(expert.record.description, "SGVsbG8=");
    assert.deepEqual(expert.models, []);
    assert.deepEqual(expert.tools, ["computation_engine"]);
    assert.equal(Object.getPrototypeOf(expert.record), Object.prototype);
  });

  it("has a name of one line, whatever is in it", async () => {
    for (const [written, read] of [
      ['"a\\nb\\r\\nc\\u2028d"', "a b c d"],
      ['"a\\0b\\e[31mc\\x7f"', "ab[31mc"],
      ['"\\uD83D x"', "\uFFFD x"],
      ["|\n  one\n  two", "one two"],
      ['" \\n "', "reviewer"],
      [`"${"😀".repeat(300)}"`, `${"😀".repeat(99)}…`],
    ]) {
      const { expert } = await expertOf(header(`name: ${written}`));
      assert.equal(expert?.record.name, read);
    }
  });

  it("has a bounded description without control characters", async () => {
    const { expert } = await expertOf(header(`description: "a\\0b\\e${"x".repeat(10_000)}"`));
    assert.match(expert?.record.description ?? "", /^abx{4094}$/);
  });

  it("has a bounded list of tools and models", async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `m${at}`).join(", ");
    const { expert } = await expertOf(header(`model: [${many}]\ntools: [${many}, read]`));
    assert.equal(expert?.models.length, 200);
    assert.deepEqual(expert.tools, ["computation_engine"]);
  });

  it("reads an expert file with thousands of fields", async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `k${at}:`).join("\n");
    assert.equal((await expertOf(header(`${many}\nname: x`))).expert?.record.name, "x");
  });

  it("reads an expert file whose name no other system would take", async function () {
    if (process.platform === "win32") this.skip();
    const { expert } = await expertOf("Body", ".github/agents/two\nlines\u0007.agent.md");
    assert.equal(expert?.record.name, "two lines");
  });
});

describe("links among expert files", () => {
  let folder: FileFolder;
  let outside: FileFolder;
  before(function () {
    if (process.platform === "win32") this.skip();
  });
  beforeEach(async () => {
    folder = await fileFolder({ [file]: "Inside" });
    outside = await fileFolder({
      "secret.md": "SECRET_CANARY",
      ".github/agents/x.agent.md": "SECRET_CANARY",
      "skill/SKILL.md": "SECRET_CANARY",
    });
  });
  afterEach(async () => {
    await folder.remove();
    await outside.remove();
  });

  const seen = async () => JSON.stringify((await folder.files.current()).experts);

  it("G10 are refused where they lead out of the folder", async () => {
    await mkdir(folder.place(".github/skills"));
    await symlink(outside.place("secret.md"), folder.place(".github/agents/s.agent.md"));
    await symlink(outside.place("skill"), folder.place(".github/skills/s"));
    await symlink(outside.place(".github"), folder.place(".claude"));
    await symlink(outside.at, folder.place(".agents"));
    assert.doesNotMatch(await seen(), /SECRET_CANARY/);
    assert.match(await seen(), /Inside/);
    assert.deepEqual(
      (await folder.problems()).map((problem) => problem.split(" ")[0]),
      [".claude/agents:1", ".github/agents/s.agent.md:1", ".github/skills/s/SKILL.md:1"],
    );
  });

  it("G10 are refused where they lead to the folder above, whose entries nobody sees", async () => {
    await mkdir(folder.place(".claude"));
    await symlink(path.dirname(folder.at), folder.place(".claude/agents"));
    assert.deepEqual(
      (await folder.problems()).map((problem) => problem.split(" ").slice(0, 9).join(" ")),
      [".claude/agents:1 error This is a link out of the"],
    );
  });

  it("are followed to a folder whose name begins with dots", async () => {
    await folder.write("..shared/plan.md", "Plan");
    await symlink("../../..shared/plan.md", folder.place(".github/agents/plan.md"));
    assert.match(await seen(), /Plan/);
    assert.deepEqual(await folder.problems(), []);
  });

  it("G10 are refused where their folder only begins like the open one", async () => {
    const { at } = folder;
    const beside = `${path.basename(at)}-beside.md`;
    await outside.write(beside, "SECRET_CANARY");
    await symlink(outside.place(beside), folder.place(".github/agents/s.md"));
    assert.doesNotMatch(await seen(), /SECRET_CANARY/);
  });

  it("G10 are refused where they lead to something that is not Markdown", async () => {
    await folder.write(".env", "SECRET_CANARY=1");
    await symlink(folder.place(".env"), folder.place(".github/agents/env.agent.md"));
    assert.doesNotMatch(await seen(), /SECRET_CANARY/);
    assert.match((await folder.problems())[0] ?? "", /not a Markdown file in the same folder/);
  });

  it("are followed within the folder, each file once", async () => {
    await folder.write(".agents/skills/x/SKILL.md", "X");
    await mkdir(folder.place(".claude/agents"), { recursive: true });
    await symlink("../.agents/skills", folder.place(".claude/skills"));
    await symlink("../../docs/plan.md", folder.place(".claude/agents/plan.md"));
    await symlink(`../../${file}`, folder.place(".claude/agents/again.md"));
    await folder.write("docs/plan.md", "Plan");
    const experts = await folder.experts();
    assert.deepEqual(
      experts.map(({ systemMessage, skills }) => [systemMessage, skills.length]),
      [
        ["Inside", 1],
        ["Plan", 1],
      ],
    );
    assert.deepEqual(await folder.problems(), []);
  });

  it("that go round in circles or nowhere are nothing", async () => {
    await symlink("b.agent.md", folder.place(".github/agents/a.agent.md"));
    await symlink("a.agent.md", folder.place(".github/agents/b.agent.md"));
    await symlink("nowhere.md", folder.place(".github/agents/c.agent.md"));
    await mkdir(folder.place(".claude"));
    await symlink(".", folder.place(".claude/skills"));
    await symlink("skills", folder.place(".claude/agents"));
    assert.equal((await folder.experts()).length, 1);
    assert.deepEqual(await folder.problems(), []);
  });
});

describe("what is no expert file", () => {
  it("does not block or break anything", async function () {
    if (process.platform === "win32") this.skip();
    const folder = await fileFolder({ [file]: "Body", ".claude/agents": "a file" });
    await mkdir(folder.place(".github/agents/folder.agent.md"));
    execFileSync("mkfifo", [folder.place(".github/agents/pipe.agent.md")]);
    assert.equal((await folder.experts()).length, 1);
    assert.deepEqual(
      (await folder.problems()).map((problem) => problem.split(" ")[0]),
      [".github/agents/folder.agent.md:1", ".github/agents/pipe.agent.md:1"],
    );
    await folder.remove();
  });

  it("is named where it may not be opened", async function () {
    if (process.platform === "win32") this.skip();
    const folder = await fileFolder({ [file]: "Body" });
    await chmod(folder.place(file), 0);
    const socket = ".github/agents/z.agent.md";
    const server = createServer().listen(folder.place(socket));
    await once(server, "listening");
    // Modes do not bind root.
    const closed = process.getuid?.() === 0 ? [socket] : [file, socket];
    assert.deepEqual(
      await folder.problems(),
      closed.map((name) => `${name}:1 error This file cannot be opened.`),
    );
    server.close();
    await folder.remove();
  });
});

describe("many expert files", () => {
  it("are used up to a bound, and the first one beyond it is named", async () => {
    const names = Array.from({ length: 205 }, (_, at) => String(at).padStart(3, "0"));
    const folder = await fileFolder(
      Object.fromEntries(names.map((name) => [`.github/agents/${name}.agent.md`, name])),
    );
    const experts = await folder.experts();
    assert.equal(experts.length, 200);
    assert.equal(new Set(experts.map(({ record }) => record.id)).size, 200);
    assert.deepEqual(await folder.problems(), [
      ".github/agents/200.agent.md:1 error Only the first 200 files of this kind are used; this one and those after it are not.",
    ]);
    await folder.remove();
  });
});
