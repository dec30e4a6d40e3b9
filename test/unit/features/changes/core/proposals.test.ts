import assert from "node:assert/strict";
import { readAnswer, type GivenAnswer } from "../../../../support/readAnswer";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const diffOf = (path: string) => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-one\n+two\n`;
const changed = (path: string) => ({ [path]: "two\n" });

describe("the file that a path of an answer means", () => {
  const files = { "src/a.ts": "one\n", "src/deep/b.ts": "one\n", "a.txt": "one\n" };

  it("is in the folder, however the path is written", async () => {
    for (const path of ["src/a.ts", "./src/a.ts", "src\\a.ts", "/src/a.ts", "/proj/src/a.ts"]) {
      const { files: proposed, refusals } = await readAnswer({ output: diffOf(path), files });
      assert.deepEqual(proposed, changed("src/a.ts"), `${path}: ${refusals.join(" ")}`);
    }
  });

  it("is the one that the end of a path means, where the rest is that of another computer", async () => {
    for (const path of [
      "/app/src/a.ts",
      "/home/me/shop/src/a.ts",
      "proj/src/a.ts",
      "shop/src/a.ts",
    ])
      assert.deepEqual((await readAnswer({ output: diffOf(path), files })).files, {
        "src/a.ts": "two\n",
      });
    const whole = `**/app/src/a.ts**\n\n${fence("ts", "two")}`;
    assert.deepEqual((await readAnswer({ output: whole, files })).files, changed("src/a.ts"));
  });

  it("is the only one whose path ends like that", async () => {
    const { files: proposed } = await readAnswer({ output: diffOf("b.ts"), files });
    assert.deepEqual(proposed, changed("src/deep/b.ts"));
    const twice = { ...files, "test/b.ts": "one\n" };
    assert.deepEqual(await readAnswer({ output: diffOf("b.ts"), files: twice }), {
      files: {},
      refusals: ["b.ts was left out."],
    });
  });

  it("is never outside of the folder", async () => {
    for (const path of ["../src/a.ts", "src/../../a.ts", "/etc/hosts.txt", "~/src/none.ts"]) {
      const output = fence(`ts title="${path}"`, "two");
      const { files: proposed, refusals } = await readAnswer({ output, files });
      assert.deepEqual(proposed, {}, path);
      assert.deepEqual(refusals, [`${path} is outside of the workspace.`]);
    }
  });
});

const block = (path: string, text: string) => fence(`ts ${path}`, text.trimEnd());
const inTwo = () => "It is in two folders.";

describe("one of several files that an answer may mean", () => {
  const whole = ["one", "two", "three", "four", "five"].map((name) => `${name}();\n`).join("");
  const files = { "x/a.ts": whole, "y/a.ts": whole, "x/only.ts": whole };
  const changedWhole = whole.replace("two", "TWO");
  const both = ["x/a.ts", "y/a.ts"];

  /** What was offered, and the paths that were changed. */
  async function offered(given: Partial<GivenAnswer> & { output: string }, picked?: string) {
    const asked: unknown[] = [];
    const pick = (paths: readonly string[], mayCreate: boolean) => {
      asked.push([paths, mayCreate]);
      return picked;
    };
    const read = await readAnswer({ files, ...given, pick });
    return { asked, changed: Object.keys(read.files), refusals: read.refusals };
  }

  it("is picked by the user, a new one too where the answer may create it", async () => {
    const change = "--- a.ts\n+++ a.ts\n@@ -2 +2 @@\n-two();\n+TWO();\n";
    for (const [output, more, mayCreate] of [
      [block("a.ts", changedWhole), {}, true],
      [change, {}, false],
      [block("a.ts", changedWhole), { attached: both }, false],
    ] as const) {
      assert.deepEqual(await offered({ output, ...more }, "y/a.ts"), {
        asked: [[both, mayCreate]],
        changed: ["y/a.ts"],
        refusals: [],
      });
      assert.deepEqual(await offered({ output, ...more }), {
        asked: [[both, mayCreate]],
        changed: [],
        refusals: ["a.ts was left out."],
      });
    }
    const created = await offered({ output: block("a.ts (new)", "new();") }, "new");
    assert.deepEqual(created.changed, ["a.ts"]);
  });

  it("is not picked where only one was asked about that is still there, or has such a text", async () => {
    for (const given of [
      { output: block("a.ts", changedWhole), attached: ["x/a.ts", "z/a.ts"] },
      { output: block("only.ts", changedWhole) },
    ])
      assert.deepEqual((await offered(given)).asked, [], given.output);
    assert.deepEqual(await offered({ output: block("only.ts", "TWO();\nthree();") }), {
      asked: [[["x/only.ts"], true]],
      changed: [],
      refusals: ["only.ts was left out."],
    });
  });

  it("is offered from those that a workspace finds at the path, without a search", async () => {
    const output = block("a.ts", changedWhole);
    const candidates = both.map((address) => ({ address }));
    assert.deepEqual(
      await offered({ output, find: async () => ({ why: inTwo, candidates }) }, "x/a.ts"),
      {
        asked: [[both, false]],
        changed: ["x/a.ts"],
        refusals: [],
      },
    );
    assert.deepEqual(await offered({ output, find: async () => ({ why: inTwo }) }), {
      asked: [],
      changed: [],
      refusals: ["It is in two folders."],
    });
  });
});

const refusalsOf = async (output: string) => {
  const read = await readAnswer({ output, files: {} });
  assert.deepEqual(read.files, {}, output);
  return read.refusals;
};

describe("a file that is not there", () => {
  it("is created only if it has a folder or is called new, and the answer does not end in it", async () => {
    const isNotNew = "notes.txt does not exist, and the answer does not call it new.";
    const isCutOff = "src/new.ts does not exist, and the answer ends in the middle of it.";
    assert.deepEqual(await refusalsOf(fence("text notes.txt", "two")), [isNotNew]);
    assert.deepEqual(await refusalsOf("```ts src/new.ts\ntwo"), [isCutOff]);
    for (const output of [fence("ts src/new.ts", "two"), fence("ts src/new.ts (new)", "two")])
      assert.deepEqual((await readAnswer({ output, files: {} })).files, { "src/new.ts": "two\n" });
  });
});

