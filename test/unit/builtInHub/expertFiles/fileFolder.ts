import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ExpertFiles, type FileExpert } from "../../../../src/builtInHub/expertFiles/expertFiles";

/** An open folder with these files, and what the hub reads from it. */
export interface FileFolder {
  readonly at: string;
  readonly files: ExpertFiles;
  /** Absolute. */
  place(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  experts(): Promise<readonly FileExpert[]>;
  /** The problems as `name:line severity message`. */
  problems(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function fileFolder(
  contents: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<FileFolder> {
  const at = await realpath(await mkdtemp(path.join(tmpdir(), "expert-files-")));
  const files = new ExpertFiles(() => [{ name: "project", path: at }]);
  const place = (name: string) => path.join(at, name);
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(place(name)), { recursive: true });
    await writeFile(place(name), content);
  };
  for (const [name, content] of Object.entries(contents)) await write(name, content);
  return {
    at,
    files,
    place,
    write,
    experts: async () => (await files.current()).experts,
    problems: async () =>
      (await files.current()).problems.map(
        ({ file, line, severity, message }) =>
          `${path.relative(at, file).replaceAll("\\", "/")}:${line} ${severity} ${message}`,
      ),
    remove: () => rm(at, { recursive: true }),
  };
}

/** One expert, read from a file of this content. */
export async function expertOf(
  content: string | Uint8Array,
  name = ".github/agents/reviewer.agent.md",
): Promise<{ expert: FileExpert | undefined; problems: string[] }> {
  const folder = await fileFolder({ [name]: content });
  try {
    const [expert] = await folder.experts();
    return { expert, problems: await folder.problems() };
  } finally {
    await folder.remove();
  }
}
