import { lstat, open } from "node:fs/promises";
import path from "node:path";
import { constants } from "node:fs";
import type { Ignore } from "ignore";
import { gitOnPath, runGit, type GitProgram } from "./gitProgram";

/** A file system with lists of ignored files. */
export interface IgnoreFiles {
  /** Whether it takes `A` and `a` for the same name. */
  readonly isCaseBlind: boolean;
  /** Undefined for a root. */
  parentOf(folder: string): string | undefined;
  /** With forward slashes; empty for the folder itself. */
  relative(folder: string, below: string): string;
  isRepository(folder: string): Promise<boolean>;
  /** Empty where there is no such file; `name` has forward slashes. */
  textOf(folder: string, name: string): Promise<string>;
}

/** Folders above an open one in which a repository is looked for. */
const maxAbove = 64;

/**
 * What the `.gitignore` files of a folder and of those above it, within the repository, ignore, and
 * its `.git/info/exclude`. Nothing else that Git knows counts: neither `core.excludesFile`, nor what
 * is tracked, nor the repository that a `.git` file names.
 */
export class IgnoreRules {
  readonly #files: IgnoreFiles;
  readonly #top: string;
  readonly #rules: Ignore | undefined;

  private constructor(files: IgnoreFiles, top: string, rules?: Ignore) {
    this.#files = files;
    this.#top = top;
    this.#rules = rules;
  }

  /** The rules that hold above an open folder, named by its real path; none if they ignore the folder itself. */
  static async above(folder: string, files: IgnoreFiles): Promise<IgnoreRules> {
    const none = new IgnoreRules(files, folder);
    const parents = [folder];
    for (let at = folder; !(await files.isRepository(at));) {
      const parent = files.parentOf(at);
      if (parent === undefined || parents.length > maxAbove) return none;
      parents.unshift(parent);
      at = parent;
    }
    const [top = folder] = parents;
    const own = await files.textOf(top, ".git/info/exclude");
    let rules = await new IgnoreRules(files, top).#with(top, own);
    for (const parent of parents.slice(0, -1)) rules = await rules.within(parent);
    return folder !== top && rules.ignores(folder, true) ? none : rules;
  }

  /** These rules and those of the folder's own `.gitignore`. */
  async within(folder: string): Promise<IgnoreRules> {
    return this.#with(folder, await this.#files.textOf(folder, ".gitignore"));
  }

