import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sharedFolder } from "../../../../src/platform/editor/storage";

describe("the folder that windows on a workspace share", () => {
  let home: string;
  beforeEach(async () => (home = await mkdtemp(path.join(tmpdir(), "shared-folder-"))));
  afterEach(() => rm(home, { recursive: true }));

  const at = (...parts: string[]) => path.join(home, ...parts);

  it("is that of the first window", async () => {
    await mkdir(at("-59ad4b3"));
    assert.equal(sharedFolder(at("-59ad4b3", "ext")), at("-59ad4b3", "ext"));
    assert.equal(sharedFolder(at("-59ad4b3-1", "ext")), at("-59ad4b3", "ext"));
    assert.equal(sharedFolder(at("-5", "ext")), at("-5", "ext"));
    assert.equal(sharedFolder(at("other-1", "ext")), at("other-1", "ext"), "there is no first");
  });
});
