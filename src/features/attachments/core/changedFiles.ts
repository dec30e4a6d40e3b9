/** A file that is changed, as a part of a diff. */
export interface ChangedFile {
  /** Relative to the repository. */
  readonly path: string;
  /** What it was called before. */
  readonly formerPath?: string;
  /** In Git's format, with a line break at the end; absent if it was not read. */
  readonly patch?: string | undefined;
}

/** What makes the answer of `git diff` the same whatever the user has configured. */
export const diffArguments: readonly string[] =
  "-c core.quotePath=false diff --numstat --patch -z --no-color --no-ext-diff --no-textconv --find-renames --src-prefix=a/ --dst-prefix=b/ --submodule=short --ignore-submodules=dirty".split(
    " ",
  );

/**
 * The files in what Git prints for these arguments: a list, whose names are as they are, and the
 * patches in the same order. Throws if the two do not fit each other: a patch must not pass for that
 * of another file.
 */
export function changedFilesIn(output: string, isCut = false): ChangedFile[] {
  const end = output.indexOf("\0\0");
  if (end === -1) return [];
  const names = namesIn(output.slice(0, end));
  const patches = output.slice(end + 2).split(/(?<![^\n])(?=diff --|\* Unmerged path )/u);
  if (isCut) patches.pop();
  else if (patches.length !== names.length) throw new Error("not a patch for each file");
  return names.map((name, at) => {
    const patch = patches[at];
    if (patch !== undefined && !isPatchOf(patch, name.path)) throw new Error("another file");
    return { ...name, patch: patch && withLineEnd(patch) };
  });
}

/** Each is `added<TAB>removed<TAB>path`; of one that was renamed, both paths follow as entries. */
function namesIn(list: string): Pick<ChangedFile, "path" | "formerPath">[] {
  const entries = list.split("\0");
  const names: Pick<ChangedFile, "path" | "formerPath">[] = [];
  for (let at = 0; at < entries.length; at++) {
    const path = entries[at]!.split("\t").slice(2).join("\t");
    if (path !== "") names.push({ path });
    else names.push({ formerPath: entries[++at] ?? "", path: entries[++at] ?? "" });
  }
  return names;
}

function isPatchOf(patch: string, path: string): boolean {
  const [head = ""] = patch.split("\n", 1);
  const name = quotedByGit(path);
  return head.endsWith(name.startsWith('"') ? name.slice(1) : name);
}

const withLineEnd = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

const escapes: Readonly<Record<string, string>> = {
  "\u0007": String.raw`\a`,
  "\b": String.raw`\b`,
  "\t": String.raw`\t`,
  "\n": String.raw`\n`,
  "\v": String.raw`\v`,
  "\f": String.raw`\f`,
  "\r": String.raw`\r`,
  '"': String.raw`\"`,
  "\\": "\\\\",
};

/** A name as Git writes it into a patch: in one line, and in quotation marks if it has to be. */
function quotedByGit(name: string): string {
  // eslint-disable-next-line no-control-regex
  const written = name.replaceAll(/[\0-\x1f"\\\x7f]/g, (character) => {
    const octal = character.charCodeAt(0).toString(8).padStart(3, "0");
    return escapes[character] ?? `\\${octal}`;
  });
  return written === name ? name : `"${written}"`;
}

const sides = (path: string, formerPath = path): string => {
  const [old, now] = [`a/${formerPath}`, `b/${path}`].map(quotedByGit);
  return `diff --git ${old} ${now}\n`;
};

/** The patch of a file that Git does not track yet; `undefined` as its text stands for no text. */
export function patchOfNew(path: string, text: string | undefined): string {
  const head = `${sides(path)}new file mode 100644\n`;
  const now = quotedByGit(`b/${path}`);
  if (text === undefined) return `${head}Binary files /dev/null and ${now} differ\n`;
  if (text === "") return head;
  const lines = text.split("\n");
  const hasEnd = lines.at(-1) === "";
  if (hasEnd) lines.pop();
  const added = lines.map((line) => `+${line}\n`).join("");
  const count = lines.length === 1 ? "" : `,${lines.length}`;
  const end = hasEnd ? "" : "\\ No newline at end of file\n";
  return `${head}--- /dev/null\n+++ ${now}\n@@ -0,0 +1${count} @@\n${added}${end}`;
}

/** Characters of one patch, of all, and of the names of those that are too much. */
const maxPatch = 256 * 1024;
const maxText = 1024 * 1024;
const maxNames = 64 * 1024;

interface DiffText {
  readonly text: string;
  /** How many files are only named, because their patches are too large. */
  readonly onlyNamed: number;
}

/** All patches as one text of a limited size; what does not fit is named. */
export function textOfFiles(files: readonly ChangedFile[]): DiffText {
  let [text, names, onlyNamed, unnamed] = ["", "", 0, 0];
  for (const { path, formerPath, patch } of files) {
    if (patch !== undefined && patch.length <= maxPatch && text.length + patch.length <= maxText) {
      text += patch;
      continue;
    }
    onlyNamed++;
    const name = `${sides(path, formerPath)}(too large to be included)\n`;
    if (names.length + name.length <= maxNames) names += name;
    else unnamed++;
  }
  const rest = unnamed === 0 ? "" : `(and ${unnamed} more files)\n`;
  return { text: text + names + rest, onlyNamed };
}

/** The paths that the patches of a text are about, now and before, as Git writes them. */
export function pathsInDiff(text: string): string[] {
  const heads = text.matchAll(/^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/gmu);
  return [...heads].flatMap(([, former, now]) => [former!, now!]);
}
