import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface TemporaryFolder extends AsyncDisposable {
  /** Its real path. */
  readonly path: string;
  /** The full path of a file or folder in it. */
  at(...names: string[]): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
}

/** A folder with these files, by their names with forward slashes; it is removed when disposed. */
export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryFolder> {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), "expert-hub-")));
  const at = (...names: string[]) => path.join(home, ...names);
  const write = async (added: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [name, text] of Object.entries(added)) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    }
  };
  await write(files);
  return {
    path: home,
    at,
    write,
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
