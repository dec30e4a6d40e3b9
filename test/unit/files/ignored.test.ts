import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { workspaceTool } from "../../../src/builtInHub/tools/workspace/workspaceTool";
import { SearchIndex } from "../../../src/builtInHub/tools/workspace/searchIndex";
import { gitOnPath, type GitProgram } from "../../../src/files/gitProgram";
import { ignoredIn } from "../../../src/files/ignored";
import { unquotedName } from "../../../src/kit/quotedName";
import { git, makeRepository } from "../../support/gitRepository";
import { call, dataIn } from "../builtInHub/tools/callTool";
import { temporaryFolder, type TemporaryFolder } from "../builtInHub/tools/temporaryFolder";

const text = "canary\n";
const isList = (name: string) => /(?:^|\/)\.git(?:ignore|modules)$/.test(name);

/** What the tool lists; what it reads, and finds in a search, has to be the same. */
async function seen(folder: string, names: readonly string[], program?: GitProgram) {
  const index = new SearchIndex(
    () => [{ name: "shop", path: folder }],
    undefined,
    undefined,
    program,
  );
  const tool = workspaceTool(index);
  const answer = await call(tool, { action: "list" });
  const listed = answer.startsWith("There are no files")
    ? []
    : dataIn(answer).split("\n").map(unquotedName);
  const { files } = await index.current();
  assert.deepEqual([...files].map(({ name }) => name).toSorted(), listed.toSorted());
  for (const name of names) {
    const read = await call(tool, { action: "read", path: name });
    assert.equal(read.startsWith("Between"), listed.includes(name), `${name}: ${read}`);
  }
  return listed.filter((name) => !isList(name)).toSorted();
}

