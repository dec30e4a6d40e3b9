/** A place in a file as people and compilers write it: `src/cart.ts:10:5`, `cart.ts#L3-L5`, `cart.ts(10,5)`. */
export interface FileReference {
  /** As it was written, with slashes. */
  readonly path: string;
  /** From 1, both included. */
  readonly lines?: { readonly first: number; readonly last: number };
  /** In the first line, from 1. */
  readonly column?: number;
}

const withoutExtension =
  /^(Dockerfile|Containerfile|Makefile|Justfile|Rakefile|Gemfile|Procfile|Jenkinsfile|LICENSE|README|CODEOWNERS|CHANGELOG)$/;
/** Without a folder, `items.map` in a sentence could be a file as well. */
const commonExtension =
  /\.(astro|bash|bat|c|cc|cfg|cjs|clj|conf|cpp|cs|css|csv|cts|dart|env|erl|ex|exs|fs|go|gradle|graphql|h|hpp|hs|html?|ini|java|jl|jsonc?|jsx?|kts?|less|lua|mdx?|mjs|mts|nix|php|pl|properties|proto|ps1|py|r|rb|rs|sass|scala|scss|sh|sql|svelte|svg|swift|tex|tf|toml|tsx?|txt|vue|xml|ya?ml|zig|zsh)$/i;
const placeSuffix =
  /(?:#L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?|:(\d{1,7})(?:[-–](\d{1,7})|:(\d{1,7}))?|\((\d{1,7})(?:, ?(\d{1,7}))?\))$/;
export const maxPathLength = 300;

/** The file that a text consists of, if it can be one; one with spaces if the text is known to be no sentence. */
export function fileReference(text: string, spaces?: "spaces"): FileReference | undefined {
  const [suffix = "", ...numbers] = placeSuffix.exec(text) ?? [];
  const [hashFirst, hashLast, colonFirst, colonLast, colonColumn, line, lineColumn] = numbers;
  const path = text
    .slice(0, text.length - suffix.length)
    .replaceAll("\\", "/")
    .replace(/^\.\//, "");
  const name = path.split("/").at(-1) ?? "";
  const isFile =
    path.length <= maxPathLength &&
    !/[`*"'<>|?{},;:=…]/.test(path) &&
    !(spaces ? /^ | (?= |-)|(?! )\s| $/ : /\s/).test(path) &&
    (/^[^()]*\.\w[\w-]{0,11}$/.test(name) || withoutExtension.test(name)) &&
    !/^v?[\d.]+$/.test(name);
  if (!isFile) return undefined;
  const first = hashFirst ?? colonFirst ?? line;
  if (first === undefined) return { path };
  const last = hashLast ?? colonLast ?? first;
  const column = colonColumn ?? lineColumn;
  return {
    path,
    lines: { first: Number(first), last: Number(last) },
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** Whether its path alone says that it is a file. */
export function isPlainlyFile({ path }: FileReference): boolean {
  return path.includes("/") || (commonExtension.test(path) && !path.includes(" "));
}
