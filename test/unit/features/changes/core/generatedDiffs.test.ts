import assert from "node:assert/strict";
import { structuredPatch, type StructuredPatchHunk } from "diff";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { fileText, type TextChange } from "../../../../../src/features/changes/core/fileText";
import { print } from "../../../../support/corpora";
import { sized } from "../../../../support/testSize";

/** The same numbers in every run. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#state / 2_147_483_648) * limit);
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
}

const nouns = "cart item order price total user name list count page file path rate tax".split(" ");
const verbs = "get set load save find add remove update check count render parse".split(" ");

interface Language {
  readonly path: string;
  readonly unit: string;
  readonly lineEnd?: "\r\n";
  readonly endsBare?: true;
  /** A declaration with lines at one and two levels. */
  part(random: Random): string[];
  /** A statement without its indentation. */
  statement(random: Random): string;
}

const nameIn = (random: Random) => `${random.of(verbs)}${random.of(nouns)}${random.below(90)}`;

const braces = (path: string, unit: string, open: (name: string) => string): Language => ({
  path,
  unit,
  statement: (random) =>
    random.of([
      `${random.of(nouns)} = ${nameIn(random)}(${random.of(nouns)});`,
      `return ${random.of(nouns)};`,
      `// ${random.of(verbs)} the ${random.of(nouns)}`,
      `log("${random.of(nouns)}", ${random.below(50)});`,
    ]),
  part(random) {
    const body = Array.from({ length: 1 + random.below(4) }, () => unit + this.statement(random));
    const inner = Array.from(
      { length: 1 + random.below(3) },
      () => unit + unit + this.statement(random),
    );
    return [
      open(nameIn(random)),
      ...body,
      `${unit}if (${random.of(nouns)}) {`,
      ...inner,
      `${unit}}`,
      "}",
      "",
    ];
  },
});

const languages: readonly Language[] = [
  braces("src/cart.ts", "  ", (name) => `export function ${name}(value) {`),
  braces("cmd/main.go", "\t", (name) => `func ${name}(value int) {`),
  { ...braces("App.cs", "    ", (name) => `static int ${name}(int value) {`), lineEnd: "\r\n" },
  { ...braces("main.c", "    ", (name) => `int ${name}(int value) {`), endsBare: true },
  {
    path: "app/server.py",
    unit: "    ",
    statement: (random) =>
      random.of([
        `self.${random.of(nouns)} = ${nameIn(random)}(${random.of(nouns)})`,
        `return ${random.of(nouns)}`,
        `# ${random.of(verbs)} the ${random.of(nouns)}`,
      ]),
    part(random) {
      const method = () => [
        `    def ${nameIn(random)}(self, value):`,
        `        """${random.of(verbs)} the ${random.of(nouns)}."""`,
        ...Array.from({ length: 1 + random.below(4) }, () => `        ${this.statement(random)}`),
        "",
      ];
      return [`class ${nameIn(random)}:`, ...method(), ...method(), ""];
    },
  },
  {
    path: "db/schema.sql",
    unit: "  ",
    statement: (random) => `${random.of(nouns)}${random.below(90)} TEXT,`,
    part(random) {
      return [
        `-- ${random.of(nouns)} of the ${random.of(nouns)}`,
        `CREATE TABLE ${nameIn(random)} (`,
        ...Array.from({ length: 2 + random.below(4) }, () => `  ${this.statement(random)}`),
        ");",
        "",
      ];
    },
  },
  {
    path: "ci.yml",
    unit: "  ",
    statement: (random) => `${random.of(nouns)}${random.below(90)}: ${random.below(90)}`,
    part(random) {
      return [
        `${nameIn(random)}:`,
        `  ${this.statement(random)}`,
        "  steps:",
        ...Array.from({ length: 1 + random.below(3) }, () => `    - run: ${nameIn(random)}`),
        "",
      ];
    },
  },
  {
    path: "docs/guide.md",
    unit: "  ",
    statement: (random) => `- ${random.of(verbs)} the ${random.of(nouns)} ${random.below(90)}`,
    part(random) {
      const title = `${random.of(verbs)} ${random.of(nouns)} ${random.below(90)}`;
      return [title, "=".repeat(7), "", this.statement(random), this.statement(random), ""];
    },
  },
];

interface Version {
  readonly language: Language;
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly StructuredPatchHunk[];
}

function edited(lines: readonly string[], language: Language, random: Random): string[] {
  const now = [...lines];
  const at = random.below(now.length);
  const indent = /^\s*/.exec(now[at]!)![0];
  const added = () => indent + language.statement(random);
  const kind = random.below(5);
  if (kind === 0) now.splice(at, 0, ...language.part(random));
  else if (kind === 1) now.splice(at, 0, added(), added());
  else if (kind === 2) now.splice(at, 1 + random.below(2));
  else now.splice(at, 1, ...Array.from({ length: 1 + random.below(2) }, added));
  return now;
}

