/** A file that a code block of an answer is meant for. */
export interface NamedFile {
  /** As the answer writes it, with slashes. */
  readonly path: string;
  /** From 1, both included. */
  readonly lines?: { readonly first: number; readonly last: number };
}

const withoutExtension =
  /^(Dockerfile|Containerfile|Makefile|Justfile|Rakefile|Gemfile|Procfile|Jenkinsfile|LICENSE|README|CODEOWNERS|CHANGELOG)$/;
/** Without a folder, `items.map` in a sentence could be a file as well. */
const commonExtension =
  /\.(astro|bash|bat|c|cc|cfg|cjs|clj|conf|cpp|cs|css|csv|cts|dart|env|erl|ex|exs|fs|go|gradle|graphql|h|hpp|hs|html?|ini|java|jl|jsonc?|jsx?|kts?|less|lua|mdx?|mjs|mts|nix|php|pl|properties|proto|ps1|py|r|rb|rs|sass|scala|scss|sh|sql|svelte|svg|swift|tex|tf|toml|tsx?|txt|vue|xml|ya?ml|zig|zsh)$/i;
const attribute =
  /(?:^|[\s{,])(?:title|file|filename|path)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s"',}]+))/i;
const lineSuffix = /(?:#L(\d+)(?:-L?(\d+))?|:(\d+)(?:[-–](\d+))?)$/;
const linesAfter = /\(?\blines? (\d+)(?:\s*(?:-|–|to)\s*(\d+))?\)?/i;
const span = /`([^`]+)`|\*\*([^*`]+)\*\*|__([^_`]+)__/g;
const maxPathLength = 300;

/**
 * The file that a code block names, in its info string or else in the last line of the text before
 * it, as Markdown.
 */
export function namedFile(info: string, before: string): NamedFile | undefined {
  return (
    inInfo(info.slice(0, maxPathLength * 2).trim()) ??
    inLine(
      before
        .slice(-maxPathLength * 2)
        .trimEnd()
        .split("\n")
        .at(-1) ?? "",
    )
  );
}

function inInfo(info: string): NamedFile | undefined {
  const [, double, single, bare] = attribute.exec(info) ?? [];
  const given = double ?? single ?? bare;
  if (given !== undefined) return fileNamedIn(given);
  const [first = "", second = ""] = info.split(/\s+/);
  return fileNamedIn(second) ?? fileNamedIn(first.replace(/^[\w+#-]+:(?!\d)/, "")) ?? undefined;
}

function inLine(line: string): NamedFile | undefined {
  const alone = line.replace(/^(?:#+|\d+\.|[-*])\s+/, "").replace(/^file:?\s+/i, "");
  const whole = fileNamedIn(alone.replace(/:$/, ""));
  const named = [...line.matchAll(span)].flatMap(([, ...texts]) => {
    const file = fileNamedIn(texts.find((text) => text !== undefined) ?? "");
    return file && (file.path.includes("/") || commonExtension.test(file.path)) ? [file] : [];
  });
  const [file = whole, ...others] = named;
  if (!file || others.some(({ path }) => path !== file.path)) return undefined;
  const [, first, last] = linesAfter.exec(line) ?? [];
  return file.lines || first === undefined ? file : withLines(file.path, first, last);
}

function fileNamedIn(text: string): NamedFile | undefined {
  const [suffix = "", hashFirst, hashLast, first = hashFirst, last = hashLast] =
    lineSuffix.exec(text) ?? [];
  const path = text
    .slice(0, text.length - suffix.length)
    .replaceAll("\\", "/")
    .replace(/^\.\//, "");
  const name = path.split("/").at(-1) ?? "";
  const isFile =
    path.length <= maxPathLength &&
    !/[\s`*"'<>|?{},;:=…]/.test(path) &&
    (/^[^()]*\.\w[\w-]{0,11}$/.test(name) || withoutExtension.test(name)) &&
    !/^v?[\d.]+$/.test(name);
  if (!isFile) return undefined;
  return first === undefined ? { path } : withLines(path, first, last);
}

function withLines(path: string, first: string, last = first): NamedFile {
  return { path, lines: { first: Number(first), last: Number(last) } };
}

/** True for a unified diff that names its files. */
export function isUnifiedDiff(code: string): boolean {
  return /^(?:--- .+\r?\n\+\+\+ .+\r?\n@@ |diff --git )/m.test(code);
}

/** True for an answer that is a unified diff and nothing else. */
export function isDiffAlone(output: string): boolean {
  return /^(?:--- |diff --git )/.test(output.trimStart()) && isUnifiedDiff(output);
}

/** True for code that is a change, whether or not it names its file. */
function isDiffLanguage(language: string): boolean {
  return /^(?:diff|patch|udiff)$/i.test(language);
}

interface Block {
  readonly code: string;
  readonly language: string;
  readonly file?: NamedFile | undefined;
}

/** What a code block does to files: an excerpt, which says its lines, does nothing. */
export function effectOf({ code, language, file }: Block): "diff" | "text" | undefined {
  if (isUnifiedDiff(code) || (file && isDiffLanguage(language))) return "diff";
  return file && !file.lines ? "text" : undefined;
}

/** Whether there is enough in an answer for one review: a diff, or the text of several files. */
export function isReviewable(output: string, blocks: readonly Block[]): boolean {
  const effects = blocks.map(effectOf);
  return (
    isDiffAlone(output) ||
    effects.includes("diff") ||
    effects.filter((effect) => effect === "text").length > 1
  );
}