describe("what Git ignores", () => {
  const home = {} as { folder: TemporaryFolder };
  const inherited = { HOME: process.env["HOME"], XDG: process.env["XDG_CONFIG_HOME"] };

  before(async () => {
    home.folder = await temporaryFolder();
    process.env["HOME"] = home.folder.path;
    delete process.env["XDG_CONFIG_HOME"];
  });

  afterEach(async () => {
    for (const name of [".gitconfig", ".config", "mine"])
      await rm(home.folder.at(name), { recursive: true, force: true });
  });

  after(async () => {
    process.env["HOME"] = inherited.HOME;
    if (inherited.XDG !== undefined) process.env["XDG_CONFIG_HOME"] = inherited.XDG;
    await home.folder[Symbol.asyncDispose]();
  });

  it("G13 includes what the user's own list names, where Git looks by itself and where it is set", async () => {
    const files = { "a.ts": text, "notes/b.md": text, "c.local": text };
    await using shop = await temporaryFolder(files);
    makeRepository(shop.path, "a.ts");
    assert.deepEqual(await seen(shop.path, Object.keys(files)), ["a.ts", "c.local", "notes/b.md"]);
    await home.folder.write({ ".config/git/ignore": "notes/\n" });
    assert.deepEqual(await seen(shop.path, Object.keys(files)), ["a.ts", "c.local"]);
    await home.folder.write({
      ".gitconfig": "[core]\n\texcludesFile = ~/mine\n",
      mine: "*.local\n",
    });
    assert.deepEqual(await seen(shop.path, Object.keys(files)), ["a.ts", "notes/b.md"]);
  });

  it("G13 includes what info/exclude names, also in another working tree of the repository", async () => {
    await using shop = await temporaryFolder({ "main/a.ts": text, "main/mine.ts": text });
    makeRepository(shop.at("main"), "a.ts");
    await writeFile(shop.at("main", ".git", "info", "exclude"), "mine.ts\n");
    assert.deepEqual(await seen(shop.at("main"), ["a.ts", "mine.ts"]), ["a.ts"]);
    git(shop.at("main"), "worktree", "add", "--quiet", shop.at("second"));
    await shop.write({ "second/mine.ts": text, "second/sub/mine.ts": text });
    const names = ["a.ts", "mine.ts", "sub/mine.ts"];
    assert.deepEqual(await seen(shop.at("second"), names), ["a.ts"]);
  });

  it("G13 includes what a repository names that lies elsewhere, as a .git file says", async () => {
    await using shop = await temporaryFolder({ "work/a.ts": text, "work/mine.ts": text });
    git(shop.path, "init", "--quiet", "--separate-git-dir", shop.at("elsewhere"), shop.at("work"));
    await writeFile(shop.at("elsewhere", "info", "exclude"), "mine.ts\n");
    assert.deepEqual(await seen(shop.at("work"), ["a.ts", "mine.ts"]), ["a.ts"]);
  });

  it("G13 is what each repository says of its own files, where one is in another", async () => {
    const files = {
      ".gitignore": "*.log\n/vendor/\n",
      "a.ts": text,
      "a.log": text,
      "inner/.gitignore": "*.tmp\n",
      "inner/b.ts": text,
      "inner/b.tmp": text,
      "inner/b.log": text,
      "inner/deep/more/c.ts": text,
      "inner/deep/more/c.tmp": text,
      "vendor/d.ts": text,
    };
    await using shop = await temporaryFolder(files);
    await using library = await temporaryFolder({ "lib.ts": text, ".gitignore": "lib.txt\n" });
    makeRepository(library.path, "lib.ts", ".gitignore");
    for (const nested of ["inner", "inner/deep", "vendor"])
      git(shop.at(nested === "inner/deep" ? "inner/deep/more" : nested), "init", "--quiet");
    makeRepository(shop.path, "a.ts");
    git(shop.path, "submodule", "--quiet", "add", library.path, "lib");
    await shop.write({ "lib/lib.txt": text, "lib/new.ts": text });
    // A log is ignored by the outer repository alone, which has no say in the inner one.
    assert.deepEqual(
      await seen(
        shop.path,
        [...Object.keys(files), "lib/lib.ts", "lib/lib.txt", "lib/new.ts"].filter(
          (name) => !isList(name),
        ),
      ),
      [
        "a.ts",
        "inner/b.log",
        "inner/b.ts",
        "inner/deep/more/c.tmp",
        "inner/deep/more/c.ts",
        "lib/lib.ts",
        "lib/new.ts",
      ],
    );
  });

  it("G13 is not what it tracks, whatever a list says", async () => {
    const files = {
      ".gitignore": "gen/\n*.log\n",
      "gen/kept.ts": text,
      "gen/new.ts": text,
      "old.log": text,
    };
    await using shop = await temporaryFolder(files);
    makeRepository(shop.path, "gen/kept.ts", "old.log");
    assert.deepEqual(await seen(shop.path, ["gen/kept.ts", "gen/new.ts", "old.log"]), [
      "gen/kept.ts",
      "old.log",
    ]);
    assert.deepEqual(await seen(shop.at("gen"), ["kept.ts", "new.ts"]), ["kept.ts"]);
  });

  it("G13 holds in a folder below the root of the repository, unless all of that folder is ignored", async () => {
    await using shop = await temporaryFolder({
      ".gitignore": "*.log\n/app/local/\n/out/\n",
      "app/a.ts": text,
      "app/a.log": text,
      "app/local/b.ts": text,
      "out/c.ts": text,
      "out/.gitignore": "d.ts\n",
      "out/d.ts": text,
    });
    makeRepository(shop.path);
    assert.deepEqual(await seen(shop.at("app"), ["a.ts", "a.log", "local/b.ts"]), ["a.ts"]);
    assert.deepEqual(await seen(shop.at("out"), ["c.ts", "d.ts"]), ["c.ts"]);
  });

  it("G13 holds for a name in either form of Unicode", async () => {
    const [composed, apart] = ["é".normalize("NFC"), "é".normalize("NFD")];
    for (const [listed, named] of [
      [composed, apart],
      [apart, composed],
    ]) {
      const files = {
        ".gitignore": `secr${listed}t.txt\n/${listed}t${listed}/\n`,
        [`secr${named}t.txt`]: text,
        [`${named}t${named}/a.ts`]: text,
        [`caf${named}.ts`]: text,
      };
      await using shop = await temporaryFolder(files);
      const names = Object.keys(files).filter((name) => !isList(name));
      assert.deepEqual(await seen(shop.path, names), [`caf${named}.ts`]);
      makeRepository(shop.path);
      assert.deepEqual(await seen(shop.path, names), [`caf${named}.ts`]);
      // Those that are tracked by the name that a list has stay.
      await shop.write({ ".gitignore": `*.ts\n` });
      git(shop.path, "add", "--force", "--", `caf${named}.ts`);
      assert.deepEqual((await seen(shop.path, names)).includes(`caf${named}.ts`), true);
    }
  });

  it("G13 is asked anew for each answer", async () => {
    await using shop = await temporaryFolder({ "a.ts": text, "b.ts": text });
    makeRepository(shop.path);
    const index = new SearchIndex(() => [{ name: "shop", path: shop.path }]);
    const names = async () => [...(await index.current()).files].map(({ name }) => name).toSorted();
    assert.deepEqual(await names(), ["a.ts", "b.ts"]);
    await shop.write({ ".git/info/exclude": "b.ts\n" });
    assert.deepEqual(await names(), ["a.ts"]);
    await shop.write({ ".git/info/exclude": "a.ts\n" });
    assert.deepEqual(await names(), ["b.ts"]);
  });

  it("G13 includes what is new since Git was asked", async () => {
    await using shop = await temporaryFolder({ "a.ts": text });
    makeRepository(shop.path);
    const ignored = await ignoredIn(shop.path);
    await shop.write({ "b.ts": text, "new/c.ts": text });
    assert.equal(ignored.ignores(shop.at("a.ts"), false), false);
    assert.equal(ignored.ignores(shop.at("b.ts"), false), true);
    assert.equal(ignored.ignores(shop.at("new"), true), true);
    const now = await ignoredIn(shop.path);
    assert.equal(now.ignores(shop.at("new"), true), false);
    assert.equal(now.ignores(shop.at("new", "c.ts"), false), false);
  });
});