  /** The path has to lie below the folders whose rules these are. */
  ignores(full: string, isFolder: boolean): boolean {
    if (!this.#rules) return false;
    const name = this.#files.relative(this.#top, full).normalize("NFC");
    return this.#rules.ignores(name + (isFolder ? "/" : ""));
  }

  async #with(folder: string, text: string): Promise<IgnoreRules> {
    if (text === "") return this;
    const { default: ignore } = await import("ignore");
    const base = this.#files.relative(this.#top, folder).normalize("NFC");
    const rules = ignore({ ignorecase: this.#files.isCaseBlind });
    if (this.#rules) rules.add(this.#rules);
    for (const line of text.normalize("NFC").split(/\r?\n/)) {
      const pattern = patternBelow(base, line);
      if (pattern !== undefined) rules.add(pattern);
    }
    return new IgnoreRules(this.#files, this.#top, rules);
  }
}

/** A line of a `.gitignore` file as if it stood in the top folder's. */
function patternBelow(base: string, line: string): string | undefined {
  if (line.trim() === "" || line.startsWith("#")) return undefined;
  if (base === "") return line;
  const isNegated = line.startsWith("!");
  const pattern = isNegated ? line.slice(1) : line;
  const isAnchored = pattern.trimEnd().slice(0, -1).includes("/");
  const escaped = base.replaceAll(/[!#$()*+?[\\\]^{|}]/g, "\\$&");
  return `${isNegated ? "!" : ""}/${escaped}/${isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`}`;
}

/** What must be left out of a folder, because Git ignores it. */
export interface Ignored {
  /** The same for a folder in it that is not ignored; has to be asked for each folder on the way down. */
  within(folder: string): Promise<Ignored>;
  /** Whether an entry of the folder is ignored, named by its full path. */
  ignores(full: string, isFolder: boolean): boolean;
}

export interface IgnoredOptions {
  /** Where Git is; by default, the one of `PATH`. */
  readonly git?: GitProgram | undefined;
  /** All that will be asked about, which is faster; everything if absent. */
  readonly only?: readonly string[];
  /** How long Git may take. */
  readonly milliseconds?: number;
}

/**
 * What Git ignores in an open folder, as Git itself says at this moment. Where there is no Git, no
 * repository, or no answer, the `.gitignore` files and `.git/info/exclude` decide. Nothing is kept:
 * who asks again gets the answer of then, and what is new since an answer counts as ignored.
 */
export async function ignoredIn(folder: string, options: IgnoredOptions = {}): Promise<Ignored> {
  const listed = await GitFiles.in(folder, options);
  return listed ?? IgnoreRules.above(folder, diskIgnoreFiles);
}

const isCaseBlind = process.platform !== "linux";

/** Names differ in form from disk to disk: whether accents are characters of their own, and in case. */
function inOneForm(name: string): string {
  const plain = path.sep === "\\" ? name.replaceAll("\\", "/") : name;
  const composed = plain.normalize("NFC");
  return isCaseBlind ? composed.toLowerCase() : composed;
}

/** The files that Git tracks or would add: all others count as ignored, also those that are new since. */
class GitFiles implements Ignored {
  readonly #folder: string;
  readonly #options: IgnoredOptions;
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  /** The answers for repositories in this one. */
  readonly #nested = new Map<string, Promise<Ignored>>();

  private constructor(folder: string, names: readonly string[], options: IgnoredOptions) {
    this.#folder = folder;
    this.#options = options;
    const files = names.map((name) => inOneForm(name.replace(/\/$/, "")));
    this.#files = new Set(files);
    for (const file of this.#files)
      for (
        let end = file.lastIndexOf("/");
        end > 0 && !this.#folders.has(file.slice(0, end));
        end = file.lastIndexOf("/", end - 1)
      )
        this.#folders.add(file.slice(0, end));
  }

  /** `undefined` if Git does not answer for this folder, or ignores it as a whole. */
  static async in(folder: string, options: IgnoredOptions): Promise<GitFiles | undefined> {
    const { git = gitOnPath, only, milliseconds } = options;
    const program = await git(folder);
    if (program === undefined) return undefined;
    const ask = new AskedGit(program, folder, milliseconds);
    const names = await ask.names(only && (await placesOf(folder, only)));
    if (!names || (names.length === 0 && (await ask.ignoresFolder()))) return undefined;
    const others = await ask.ignoredInOtherForm(names);
    return others && new GitFiles(folder, without(names, others), options);
  }

  async within(folder: string): Promise<Ignored> {
    const name = this.#nameOf(folder);
    if (name === "" || this.#folders.has(name)) return this;
    // A repository in another one is listed as if it were a file.
    const known = this.#nested.get(name);
    if (known) return known;
    const only = this.#options.only?.filter((full) => full.startsWith(folder + path.sep));
    const nested = ignoredIn(folder, { ...this.#options, ...(only && { only }) });
    this.#nested.set(name, nested);
    return nested;
  }

  ignores(full: string, isFolder: boolean): boolean {
    const name = this.#nameOf(full);
    return !this.#files.has(name) && !(isFolder && this.#folders.has(name));
  }

  #nameOf(full: string): string {
    return inOneForm(path.relative(this.#folder, full));
  }
}

const without = (names: readonly string[], left: ReadonlySet<string>): readonly string[] =>
  left.size === 0 ? names : names.filter((name) => !left.has(name));

/** More is asked for without names: command lines have a limit. */
const maxPlaceCharacters = 8000;

/** What a repository can be asked about these: a repository in it stands for what it contains. */
async function placesOf(
  folder: string,
  only: readonly string[],
): Promise<readonly string[] | undefined> {
  const places = new Set<string>();
  for (const full of only) {
    const names = path.relative(folder, full).split(path.sep);
    let place = names.shift() ?? "";
    for (; names.length > 0; place = path.join(place, names.shift() ?? ""))
      if (await isThere(path.join(folder, place, ".git"))) break;
    places.add(place);
  }
  const isShort = [...places].join(" ").length <= maxPlaceCharacters;
  return isShort ? [...places] : undefined;
}

async function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}

/** Folders for which Git took too long, and until when it is not asked about them again. */
const resting = new Map<string, number>();
const restMs = 60_000;

const formsOf = (name: string): readonly string[] => [
  name,
  name.normalize("NFC"),
  name.normalize("NFD"),
];

/** A colon at the beginning would have a meaning. */
const inFolder = (name: string): string => `./${name}`;

/** The questions to Git about one folder. */
class AskedGit {
  readonly #program: string;
  readonly #folder: string;
  readonly #until: number;

  constructor(program: string, folder: string, milliseconds = 5000) {
    this.#program = program;
    this.#folder = folder;
    this.#until = performance.now() + milliseconds;
  }

  /** What it tracks or would add of these places; `undefined` without an answer. */
  async names(places?: readonly string[]): Promise<readonly string[] | undefined> {
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const result = await this.#run([
      "--literal-pathspecs",
      ...list,
      ...(places ? ["--", ...places] : []),
    ]);
    if (result?.code !== 0) return undefined;
    const names = result.output.split("\0");
    return names.pop() === "" ? names : undefined;
  }

  /** Also if it does not say. */
  async ignoresFolder(): Promise<boolean> {
    const result = await this.#run(["check-ignore", "--quiet", "--", this.#folder]);
    return result?.code !== 1;
  }

  /** Those of the names that a pattern would match only if their accents were written in the other way. */
  async ignoredInOtherForm(names: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const accented = names.filter((name) => new Set(formsOf(name)).size > 1);
    if (accented.length === 0) return new Set();
    const asked = new Set(accented.flatMap(formsOf).map(inFolder));
    const input = [...asked].map((name) => `${name}\0`).join("");
    const result = await this.#run(["check-ignore", "-z", "--no-index", "--stdin"], input);
    if (result?.code !== 0 && result?.code !== 1) return undefined;
    const matched = new Set(result.output.split("\0"));
    // One that a pattern matches as it is written was listed because it is tracked.
    const isOther = (name: string) =>
      !matched.has(inFolder(name)) && formsOf(name).some((form) => matched.has(inFolder(form)));
    return new Set(accented.filter(isOther));
  }

  async #run(args: readonly string[], input = "") {
    const key = [this.#program, this.#folder].join("\0");
    const milliseconds = this.#until - performance.now();
    if (milliseconds <= 0 || (resting.get(key) ?? 0) > performance.now()) return undefined;
    const result = await runGit(this.#program, this.#folder, args, { input, milliseconds });
    if (performance.now() > this.#until) resting.set(key, performance.now() + restMs);
    return result;
  }
}

const maxBytes = 256 * 1024;

/** Those of the disk; as in git, links do not count. */
const diskIgnoreFiles: IgnoreFiles = {
  isCaseBlind: process.platform !== "linux",
  parentOf: (folder) => {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : parent;
  },
  relative: (folder, below) => path.relative(folder, below).split(path.sep).join("/"),
  isRepository: async (folder) =>
    lstat(path.join(folder, ".git")).then(
      () => true,
      () => false,
    ),
  textOf: async (folder, name) => {
    try {
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const file = await open(path.join(folder, name), flags);
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
        return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
      } finally {
        await file.close();
      }
    } catch {
      return "";
    }
  },
};
