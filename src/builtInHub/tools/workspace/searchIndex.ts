import { lstat } from "node:fs/promises";
import type MiniSearch from "minisearch";
import type { LocalFolder } from "../../../contract/builtInHubApi";
import { maskSecrets, type MaskedSecret } from "../../../contract/secrets/maskSecrets";
import type { GitProgram } from "../../../files/gitProgram";
import { excludedBy } from "./excluded";
import { readText } from "./textFiles";
import { filesBelow, limits, type Limits, type NamedFile, type Readable, type Walk } from "./walk";
import { indexed, searchWords } from "../searchWords";

const maxLength = 40;
const questionWords = new Set(
  (
    "a an and any are at be by can code do does explain file files find for from get has have how i if in is it " +
    "list me my of on or our please show so tell that the there these this to us use used uses we what when where " +
    "which who why will with you your"
  ).split(" "),
);

/** The words of code and prose as an index has them: a name as a whole and by its parts, without endings. */
export function termsOf(text: string): string[] {
  return searchWords(text).flatMap((word) => {
    const parts = word
      .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/gu, " ")
      .split(" ");
    const terms = parts.filter((part) => part !== "" && part.length <= maxLength).map(stem);
    return parts.length > 1 && word.length <= maxLength ? [indexed(word), ...terms] : terms;
  });
}

/** The words of a question that say what is looked for. */
export function tellingWords(query: string): string[] {
  const words = searchWords(query).filter(
    (word) => !questionWords.has(word.toLowerCase()) && !/^[a-z]$/i.test(word),
  );
  return [...new Set(words)];
}

