export interface Sample {
  title: string;
  languageId: string;
  /** Levels are `›`. A line that starts with a blank or `|` is in a string, with `~` in a comment. */
  code: string;
  /** The surrounding lines, outermost first. */
  around: readonly string[];
}

const python = ["class A:", "def g(self):"];
const braces = ["{", "{"];

export const samples: readonly Sample[] = [
  {
    title: "a Python function with a string of several lines",
    languageId: "python",
    around: [...python, ""],
    code: `def f(a):
›if a:
››text = """one
  two
\t\tthree
|four "quoted"
      """
››for b in a:
›››print(b, '''
  x''')
›else:
››return None

›# what is left
›return {
››"a": [
›››1,
››],
›}`,
  },
  {
    title: "Python statements one below the other",
    languageId: "python",
    around: [...python, ""],
    code: `a = 1
b = f(
›a,
)
if a and \\
››b:
›c = 3
try:
›d = 4
except ValueError:
›pass`,
  },
  {
    title: "a Python function with a docstring, which moves along",
    languageId: "python",
    around: [...python, ""],
    code: `def f(a):
›"""Does it.

›Args:
›    a: what

›    >>> f(1)
›"""
›return a`,
  },
  {
    title: "TypeScript with template literals",
    languageId: "typescript",
    around: [...braces, ""],
    code: `if (/["'\`]/.test(a)) {
›// don't
›const sql = \`
    select *
      from \${table}
\twhere \${a ? \`x
    y\` : "}"}
  \`;
›return call(sql, {
››it: "isn't",
››deep: [
›››1 / 2,
››],
›});
}
else {
›switch (b) {
››case 1:
›››break;
›}
}`,
  },
  {
    title: "JavaScript with comments",
    languageId: "javascript",
    around: [...braces, ""],
    code: `/**
~ * Says it's \`so
~ *
~ * @returns nothing
~ */
function f() {
›const a = b /* as c
›    does */ / 2;
›while (a) {
››return;
›}
}`,
  },
  {
    title: "markup with preformatted text",
    languageId: "html",
    around: ["<main>", "<section>", ""],
    code: `<ul>
›<li>
››It's <b>so</b>
››<pre>
    two
  three</pre>
›</li>
</ul>`,
  },
  {
    title: "a shell script with a here-document",
    languageId: "shellscript",
    around: ["f() {", "g() {", ""],
    code: `if [ "$1" = x ]; then
›cat <<EOF # it's text
  one $#
    two
|EOF
›for a in "$@"; do
››echo 'one
   two'
››cat <<-'END' | sort
\tx
\tEND
›done
fi`,
  },
  {
    title: "Go with a raw string",
    languageId: "go",
    around: [...braces, ""],
    code: `if a {
›s := \`{
  "x": 1
|}\`
›switch s {
›case '"':
››return
›}
}`,
  },
  {
    title: "Rust with lifetimes and raw strings",
    languageId: "rust",
    around: [...braces, ""],
    code: `fn f<'a>(x: &'a str) -> char {
›let s = r#"
  "one"
    "#;
›let t = "a
     b";
›if s == t {
››return '"';
›}
›'x'
}`,
  },
  {
    title: "Java with a text block",
    languageId: "java",
    around: [...braces, ""],
    code: `void f() {
›var s = """
     one
       two \\"""
     """;
›if (s == null) {
››throw new Error('"' + s);
›}
}`,
  },
  {
    title: "JSON",
    languageId: "json",
    around: ["{", '"x": {', ""],
    code: `"a": {
›"b": [
››1,
››{
›››"c": "// \`"
››}
›]
}`,
  },
];
