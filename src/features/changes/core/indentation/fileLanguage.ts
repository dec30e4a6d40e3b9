/** Those whose strings and comments are known, by the extensions of their files. */
const extensions: Readonly<Record<string, string>> = {
  javascript: "js mjs cjs",
  javascriptreact: "jsx",
  typescript: "ts mts cts",
  typescriptreact: "tsx",
  cpp: "c h cc cpp cxx hh hpp hxx m mm ino cu",
  csharp: "cs csx",
  java: "java kt kts groovy gradle scala swift",
  dart: "dart",
  go: "go",
  rust: "rs",
  css: "css",
  scss: "scss",
  less: "less",
  python: "py pyi pyw",
  shellscript: "sh bash zsh",
  ruby: "rb rake gemspec",
  perl: "pl pm",
  php: "php phtml",
  lua: "lua",
  sql: "sql",
  powershell: "ps1 psm1",
  elixir: "ex exs",
  julia: "jl",
  r: "r",
  toml: "toml",
  terraform: "tf hcl",
  nix: "nix",
  xml: "xml svg xsl csproj xaml plist",
  html: "html htm xhtml",
  vue: "vue",
  svelte: "svelte",
  astro: "astro",
  json: "json jsonc json5 webmanifest code-workspace",
  yaml: "yaml yml",
  markdown: "md markdown mdx",
};

const languages = new Map(
  Object.entries(extensions).flatMap(([id, words]) =>
    words.split(" ").map((extension) => [extension, id] as const),
  ),
);

/** An editor's id of the language of a file, told by its name. */
export function languageOf(path: string): string {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  if (/^(?:docker|container)file/.test(name)) return "dockerfile";
  if (/^(?:gnu)?makefile$|\.mk$/.test(name)) return "makefile";
  return languages.get(name.slice(name.lastIndexOf(".") + 1)) ?? "plaintext";
}
