import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { release } from "../../../scripts/release/release";
import { from } from "../../../scripts/root";
import { readVsix } from "../../../scripts/vsix";

const names = ["package.json", "package-lock.json", "CHANGELOG.md"];

const version = "1.0.0";
const older = "0.0.2";
/** That of the VSIX at hand. */
const { version: present } = JSON.parse(readFileSync(from("package.json"), "utf8")) as {
  version: string;
};
const today = new Date("2026-11-30T12:00:00Z");
const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n";

const failing = () => Promise.reject(new Error("no space"));
const neverBuilt = () => assert.fail("it was packaged");

/** As it would be packaged with the number of the release. */
async function packaged(changes: string) {
  const files = await readVsix();
  for (const name of ["extension/package.json", "extension.vsixmanifest"])
    files.set(name, Buffer.from(String(files.get(name)).replace(`"${present}"`, `"${version}"`)));
  files.set("extension/changelog.md", Buffer.from(changes));
  return { files, size: 900_000 };
}

const withoutSection = async () => packaged("# Changelog\n");

describe("npm run release", () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder });
  const textOf = (name: string) => readFileSync(path.join(folder, name), "utf8");
  const texts = () => names.map(textOf);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
    for (const name of names) {
      const text = readFileSync(from(name), "utf8");
      const numbered = text.replaceAll(`"version": "${present}"`, `"version": "${older}"`);
      writeFileSync(path.join(folder, name), name === "CHANGELOG.md" ? changelog : numbered);
    }
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--no-verify", "--message", "Start");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const releasing = (changes: Partial<Parameters<typeof release>[0]> = {}) =>
    release({ folder, version, preRelease: false, today, build: neverBuilt, ...changes });

  it("tests, then sets number and date, then packages, and says what is left to do", async () => {
    const before = texts();
    const order: string[] = [];
    const next = await releasing({
      test: async () => {
        order.push("test");
        assert.deepEqual(texts(), before);
      },
      build: async () => {
        order.push("build");
        return packaged(textOf("CHANGELOG.md"));
      },
    });
    assert.deepEqual(order, ["test", "build"]);
    for (const name of names.slice(0, 2))
      assert.equal((JSON.parse(textOf(name)) as { version: string }).version, version, name);
    assert.match(textOf("CHANGELOG.md"), /^## \[1\.0\.0\] - 2026-11-30$/m);
    assert.match(next, /git tag --annotate v1\.0\.0/);
    assert.match(next, /npx vsce publish --packagePath out\/expert-hub\.vsix\n/);
    assert.match(next, /npx ovsx publish out\/expert-hub\.vsix\n/);
    assert.equal(String(git("tag")), "");
    assert.equal(String(git("log", "--format=%s")).trim(), "Start");
  });

  it("restores all if the VSIX is wrong", async () => {
    const before = texts();
    await assert.rejects(releasing({ build: withoutSection }), {
      message: "Not released:\n  The CHANGELOG has no section for 1.0.0.",
    });
    assert.deepEqual(texts(), before);
  });

  it("restores all if packaging fails", async () => {
    const before = texts();
    await assert.rejects(releasing({ build: failing }), /no space/);
    assert.deepEqual(texts(), before);
  });

  it("changes nothing if the tests fail", async () => {
    const before = texts();
    await assert.rejects(releasing({ test: failing }), /no space/);
    assert.deepEqual(texts(), before);
  });

  it("is refused on another branch, with changes, and where the tag exists, all in one message", async () => {
    git("tag", "v1.0.0");
    git("switch", "--quiet", "--create", "side");
    writeFileSync(path.join(folder, "note.txt"), "x");
    await assert.rejects(releasing(), (failure: Error) => {
      assert.match(failure.message, /The branch is side, not main\./);
      assert.match(failure.message, /uncommitted changes/);
      assert.match(failure.message, /The tag v1\.0\.0 already exists/);
      return true;
    });
  });

  it("is refused without anything under Unreleased", async () => {
    writeFileSync(
      path.join(folder, "CHANGELOG.md"),
      "# Changelog\n\n## [Unreleased]\n\n### Added\n",
    );
    git("commit", "--quiet", "--all", "--message", "Empty");
    await assert.rejects(releasing(), /nothing under “Unreleased”/);
  });
});
