// The packaged extension as a folder, changed to stand for an editor that lacks something.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readVsix } from "../../scripts/vsix";

export interface ChangedPackage {
  /** Ends in a name for the folder of installed extensions. */
  readonly folder: string;
  change(file: string, change: (text: string) => string): Promise<void>;
  remove(): Promise<void>;
}

export async function unpackVsix(): Promise<ChangedPackage> {
  const home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-changed-"));
  const folder = path.join(home, "expert-hub.expert-hub-changed");
  for (const [name, bytes] of await readVsix()) {
    if (!name.startsWith("extension/") || name.endsWith("/")) continue;
    const file = path.join(folder, name.slice("extension/".length));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return {
    folder,
    change: async (name, change) => {
      const file = path.join(folder, name);
      const text = await readFile(file, "utf8");
      const changed = change(text);
      if (changed === text) throw new Error(`${name} is as before`);
      await writeFile(file, changed);
    },
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