/** Files of several languages, each with a few changes that a commit could have. */
function history(count: number): Version[] {
  const random = new Random(38);
  const versions: Version[] = [];
  while (versions.length < count) {
    const language = languages[versions.length % languages.length]!;
    let lines = Array.from({ length: 4 + random.below(8) }, () => language.part(random)).flat();
    if (language.endsBare) lines.pop();
    const end = language.endsBare ? "" : "\n";
    const before = lines.join("\n") + end;
    for (let left = 1 + random.below(3); left > 0; left--) lines = edited(lines, language, random);
    const after = lines.join("\n") + end;
    const { hunks } = structuredPatch("a", "b", before, after, "", "", { context: 3 });
    if (hunks.length > 0) versions.push({ language, before, after, hunks });
  }
  return versions;
}

type Lines = readonly string[];

const isUnchanged = (line: string) => line.startsWith(" ");
const lost = (line: string) => (isUnchanged(line) ? line.slice(1) : line);
const headOf = ({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk) =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
const names = ({ path }: Language) => `--- a/${path}\n+++ b/${path}\n`;
const fence = (info: string, code: string) => `~~~~~~${info}\n${code.trimEnd()}\n~~~~~~\n`;

/** A diff in a fence, with the head and the lines that a model makes of each hunk. */
const diff =
  (
    head: (hunk: StructuredPatchHunk, random: Random) => string,
    line: (line: string, random: Random, version: Version) => string,
  ) =>
  (version: Version, random: Random) => {
    const body = version.hunks.map((hunk) =>
      [head(hunk, random), ...hunk.lines.map((one) => line(one, random, version))].join("\n"),
    );
    return fence("diff", `${names(version.language)}${body.join("\n")}`);
  };
const whole = (line: string) => line;

const search =
  (edge: string, line: (line: string, version: Version) => string) => (version: Version) => {
    const side = (hunk: StructuredPatchHunk, mark: string) =>
      hunk.lines
        .filter((one) => one.startsWith(" ") || one.startsWith(mark))
        .map((one) => `${line(one.slice(1), version)}\n`)
        .join("");
    const blocks = version.hunks.map(
      (hunk) =>
        `<<<<<<< SEARCH\n${edge}${side(hunk, "-")}${edge}=======\n${edge}${side(hunk, "+")}${edge}>>>>>>> REPLACE\n`,
    );
    return `${version.language.path}\n${fence("", blocks.join("\n"))}`;
  };

const inOtherUnit = (line: string, { language: { unit } }: Version) => {
  const other = unit === "    " ? "  " : "    ";
  return line.replace(new RegExp(`^(?:${unit})+`), (indent) =>
    other.repeat(indent.length / unit.length),
  );
};

function contextDiff({ language: { path }, hunks }: Version): string {
  const parts = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const marked = marksOfContext(lines);
    const part = (marks: string) => {
      const shown = marked.filter(([mark]) => marks.includes(mark!));
      const isChanged = shown.some(([mark]) => mark !== " ");
      return isChanged ? shown.map((one) => `${one.replace(/^[<>]/, "!")}\n`).join("") : "";
    };
    return `***************\n*** ${oldStart},${oldStart + oldLines - 1} ****\n${part(" -<\\")}--- ${newStart},${newStart + newLines - 1} ----\n${part(" +>\\")}`;
  });
  return fence("diff", `*** ${path}\t2024-01-01\n--- ${path}\t2024-01-02\n${parts.join("")}`);
}

/** With `<` and `>` for the old and the new lines of what is replaced. */
function marksOfContext(lines: Lines): string[] {
  const marked: string[] = [];
  for (let at = 0; at < lines.length;) {
    const end = lines.findIndex((line, index) => index >= at && isUnchanged(line));
    const to = isUnchanged(lines[at]!) ? at + 1 : end === -1 ? lines.length : end;
    const group = lines.slice(at, to);
    const isBoth = ["-", "+"].every((mark) => group.some((line) => line.startsWith(mark)));
    for (const line of group) {
      const mark = isBoth ? line[0]!.replace("-", "<").replace("+", ">") : line[0]!;
      marked.push(mark === "\\" ? line : `${mark} ${line.slice(1)}`);
    }
    at = to;
  }
  return marked;
}

const withoutBare = (version: Version) => !version.language.endsBare;
const all = () => true;

/** What models make of a diff, for the versions that it says anything of, and how many may be refused. */
const garblings: Readonly<
  Record<
    string,
    [
      answer: (version: Version, random: Random) => string,
      maxShare: number,
      isFor: (version: Version) => boolean,
    ]
  >
