import assert from "node:assert/strict";
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  changedFilesIn,
  diffArguments,
  patchOfNew,
  pathsInDiff,
  textOfFiles,
} from "../../../../../src/features/attachments/core/changedFiles";
import { patchesOf } from "../../../../../src/features/changes/core/patches";
import { git, makeRepository } from "../../../../support/gitRepository";
import { temporaryFolder, type TemporaryFolder } from "../../../builtInHub/tools/temporaryFolder";

/** Names that a patch cannot have as they are. */
const odd = ['quo"te.txt', "line\nbreak.txt", "tab\tin.txt", "über uns.txt", "back\\slash.txt"];

const patchOf = (name: string) => `diff --git a/${name} b/${name}\nnew file mode 100644\n`;

const sized = (length: number) => ({ path: "a", patch: "x".repeat(length) });

/** Without what only Git knows. */
const plain = (patch = "") => patch.replace(/^index .*\n/m, "").replaceAll("\t\n", "\n");

describe("the files of a diff", () => {
  const home = {} as { folder: TemporaryFolder };
  beforeEach(async () => {
    home.folder = await temporaryFolder();
  });
  afterEach(() => home.folder[Symbol.asyncDispose]());

  const at = (name: string) => path.join(home.folder.path, name);
  const write = async (name: string, text: string | Uint8Array) => {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
  };
  const diff = (...what: string[]) =>
    changedFilesIn(git(home.folder.path, ...diffArguments, ...what, "--"));

  it("have their names and their own patches, whatever they are called and Git is told to print", async () => {
    for (const name of odd) await write(name, "one\n");
    makeRepository(home.folder.path, ".");
    const settings = ["color.ui=always", "diff.noprefix=true", "diff.external=false"];
    for (const setting of [...settings, "diff.renames=false"])
      git(home.folder.path, "config", ...setting.split("="));
    for (const name of odd) await write(name, `of ${name.length}\n`);
    const files = diff("HEAD");
    assert.deepEqual(files.map((file) => file.path).toSorted(), odd.toSorted());
    for (const file of files)
      assert.match(file.patch ?? "", new RegExp(`^diff --git [^]*\n\\+of ${file.path.length}\n$`));
  });

  it("are renamed, binary, emptied, deleted or executable as Git says", async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
    await write("old.ts", text);
    await write("gone.ts", "gone\n");
    await write("run.sh", "true\n");
    await write("image.png", Uint8Array.of(0, 1, 2));
    makeRepository(home.folder.path, ".");
    await rename(at("old.ts"), at("new.ts"));
    await writeFile(at("new.ts"), `${text}more\n`);
    git(home.folder.path, "rm", "--quiet", "gone.ts");
    await chmod(at("run.sh"), 0o755);
    await write("image.png", Uint8Array.of(0, 3));
    git(home.folder.path, "add", "--all");
    const files = diff("--cached");
    assert.deepEqual(
      files.map(({ path: now, formerPath }) => [formerPath, now]),
      [
        [undefined, "gone.ts"],
        [undefined, "image.png"],
        ["old.ts", "new.ts"],
        [undefined, "run.sh"],
      ],
    );
    const { text: whole } = textOfFiles(files);
    assert.match(whole, /rename from old\.ts\nrename to new\.ts/);
    assert.match(whole, /^Binary files a\/image\.png and b\/image\.png differ$/m);
    assert.match(whole, /^old mode 100644\nnew mode 100755$/m);
    assert.doesNotMatch(whole, /\0/);
    assert.deepEqual(
      patchesOf(whole).map(({ kind }) => kind),
      ["delete", "binary", "rename", "mode"],
    );
  });

  it("are taken apart at no line of their own text", async () => {
    const text = "a\rdiff --git a/x b/x\r\n\u2028diff --git a/y b/y\n* Unmerged path z\n";
    await write("a.txt", "before\n");
    makeRepository(home.folder.path, ".");
    await write("a.txt", text);
    const [only, ...others] = diff("HEAD");
    assert.deepEqual([only?.path, others.length], ["a.txt", 0]);
    assert.ok(only?.patch?.includes("+* Unmerged path z"));
  });

  it("pass for no other file where an answer does not fit together", () => {
    assert.throws(() => changedFilesIn(`1\t0\ta\0\0${patchOf("a")}${patchOf("b")}`));
    assert.throws(() => changedFilesIn(`1\t0\ta\0\0${patchOf("secret")}`));
    assert.deepEqual(
      changedFilesIn(`${["1\t0\ta", "1\t0\tb", "", patchOf("a")].join("\0")}diff --git a/b`, true),
      [
        { path: "a", patch: patchOf("a") },
        { path: "b", patch: undefined },
      ],
    );
    assert.deepEqual(changedFilesIn("1\t0\tsec", true), []);
    assert.throws(() => changedFilesIn("1\t0\ta\0\0"));
    assert.deepEqual(changedFilesIn("1\t0\ta\0\0", true), [{ path: "a", patch: undefined }]);
  });

  it("that are new read as Git would print them", async () => {
    const texts = { "one.txt": "one", "two.txt": "one\ntwo\n", "empty.txt": "", "a b.txt": "x\n" };
    makeRepository(home.folder.path);
    for (const [name, text] of Object.entries(texts)) await write(name, text);
    git(home.folder.path, "add", "--all");
    for (const { path: name, patch } of diff("HEAD"))
      assert.equal(plain(patch), patchOfNew(name, texts[name as keyof typeof texts]));
    assert.match(
      patchOfNew("a.bin", undefined),
      /^Binary files \/dev\/null and b\/a\.bin differ$/m,
    );
    assert.equal(patchOfNew('q"\n', "").split("\n")[0], String.raw`diff --git "a/q\"\n" "b/q\"\n"`);
  });

  it("are named where they are too large, and counted where there are too many", () => {
    const large = { path: "large.json", patch: `diff --git\n${"+\n".repeat(200_000)}` };
    const small = { path: "small.ts", patch: patchOfNew("small.ts", "x\n") };
    const { text, onlyNamed } = textOfFiles([large, small]);
    assert.equal(onlyNamed, 1);
    assert.equal(
      text,
      `${small.patch}diff --git a/large.json b/large.json\n(too large to be included)\n`,
    );
    assert.deepEqual([...new Set(pathsInDiff(text))], ["small.ts", "large.json"]);
    const many = Array.from({ length: 5_000 }, (_, index) => {
      const name = `folder/with/a/name/of/some/length/${index}.ts`;
      return { path: name, patch: patchOfNew(name, "some text in it\n".repeat(40)) };
    });
    const all = textOfFiles(many);
    assert.ok(all.text.length < 1.2 * 1024 * 1024 && all.onlyNamed > 3_000);
    assert.match(all.text, /\(and \d+ more files\)\n$/);
  });

  it("fit up to the last character of each limit", () => {
    const full = Array.from({ length: 4 }, () => sized(256 * 1024));
    assert.equal(textOfFiles([sized(256 * 1024 + 1)]).onlyNamed, 1);
    assert.deepEqual(textOfFiles(full), { text: "x".repeat(1024 * 1024), onlyNamed: 0 });
    assert.equal(textOfFiles([...full, sized(1)]).onlyNamed, 1);
    // Each is named with 1,024 characters.
    const named = Array.from({ length: 64 }, () => ({ path: "n".repeat(490) }));
    assert.deepEqual([textOfFiles(named).text.length, textOfFiles(named).onlyNamed], [65_536, 64]);
    const { text } = textOfFiles([...named, { path: "n" }]);
    assert.equal(text.slice(65_536), "(and 1 more files)\n");
  });

  it("have the paths of their heads, not of lines that look like one", () => {
    const patch = patchOfNew("a.txt", "diff --git a/x b/x\n");
    assert.deepEqual(pathsInDiff(patch), ["a.txt", "a.txt"]);
  });
});