describe("a code block that names no file", () => {
  const files = { "a.ts": "one\n", "b.ts": "one\n" };

  it("is for what was asked about", async () => {
    const given = { output: fence("ts", "two"), files, attached: "a.ts" };
    assert.deepEqual((await readAnswer(given)).files, changed("a.ts"));
    const selection = ["a.ts", "  one"] as const;
    const indented = { "a.ts": "{\n  one\n}\n" };
    const selected = await readAnswer({ output: fence("ts", "two"), files: indented, selection });
    assert.deepEqual(selected.files, { "a.ts": "{\n  two\n}\n" });
  });

  it("is for nothing where that cannot be told, and the reason says why", async () => {
    const reasons = async (given: Partial<Parameters<typeof readAnswer>[0]>) => {
      const read = await readAnswer({ output: fence("ts", "two"), files, ...given });
      assert.deepEqual(read.files, {});
      return read.refusals;
    };
    assert.deepEqual(await reasons({}), [
      "A code block names no file, and the question was not asked about one.",
    ]);
    assert.deepEqual(await reasons({ attached: "b.ts", selection: ["a.ts", "one"] }), [
      "The question was asked about several places, and the code block does not say which one it is for.",
    ]);
    assert.deepEqual(await reasons({ output: fence("python", "two"), attached: "a.ts" }), [
      "The code block for a.ts is in another language: python.",
    ]);
    assert.deepEqual(await reasons({ attached: "gone.ts" }), ["gone.ts no longer exists."]);
  });
});