> = {
  whole: [diff(headOf, whole), 0, all],
  "wrong counts": [
    diff(
      (hunk, random) =>
        `@@ -${hunk.oldStart},${random.below(20)} +${hunk.newStart},${random.below(20)} @@`,
      whole,
    ),
    0.02,
    all,
  ],
  "wrong numbers": [
    diff((hunk, random) => {
      const by = 1 + random.below(30);
      return headOf({ ...hunk, oldStart: hunk.oldStart + by, newStart: hunk.newStart + by });
    }, whole),
    0.05,
    all,
  ],
  "no numbers": [diff(() => "@@ @@", whole), 0.05, all],
  "dots for numbers": [diff(() => "@@ ... @@", whole), 0.05, all],
  "no context spaces": [diff(headOf, lost), 0.03, all],
  "no context spaces nor numbers": [diff(() => "@@", lost), 0.08, all],
  "some context spaces": [
    diff(headOf, (line, random) => (random.below(2) === 0 ? lost(line) : line)),
    0.03,
    all,
  ],
  "no trailing white space": [diff(headOf, (line) => line.trimEnd()), 0.02, all],
  "no header": [
    (version) =>
      `**${version.language.path}**\n\n${fence("diff", version.hunks.flatMap((hunk) => ["@@", ...hunk.lines]).join("\n"))}`,
    0.05,
    all,
  ],
  "no fence, and a list below": [
    (version) => {
      const hunks = version.hunks.map((hunk) => `${headOf(hunk)}\n${hunk.lines.join("\n")}\n`);
      return `Here:\n\n${names(version.language)}${hunks.join("")}\n- Less code.\n- The same result.\n`;
    },
    0.02,
    all,
  ],
  "dots between hunks": [
    (version) => {
      const hunks = version.hunks.map((hunk) => `@@\n${hunk.lines.join("\n")}\n...\n`);
      return fence("diff", names(version.language) + hunks.join(""));
    },
    0.05,
    withoutBare,
  ],
  "line ends of Windows": [
    (version, random) => diff(headOf, whole)(version, random).replaceAll("\n", "\r\n"),
    0,
    all,
  ],
  "another indentation": [
    diff(
      () => "@@",
      (line, _, version) => line[0]! + inOtherUnit(line.slice(1), version),
    ),
    0.2,
    ({ language }) => language.unit !== "  ",
  ],
  "SEARCH and REPLACE": [search("", whole), 0.05, withoutBare],
  "SEARCH and REPLACE with blank edges": [search("\n", whole), 0.05, withoutBare],
  "SEARCH and REPLACE in another indentation": [
    search("", inOtherUnit),
    0.2,
    (version) => withoutBare(version) && version.language.unit !== "  ",
  ],
  "a patch of an agent": [
    (version) => {
      const hunks = version.hunks.map((hunk) => `@@\n${hunk.lines.join("\n")}\n`);
      return fence(
        "",
        `*** Begin Patch\n*** Update File: ${version.language.path}\n${hunks.join("")}*** End Patch`,
      );
    },
    0.05,
    withoutBare,
  ],
  "a context diff": [contextDiff, 0.02, all],
};

/** The texts that any of the hunks make of the file, by how many of them are left out. */
function possible({ before, hunks }: Version, left: number): Set<string> {
  const texts = new Set<string>();
  for (let choice = 0; choice < 2 ** hunks.length; choice++) {
    const chosen = hunks.filter((_, at) => (choice >> at) % 2 === 1);
    if (hunks.length - chosen.length !== left) continue;
    const lines = before.split("\n");
    for (const { oldStart, oldLines, lines: body } of chosen.toReversed()) {
      const now = body.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
      lines.splice(oldLines === 0 ? oldStart : oldStart - 1, oldLines, ...now);
    }
    texts.add(lines.join("\n"));
  }
  return texts;
}

describe("a diff that a model has garbled", () => {
  const versions = history(sized(200, 2_000));

  for (const [title, [answer, maxShare, isFor]] of Object.entries(garblings))
    it(`A2 makes the original text of the file or is refused, with ${title}`, function () {
      this.timeout(120_000);
      const random = new Random(2);
      let count = 0;
      let refused = 0;
      for (const version of versions.filter(isFor)) {
        const output = answer(version, random);
        const changes = changesIn(output) as TextChange[];
        assert.ok(
          changes.every(({ path }) => path === version.language.path),
          output,
        );
        const { text, refusals } = fileText(version.before, changes);
        count += version.hunks.length;
        refused += refusals.length;
        assert.ok(
          possible(version, refusals.length).has(text),
          `${output}\n${refusals.map((why) => why("it")).join("\n")}\n${text}`,
        );
      }
      print(`${title}: ${refused} of ${count} hunks refused`);
      assert.ok(refused <= count * maxShare, `${refused} of ${count}`);
    });
});
