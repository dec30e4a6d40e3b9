// The folder that demos and suites work in: a copy, so that they may write to it.
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { from } from "./root.ts";

export async function copySample() {
  const parent = await mkdtemp(path.join(os.tmpdir(), "expert-hub-folder-"));
  const folder = path.join(parent, "sample");
  await cp(from("test", "support", "sample"), folder, { recursive: true });
  const remove = () => rm(parent, { recursive: true, force: true, maxRetries: 5 });
  return { path: folder, remove };
}
