import type { Ignore } from "ignore";

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
