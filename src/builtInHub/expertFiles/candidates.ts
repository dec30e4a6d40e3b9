import { opendir, realpath } from "node:fs/promises";
import path from "node:path";
import { t } from "../../kit/l10n";
import type { FileProblem, LocalFolder } from "../../contract/builtInHubApi";
import { unusableFile } from "./parts";

/** A Markdown file below an open folder. */
export interface LocatedFile {
  /** The real path of the open folder. */
  readonly folder: string;
  /** Relative to the folder, with forward slashes. */
  readonly name: string;
  /** Absolute path, links not followed. */
  readonly file: string;
  /** The real path, which is within the folder. */
  readonly real: string;
}

interface Located {
  readonly files: readonly LocatedFile[];
  readonly problems: readonly FileProblem[];
}

/** A file that may hold an expert or a skill. */
export interface Candidate extends LocatedFile {
  readonly kind: "expert" | "skill";
}

export interface Listing {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly FileProblem[];
}

/** The most files of a kind that are used from one folder. */
const maxFiles = 200;
/** The most entries of a directory that are looked at. */
const maxEntries = 5000;
const maxFolders = 50;

const expertDirectories = [".github/agents", ".claude/agents"];
const skillDirectories = [".github/skills", ".agents/skills", ".claude/skills"];

/** The files below the folders that may hold experts or skills, in a stable order. */
export async function candidatesIn(folders: readonly LocalFolder[]): Promise<Listing> {
  const roots = await Promise.all(folders.slice(0, maxFolders).map(({ path: at }) => realOf(at)));
  const listings = await Promise.all([...new Set(roots)].filter(Boolean).map(listingOf));
  return {
    candidates: listings.flatMap(({ candidates }) => candidates),
    problems: listings.flatMap(({ problems }) => problems),
  };
}

async function listingOf(folder: string): Promise<Listing> {
  const problems: FileProblem[] = [];
  const entriesIn = async (directories: readonly string[]): Promise<string[]> => {
    const found = directories.map(async (directory) =>
      (await entriesOf(folder, directory, problems)).map((entry) => `${directory}/${entry}`),
    );
    return (await Promise.all(found)).flat();
  };
  const experts = (await entriesIn(expertDirectories)).filter(
    (name) => /\.md$/i.test(name) && !/\/readme\.md$/i.test(name),
  );
  const skills = (await entriesIn(skillDirectories)).map((name) => `${name}/SKILL.md`);
  const seen = new Set<string>();
  const located = {
    expert: await locate(folder, experts, seen, problems),
    skill: await locate(folder, skills, seen, problems),
  };
  const kinds = ["expert", "skill"] as const;
  const candidates = kinds.flatMap((kind) => located[kind].map((file) => ({ kind, ...file })));
  return { candidates, problems };
}

/** The Markdown files in one directory of a folder, by their real paths; none that a link leads out to. */
export async function filesIn(
  folder: string,
  directory: string,
  isWanted: (name: string) => boolean,
): Promise<Located> {
  const problems: FileProblem[] = [];
  const root = await realOf(folder);
  if (root === "") return { files: [], problems };
  const entries = await entriesOf(root, directory, problems);
  const paths = entries.filter(isWanted).map((entry) => `${directory}/${entry}`);
  return { files: await locate(root, paths, new Set(), problems), problems };
}

async function entriesOf(
  folder: string,
  directory: string,
  problems: FileProblem[],
): Promise<string[]> {
  const file = path.join(folder, directory);
  const real = await realOf(file);
  if (real === "") return [];
  if (!isWithin(folder, real)) {
    const message = t("This is a link out of the open folder, so nothing in it is read.");
    problems.push({ file, ...unusableFile(message) });
    return [];
  }
  const entries: string[] = [];
  try {
    for await (const { name } of await opendir(real)) {
      entries.push(name);
      if (entries.length === maxEntries) break;
    }
  } catch {
    // It is no directory, or it has just been removed.
  }
  return entries.toSorted();
}

/** Resolves links: a file counts once, and only if it is really within the folder. */
async function locate(
  folder: string,
  names: readonly string[],
  seen: Set<string>,
  problems: FileProblem[],
): Promise<LocatedFile[]> {
  const found: LocatedFile[] = [];
  const reals = await Promise.all(names.map((name) => realOf(path.join(folder, name))));
  for (const [index, name] of names.entries()) {
    const file = path.join(folder, name);
    const real = reals[index] ?? "";
    if (real === "" || seen.has(real)) continue;
    seen.add(real);
    if (!isWithin(folder, real) || !/\.md$/i.test(real)) {
      const message = t(
        "This is a link to something that is not a Markdown file in the same folder, so it is not read.",
      );
      problems.push({ file, ...unusableFile(message) });
      continue;
    }
    if (found.length === maxFiles) {
      const message = t(
        "Only the first {0} files of this kind are used; this one and those after it are not.",
        maxFiles,
      );
      problems.push({ file, ...unusableFile(message) });
      break;
    }
    found.push({ folder, name, file, real });
  }
  return found;
}

/** Empty for what does not exist or is a circle of links. */
async function realOf(file: string): Promise<string> {
  return realpath(file).catch(() => "");
}

function isWithin(folder: string, real: string): boolean {
  const relative = path.relative(folder, real);
  return (
    relative !== "" &&
    relative !== ".." &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}
