import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import path from "node:path";
import type { Ignore } from "ignore";

const maxBytes = 256 * 1024;

/** What the `.gitignore` files of a folder and of those above it, within the repository, ignore. */
export class IgnoreRules {
  readonly #top: string;
  readonly #rules: Ignore | undefined;

  private constructor(top: string, rules: Ignore | undefined) {
    this.#top = top;
    this.#rules = rules;
  }

  /** The rules that hold above an open folder, named by its real path; none if they ignore the folder itself. */
  static async above(folder: string): Promise<IgnoreRules> {
    const none = new IgnoreRules(folder, undefined);
    const parents = [folder];
    for (let at = folder; !(await isRepository(at));) {
      const parent = path.dirname(at);
      if (parent === at) return none;
      parents.unshift(parent);
      at = parent;
    }
    const [top = folder] = parents;
    const own = await rulesText(path.join(top, ".git", "info", "exclude"));
    let rules = await new IgnoreRules(top, undefined).#with(top, own);
    for (const parent of parents.slice(0, -1)) rules = await rules.within(parent);
    return folder !== top && rules.ignores(folder, true) ? none : rules;
  }

  /** These rules and those of the folder's own `.gitignore`. */
  async within(folder: string): Promise<IgnoreRules> {
    return this.#with(folder, await rulesText(path.join(folder, ".gitignore")));
  }

  /** The path has to lie below the folders whose rules these are. */
  ignores(full: string, isFolder: boolean): boolean {
    if (!this.#rules) return false;
    return this.#rules.ignores(relative(this.#top, full) + (isFolder ? "/" : ""));
  }

  async #with(folder: string, text: string): Promise<IgnoreRules> {
    if (text === "") return this;
    const { default: ignore } = await import("ignore");
    const base = relative(this.#top, folder);
    const ignorecase = process.platform !== "linux";
    const rules = ignore({ ignorecase });
    if (this.#rules) rules.add(this.#rules);
    for (const line of text.split(/\r?\n/)) {
      const pattern = patternBelow(base, line);
      if (pattern !== undefined) rules.add(pattern);
    }
    return new IgnoreRules(this.#top, rules);
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

function relative(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join("/");
}

async function isRepository(folder: string): Promise<boolean> {
  return lstat(path.join(folder, ".git")).then(
    () => true,
    () => false,
  );
}

/** The beginning of a file, empty where there is none; as in git, links do not count. */
async function rulesText(full: string): Promise<string> {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(full, flags);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}
