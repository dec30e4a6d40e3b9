/** Languages by the names that fences give them, each with the extensions of its files. */
const families = [
  "javascript js jsx mjs cjs typescript ts tsx mts cts javascriptreact typescriptreact vue svelte astro",
  "python py python3 pyi pyw ipython",
  "ruby rb gemspec rake",
  "go golang",
  "rust rs",
  "java kotlin kt kts groovy gradle scala",
  "c cpp c++ cc cxx h hh hpp hxx objective-c objc m mm arduino ino cuda cu",
  "csharp c# cs csx",
  "fsharp f# fs fsx",
  "css scss sass less postcss",
  "html htm xhtml xml svg xsl vue svelte astro xaml csproj plist jsx tsx php",
  "json jsonc json5 code-workspace webmanifest ipynb",
  "yaml yml",
  "toml",
  "ini properties conf cfg env dotenv editorconfig",
  "markdown md mdx",
  "sql psql mysql sqlite postgresql plsql",
  "php phtml",
  "swift",
  "dart",
  "lua",
  "perl pl pm",
  "r",
  "julia jl",
  "haskell hs lhs",
  "elixir ex exs erlang erl",
  "clojure clj cljs edn",
  "zig",
  "nix",
  "graphql gql",
  "terraform tf hcl",
  "tex latex",
  "protobuf proto",
  "docker dockerfile containerfile",
  "make makefile mk",
  "csv tsv",
].map((words) => new Set(words.split(" ")));

/** What is typed into a terminal, or comes out of one: seldom the text of a file. */
const terminal = new Set(
  "bash sh shell zsh fish ksh console shell-session shellsession powershell pwsh ps1 cmd bat batch".split(
    " ",
  ),
);
const proseLanguages = new Set(
  "text txt plaintext plain output out log logs stdout stderr none".split(" "),
);
const scripts = new Set("sh bash zsh fish ksh ps1 psm1 bat cmd bats profile command".split(" "));
const proseExtensions = new Set("txt text log md rst adoc csv out".split(" "));

/** True unless a code block in this language is hardly the text of the file. */
export function fitsFile(language: string, path: string): boolean {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  const hasExtension = name.lastIndexOf(".") > 0;
  const extension = hasExtension ? name.slice(name.lastIndexOf(".") + 1) : "";
  const given = language.toLowerCase();
  const isDotFile = name.startsWith(".") && !hasExtension;
  if (given === "" || given === extension) return true;
  if (terminal.has(given)) return scripts.has(extension) || isDotFile;
  if (proseLanguages.has(given)) return !hasExtension || proseExtensions.has(extension);
  const own = families.filter((family) => family.has(given));
  const word = extension === "" ? name : extension;
  const isKnown = families.some((family) => family.has(word)) || scripts.has(extension);
  return own.length === 0 || !isKnown || own.some((family) => family.has(word));
}
