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
  /^(?:(?:Docker|Container|GNUmake|Make|Just|Rake|Gem|Proc|Jenkins|Vagrant|Brew|Pod|Fast|Caddy|Tilt|Pip)file|LICEN[CS]E|COPYING|NOTICE|AUTHORS|README|CODEOWNERS|CHANGELOG|BUILD|WORKSPACE)$/;
/** What it says without a known extension, and what begins with a dot. */
const knownName =
  /^(?:(?:Docker|Container)file\.\w+|go\.(?:mod|sum|work)|[\w-]+\.lock|\.env(?:\.[\w.]+)?|\.git[a-z]+|\.\w+(?:rc|ignore|config|attributes)(?:\.\w+)?|\.htaccess|\.profile|\.bash_\w+|\.[a-z]+-versions?)$/;
/** Without a folder, `items.map` in a sentence could be a file as well. */
const commonExtension =
  /\.(adoc|asm|astro|bash|bat|bib|bicep|c|cc|cfg|cjs|clj|cmake|conf|cpp|cs|cshtml|csproj|css|csv|cts|cu|dart|ejs|elm|env|erb|erl|exs?|f90|fs|fsx|glsl|go|gradle|graphql|groovy|h|hbs|hcl|hpp|hs|html?|ini|ino|ipynb|java|jl|json[5cl]?|jsx?|kts?|less|lua|mdx?|mjs|ml|mli|mts|nim|nix|pas|php|pl|plist|pm|prisma|properties|proto|ps1|psm1|pug|pyi?|r|rake|razor|rb|rkt|rs|rst|sass|scala|scss|sh|sln|sol|sql|sty|styl|svelte|svg|swift|sv|tcl|tex|tf|tfvars|toml|tsv|tsx?|twig|txt|vb|vhd|vim|vue|wgsl|xml|ya?ml|zig|zsh)$/i;
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

/** Whether it is called what files without an extension, or with a dot at the beginning, are called. */
export function hasKnownName(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return withoutExtension.test(name) || knownName.test(name);
}