/** Words from five letters on lose what *created*, *creates* and *creation* differ in. */
function stem(word: string): string {
  const term = indexed(word);
  if (term.length < 5) return term;
  return term
    .replace(/ies$/, "y")
    .replace(/(?<=.{5})ations?$|(?<=...)(?:ions?|ings?|ed|es|ers?|s|e)$/, "")
    .replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

const passageLines = 60;
/** Each is a short task, so that the host stays responsive while a large file is indexed. */
const passagesAtOnce = 20;

/** A file as it may be shown: its secrets are masked. */
export interface IndexedFile {
  /** Relative to its root, with forward slashes; below the root's name if there are several. */
  readonly name: string;
  readonly lines: readonly string[];
  readonly secrets: readonly MaskedSecret[];
}

/** Consecutive lines of a file. */
export interface Passage {
  readonly file: IndexedFile;
  /** Indexes of the first line, and of the one behind the last. */
  readonly start: number;
  readonly end: number;
}

export interface RankedPassage {
  readonly passage: Passage;
  readonly score: number;
  /** Those of the question that are in it, in the forms that it has. */
  readonly terms: readonly string[];
}

export interface Searched {
  readonly walk: Walk;
  readonly files: ReadonlySet<IndexedFile>;
}

interface Entry {
  /** Differs if the file may have changed. */
  readonly stamp: string;
  /** Absent if it has no text. */
  readonly file: IndexedFile | undefined;
  readonly characters: number;
  readonly ids: readonly number[];
}

const empty: Searched = { walk: { files: 0, bytes: 0 }, files: new Set() };

/** The passages of the files in the folders, in memory; each search first looks for what has changed. */
export class SearchIndex {
  /** Those that may be read now. */
  readonly folders: () => readonly LocalFolder[];
  readonly #exclude: () => readonly string[];
  readonly #git: GitProgram | undefined;
  readonly #within: Limits;
  /** By full path. */
  readonly #entries = new Map<string, Entry>();
  readonly #passages = new Map<number, Passage>();
  #index: MiniSearch | undefined;
  #lastId = 0;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<Searched> | undefined;

  /** `exclude` gives globs of files that are never read. */
  constructor(
    folders: () => readonly LocalFolder[],
    exclude: () => readonly string[] = () => [],
    within = limits,
    git?: GitProgram,
  ) {
    this.folders = folders;
    this.#exclude = exclude;
    this.#git = git;
    this.#within = within;
  }

  async readable(): Promise<Readable> {
    return { isExcluded: await excludedBy(this.#exclude(), this.folders()), git: this.#git };
  }

  /** Takes in what has changed on disk. Questions that come while another one looks share the next look. */
  current(): Promise<Searched> {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      const update = this.#update();
      this.#running = update.catch(() => undefined);
      return update;
    });
    return this.#waiting;
  }

  /** The passages with any of these terms, best first. */
  rank(terms: readonly string[], files: ReadonlySet<IndexedFile>): RankedPassage[] {
    const found = this.#index?.search(terms.join(" ")) ?? [];
    return found.flatMap(({ id, score, terms: own }) => {
      const passage = this.#passages.get(id as number);
      return passage && files.has(passage.file) ? [{ passage, score, terms: own }] : [];
    });
  }

  passagesIn(files: ReadonlySet<IndexedFile>): Passage[] {
    return [...this.#passages.values()].filter(({ file }) => files.has(file));
  }

  async #update(): Promise<Searched> {
    const folders = this.folders();
    if (folders.length === 0) {
      this.#forget([...this.#entries.keys()]);
      return empty;
    }
    const readable = await this.readable();
    this.#index ??= await newIndex();
    const walk: Walk = { files: 0, bytes: 0 };
    const files = new Set<IndexedFile>();
    const seen = new Set<string>();
    const never = new AbortController().signal;
    const within = this.#within;
    for await (const named of filesBelow(folders, walk, never, { ...readable, within })) {
      if (walk.files >= within.files) walk.cutBy = "files";
      else if (walk.bytes >= within.totalBytes) walk.cutBy = "bytes";
      if (walk.cutBy) break;
      seen.add(named.full);
      const { file, characters } = await this.#entry(named, this.#index);
      if (!file) continue;
      files.add(file);
      walk.files += 1;
      walk.bytes += characters;
    }
    // What time did not suffice for may still be there.
    if (walk.cutBy !== "time")
      this.#forget([...this.#entries.keys()].filter((full) => !seen.has(full)));
    return { walk, files };
  }

  async #entry({ full, name }: NamedFile, index: MiniSearch): Promise<Entry> {
    const stat = await lstat(full, { bigint: true }).catch(() => undefined);
    const stamp = [name, stat?.ino, stat?.size, stat?.mtimeNs, stat?.ctimeNs].join(" ");
    const before = this.#entries.get(full);
    if (before?.stamp === stamp) return before;
    this.#forget([full]);
    const text = await readText(full, this.#within.fileBytes);
    const entry = { stamp, ...(await this.#added(name, text, index)) };
    this.#entries.set(full, entry);
    return entry;
  }

  async #added(
    name: string,
    text: string | undefined,
    index: MiniSearch,
  ): Promise<Omit<Entry, "stamp">> {
    if (text === undefined) return { file: undefined, characters: 0, ids: [] };
    const masked = maskSecrets(text);
    const lines = masked.text.replace(/\r?\n$/, "").split(/\r?\n/);
    const file = { name, lines, secrets: masked.secrets };
    const documents = [];
    for (let start = 0; start < lines.length; start += passageLines) {
      const end = Math.min(lines.length, start + passageLines);
      const id = (this.#lastId += 1);
      this.#passages.set(id, { file, start, end });
      const passage = lines.slice(start, end);
      documents.push({
        id,
        path: name,
        names: passage.map((line) => nameDefined(line, name)).join(" "),
        text: passage.join("\n"),
      });
    }
    if (documents.length > passagesAtOnce)
      await index.addAllAsync(documents, { chunkSize: passagesAtOnce });
    else index.addAll(documents);
    return { file, characters: text.length, ids: documents.map(({ id }) => id) };
  }

  #forget(files: readonly string[]): void {
    const ids = files.flatMap((full) => this.#entries.get(full)?.ids ?? []);
    for (const full of files) this.#entries.delete(full);
    for (const id of ids) this.#passages.delete(id);
    this.#index?.discardAll(ids);
  }
}

async function newIndex(): Promise<MiniSearch> {
  // In a separate microtask: a time limit that interrupts loading would break the module for good.
  const { default: MiniSearch } = await import("minisearch");
  return new MiniSearch({
    fields: ["path", "names", "text"],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { path: 4, names: 2 },
      tokenize: (terms) => terms.split(" "),
      prefix: (term) => term.length > 4,
    },
  });
}

const modifier =
  "export|default|declare|public|private|protected|internal|static|async|abstract|final|override|readonly|pub(?:\\([^)]*\\))?|unsafe|inline";
const keyword =
  "function\\*?|class|interface|type|enum|const|let|var|val|def|fn|func|fun|struct|trait|impl|module|mod|namespace|record|object|protocol|#define|typedef";
const declaration = new RegExp(
  `^\\s*(?:(?:${modifier})\\s+)*(?:${keyword})\\s+(?:\\([^)]*\\)\\s*)?([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
  "u",
);
const method = new RegExp(
  `^\\s+(?:(?:${modifier}|get|set)\\s+)*#?([\\p{L}_$][\\p{L}\\p{N}_$]*)\\s*\\([^;]*\\)[^;=]*\\{\\s*$`,
  "u",
);
const statement = /^(?:if|for|while|switch|catch|return|function)$/;
const maxDeclaration = 300;

/** What a line of this file declares, or the words of a heading; empty for any other line. */
export function nameDefined(line: string, file: string): string {
  if (line.length > maxDeclaration) return "";
  if (/\.(?:md|mdx|markdown)$/i.test(file)) return /^#{1,6}\s+(.*)$/.exec(line)?.[1] ?? "";
  const [, name = ""] = declaration.exec(line) ?? method.exec(line) ?? [];
  return statement.test(name) ? "" : name;
}