/** A program in place of Git, and a repository whose list and tracked files disagree with it. */
async function standIn(script: string) {
  const files = { ".gitignore": "b.ts\n", "a.ts": text, "b.ts": text };
  const place = await temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([name, one]) => [`shop/${name}`, one])),
  );
  makeRepository(place.at("shop"));
  await place.write({ "bin/git": `#!/bin/sh\n${script}\n` });
  await chmod(place.at("bin", "git"), 0o755);
  return { place, program: async () => place.at("bin", "git") };
}

describe("asking Git", () => {
  const broken: readonly [what: string, script: string][] = [
    ["prints nothing and succeeds", "exit 0"],
    ["fails", "exit 128"],
    ["is killed", "kill -9 $$"],
    ["prints what is no list", "echo these are not the files; exit 0"],
    ["prints half of a list", "printf 'a.ts\\0b.t'; exit 0"],
    ["prints without end", "exec yes"],
  ];
  for (const [what, script] of broken)
    it(`G13 goes by our own rules where it ${what}`, async () => {
      const { place, program } = await standIn(script);
      await using _ = place;
      assert.deepEqual(await seen(place.at("shop"), ["a.ts", "b.ts"], program), ["a.ts"]);
    });

  it("G13 shows none of the files that a list leaves out, however wrong it is", async () => {
    const { place, program } = await standIn(String.raw`printf '../x\0/etc/passwd\0a.ts/\0'`);
    await using _ = place;
    assert.deepEqual(await seen(place.at("shop"), ["b.ts"], program), ["a.ts"]);
  });

  it("G13 waits for an answer no longer than it has to, and not again for a while", async () => {
    const { place, program } = await standIn("sleep 60 & sleep 60");
    await using _ = place;
    const began = performance.now();
    const options = { git: program, milliseconds: 300 };
    for (let time = 0; time < 5; time++) {
      const ignored = await ignoredIn(place.at("shop"), options);
      const own = await ignored.within(place.at("shop"));
      const names = ["a.ts", "b.ts"].map((name) => place.at("shop", name));
      assert.deepEqual(
        names.map((name) => own.ignores(name, false)),
        [false, true],
      );
    }
    assert.ok(performance.now() - began < 1200, `${performance.now() - began} ms`);
  });

  it("G13 is not needed: without one, our own rules hold", async () => {
    await using shop = await temporaryFolder({
      ".gitignore": "*.log\n",
      "app/.gitignore": "/out/\n",
      "app/a.ts": text,
      "app/a.log": text,
      "app/out/b.ts": text,
      "mine.ts": text,
    });
    makeRepository(shop.path);
    await shop.write({ ".git/info/exclude": "mine.ts\n" });
    const { PATH } = process.env;
    process.env["PATH"] = "";
    try {
      assert.equal(await gitOnPath(shop.path), undefined);
      const names = ["app/a.ts", "app/a.log", "app/out/b.ts", "mine.ts"];
      assert.deepEqual(await seen(shop.path, names), ["app/a.ts"]);
    } finally {
      process.env["PATH"] = PATH;
    }
  });

  it("G13 goes by our own rules where Git refuses the repository of somebody else", async () => {
    await using shop = await temporaryFolder({
      ".gitignore": "b.ts\n",
      "a.ts": text,
      "b.ts": text,
    });
    makeRepository(shop.path, "b.ts");
    process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
    try {
      assert.deepEqual(await seen(shop.path, ["a.ts", "b.ts"]), ["a.ts"]);
    } finally {
      delete process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"];
    }
  });

  it("G13 is asked about the folder, whatever repository the editor was started in", async () => {
    await using shop = await temporaryFolder({
      ".gitignore": "b.ts\n",
      "a.ts": text,
      "b.ts": text,
    });
    await using other = await temporaryFolder({ "b.ts": text });
    makeRepository(shop.path);
    makeRepository(other.path, "b.ts");
    Object.assign(process.env, { GIT_DIR: other.at(".git"), GIT_WORK_TREE: other.path });
    try {
      assert.deepEqual(await seen(shop.path, ["a.ts", "b.ts"]), ["a.ts"]);
    } finally {
      delete process.env["GIT_DIR"];
      delete process.env["GIT_WORK_TREE"];
    }
  });

  it("G13 runs no program that a repository names", async () => {
    await using shop = await temporaryFolder({
      ".gitignore": "b.ts\n",
      "a.ts": text,
      "b.ts": text,
      "sub/.gitignore": "c.ts\n",
      "sub/c.ts": text,
    });
    makeRepository(shop.path, "a.ts", "sub/.gitignore");
    const mark = shop.at(".git", "ran");
    await shop.write({ ".git/evil": `#!/bin/sh\ntouch '${mark}'\nexit 1\n` });
    await chmod(shop.at(".git", "evil"), 0o755);
    const evil = shop.at(".git", "evil");
    await mkdir(shop.at(".git", "hooks"), { recursive: true });
    for (const hook of ["post-index-change", "fsmonitor-watchman", "pre-commit"]) {
      await shop.write({ [`.git/hooks/${hook}`]: `#!/bin/sh\n'${evil}'\n` });
      await chmod(shop.at(".git", "hooks", hook), 0o755);
    }
    git(shop.path, "update-index", "--fsmonitor");
    const settings = {
      "core.fsmonitor": evil,
      "core.pager": evil,
      "pager.ls-files": evil,
      "core.sshCommand": evil,
      "core.untrackedCache": "true",
      "alias.ls-files": `!${evil}`,
      "alias.check-ignore": `!${evil}`,
      "filter.evil.clean": evil,
      "filter.evil.smudge": evil,
      "protocol.ext.allow": "always",
      "protocol.allow": "always",
      "remote.origin.url": `ext::${evil}`,
      "remote.origin.promisor": "true",
      "remote.origin.uploadpack": evil,
      "extensions.partialClone": "origin",
      "core.repositoryFormatVersion": "1",
    };
    for (const [name, value] of Object.entries(settings)) git(shop.path, "config", name, value);
    await shop.write({ ".gitattributes": "* filter=evil\n" });
    // A list that is in no working tree and in no object: Git would fetch it.
    git(shop.path, "-c", "core.fsmonitor=", "update-index", "--skip-worktree", "sub/.gitignore");
    const blob = git(shop.path, "-c", "core.fsmonitor=", "ls-files", "-s", "sub/.gitignore");
    const [, id = ""] = blob.split(" ");
    await rm(shop.at(".git", "objects", id.slice(0, 2), id.slice(2)));
    await rm(shop.at("sub", ".gitignore"));
    await rm(mark, { force: true });
    // By itself, Git does run it.
    try {
      execFileSync("git", ["-C", shop.path, "ls-files", "--others", "--exclude-standard"], {
        stdio: "ignore",
      });
    } catch {
      // What it fetches by that program is nothing.
    }
    assert.equal(existsSync(mark), true);
    await rm(mark);
    await seen(shop.path, ["a.ts", "b.ts", "sub/c.ts"]);
    assert.equal(existsSync(mark), false);
  });

  it("G13 never takes a program from the folder that it is asked about", async () => {
    await using shop = await temporaryFolder({ "a.ts": text, "bin/git": "#!/bin/sh\nexit 0\n" });
    await chmod(shop.at("bin", "git"), 0o755);
    const { PATH = "" } = process.env;
    const real = await gitOnPath(shop.path);
    try {
      await mkdir(shop.at("links"));
      await symlink("/bin/true", shop.at("links", "git"));
      const own = ["bin", ".", "", shop.at("bin"), shop.at("links")];
      process.env["PATH"] = [...own, PATH].join(path.delimiter);
      assert.equal(await gitOnPath(shop.path), real);
      assert.equal(await gitOnPath("/"), undefined);
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});
