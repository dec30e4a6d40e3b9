import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type * as ApplyFile from "../../../../../src/features/changes/editor/apply";
import { done, turn } from "../../conversation/core/savedTurns";
import { Document, standInWith, symbolsIn, Uri } from "../../../support/vscodeStandIn";

type Happened = readonly [string, ...unknown[]];

const fileAt = (path: string, scheme = "file") => new Uri({ scheme, path });

/** A place in a document: the whole of it, or a text in it. */
function placeIn(document: Document, text?: string) {
  const start = text === undefined ? 0 : document.text.indexOf(text);
  assert.notEqual(start, -1);
  const original = text ?? document.text;
  return {
    document,
    uri: document.uri,
    label: document.uri.path.split("/").at(-1)!,
    range: { start, end: start + original.length },
    original,
    single: text !== undefined,
  };
}

type Place = ReturnType<typeof placeIn>;

interface Given {
  /** What the questions were about, the oldest first; the answer is that of the last. */
  readonly asked?: readonly (readonly Place[])[];
  /** The row that the user picks in each list; `undefined` leaves it. */
  readonly picks?: readonly (number | undefined)[];
  readonly presses?: string;
  readonly hasCursor?: boolean;
  readonly blockIndex?: number;
  /** Documents that nobody asked about. */
  readonly last?: Document;
  readonly isLastShown?: boolean;
  readonly symbols?: (document: Document) => Promise<unknown>;
  readonly inWorkspace?: readonly Document[];
  readonly replaced?: WeakMap<object, string>;
  /** What taking the answer there does to the documents. */
  readonly edits?: () => void;
}

let loaded: typeof ApplyFile;

async function applied(output: string, given: Given = {}) {
  const { asked = [], picks = [], last, hasCursor = true, inWorkspace = [] } = given;
  const happened: Happened[] = [];
  const takes =
    (name: string, result: unknown = true) =>
    async (...args: unknown[]) => {
      happened.push([name, ...args]);
      given.edits?.();
      return result;
    };
  const conversation = new Conversation();
  const attached = new Map<string, readonly Place[]>();
  for (const [at, places] of asked.entries()) {
    const id = String(at + 1);
    attached.set(id, places);
    const question = { typed: "?", expertId: 1, attachments: [{ id }] } as never;
    conversation.put(turn(id, done(output), { question }));
  }
  if (asked.length === 0) conversation.put(turn("1", done(output)));
  const documents = [
    ...new Set([
      ...asked.flat().map(({ document }) => document),
      ...(last ? [last] : []),
      ...inWorkspace,
    ]),
  ];
  const texts = new Map<string, Document>();
  const opened = (uri: Uri) =>
    texts.get(uri.toString()) ??
    documents.find((one) => one.uri.toString() === uri.toString()) ??
    assert.fail(`${uri.path} is not there`);
  const left = [...picks];
  standInWith({
    workspace: {
      fs: {
        isWritableFileSystem: () => true,
        stat: async (uri: Uri) => {
          if (uri.path === "/w/src") return { type: 2 };
          opened(uri);
          return { type: 1 };
        },
        readDirectory: async () => [],
      },
      workspaceFolders: [{ uri: fileAt("/w"), name: "w", index: 0 }],
      notebookDocuments: [],
      openTextDocument: async (uri: Uri) => opened(uri),
      asRelativePath: ({ path }: Uri) => path.replace("/w/", ""),
      getConfiguration: () => ({ get: (_: string, value: unknown) => value }),
    },
    window: {
      visibleTextEditors:
        last && given.isLastShown !== false
          ? [{ document: last, options: { tabSize: 2, insertSpaces: true } }]
          : [],
      tabGroups: { all: [] },
      showQuickPick: async (
        rows: readonly Partial<Record<"label" | "description" | "detail", string>>[],
        options: { title: string },
      ) => {
        const shown = rows.map(({ label, description, detail }) =>
          [label, description, detail].filter((one) => one !== undefined).join(" | "),
        );
        happened.push(["list", options.title, ...shown]);
        given.edits?.();
        assert.ok(left.length > 0, "a list that nobody expects");
        return rows[left.shift() ?? -1];
      },
      showWarningMessage: async (...args: unknown[]) => {
        happened.push(["warning", ...args]);
        return given.presses;
      },
    },
    commands: {
      executeCommand: async (_: string, uri: Uri) =>
        given.symbols ? given.symbols(opened(uri)) : symbolsIn(opened(uri)),
    },
  });
  const apply = new loaded.Apply(
    {
      answerFiles: {
        reviewChanges: async (_: unknown, _id: string, changes: unknown, targets?: Place[]) =>
          takes("review")(
            changes,
            targets?.map(({ label }) => label),
          ),
        reviewText: async (_: unknown, _id: string, place: { document: Document; text: string }) =>
          takes("place")(place.document.uri.path, place.text),
      },
      origins: {
        placesOf: (attachments: readonly { id: string }[] = []) =>
          attachments.flatMap(({ id }) =>
            attached.get(id)!.map((target) => ({ attachment: id, target })),
          ),
      },
      lastEditor: { used: last ? [{ document: last }] : [] },
      snapshots: {
        add: (name: string, text: string) => {
          const uri = fileAt(`/${name}`, "expert-hub-snapshot");
          texts.set(uri.toString(), new Document(uri, text));
          return uri;
        },
      },
      replaced: given.replaced ?? new WeakMap(),
    } as never,
    {
      conversation,
      turn: conversation.turns.at(-1)!,
      output,
      chat: undefined,
      insertion: {
        hasCursor,
        atCursor: async (text: string) => takes("cursor")(text),
        copy: async (text: string) => takes("copy")(text),
        replace: async (text: string, target: Place) =>
          takes("replace")(text, target.label, target.original),
      },
    } as never,
  );
  const result = await apply.run(given.blockIndex);
  return [...happened, result];
}

const code = (text: string, info = "ts") => `Here:\n\n\`\`\`${info}\n${text}\n\`\`\`\n`;
const fn = (name: string, value: string) => `function ${name}() {\n  return ${value};\n}`;
const file = (path: string, ...parts: string[]) =>
  new Document(fileAt(path), `${parts.join("\n\n")}\n`);

const four = [fn("one", "1"), fn("two", "2"), fn("three", "3"), fn("four", "4")] as const;
const two = fn("two", "22");
const a = () => file("/w/src/a.ts", ...four);
const python = () => new Document(fileAt("/w/src/a.py"), "x = 1\n", "python");
const calls = (name: string) => file(`/w/src/${name}`, "a1();", "b1();", "c1();");
const run = (value: number) => `  run() {\n    return ${value};\n  }`;
const classes = (first: number, second: number) => [
  `class A {\n${run(first)}\n}`,
  `class B {\n${run(second)}\n}`,
  fn("one", "1"),
  fn("three", "3"),
];
const twin = () => file("/w/src/twin.ts", ...classes(1, 2));
const textOf = (...parts: string[]) => `${parts.join("\n\n")}\n`;
const withTwo = textOf(four[0], two, four[2], four[3]);

const twoClasses = [
  "list",
  "Select the declaration to replace",
  "twin.ts:2 | A · src/twin.ts | run() {",
  "twin.ts:8 | B · src/twin.ts | run() {",
];
const twoPlaces = [
  "list",
  "Select the text to replace",
  "a.ts | src/a.ts | return 1;",
  "a.ts | src/a.ts | return 2;",
];
const twoWholeFiles = ["list", "Select the file to replace", "b.ts | src/b.ts", "c.ts | src/c.ts"];
const whole = (text: string, label: string) => [
  "review",
  [{ kind: "asked", path: "", text, language: "ts" }],
  [label],
];
const newCalls = "a1();\nb1();\nd1();";

const review = (label: string) => ["review", ["asked"], [label]];

type Row = readonly [title: string, output: string, given: () => Given, expected: unknown[]];

async function holds(rows: readonly Row[]): Promise<void> {
  for (const [title, output, given, expected] of rows)
    assert.deepEqual(await applied(output, given()), expected, title);
}

describe("the place of an answer", () => {
  before(async () => {
    loaded = await import("../../../../../src/features/changes/editor/apply");
  });

  it("is the declarations that its code shows, in the file that suits all of it", async () => {
    await holds([
      [
        "one block",
        code(two),
        () => ({ asked: [[placeIn(a())]] }),
        [["place", "/w/src/a.ts", withTwo], true],
      ],
      [
        "two blocks",
        code(two) + code(fn("one", "11")),
        () => ({ asked: [[placeIn(a())]] }),
        [["place", "/w/src/a.ts", textOf(fn("one", "11"), two, four[2], four[3])], true],
      ],
      [
        "two languages",
        code(two) + code(fn("one", "11"), "php"),
        () => ({ asked: [[placeIn(a())]], picks: [0] }),
        [
          [
            "list",
            "Select the code block to apply",
            "function two() { return 22; | ts",
            "function one() { return 11; | php",
          ],
          ["place", "/w/src/a.ts", withTwo],
          true,
        ],
      ],
      [
        "the first class",
        code(run(3)),
        () => ({ asked: [[placeIn(twin())]], picks: [0] }),
        [twoClasses, ["place", "/w/src/twin.ts", textOf(...classes(3, 2))], true],
      ],
      [
        "no class",
        code(run(3)),
        () => ({ asked: [[placeIn(twin())]], picks: [undefined] }),
        [twoClasses, false],
      ],
      [
        "one of two files",
        code(two),
        () => ({
          asked: [[placeIn(a()), placeIn(file("/w/src/d.ts", four[1], four[2], four[3]))]],
          picks: [1],
        }),
        [
          [
            "list",
            "Select the declaration to replace",
            "a.ts:5 | src/a.ts | function two() {",
            "d.ts:1 | src/d.ts | function two() {",
          ],
          ["place", "/w/src/d.ts", textOf(two, four[2], four[3])],
          true,
        ],
      ],
      [
        "the last editor",
        code(two),
        () => ({ last: a() }),
        [["place", "/w/src/a.ts", withTwo], true],
      ],
      [
        "a hidden editor",
        code(two),
        () => ({ last: a(), isLastShown: false }),
        [["cursor", two], true],
      ],
      ["another language", code(two, "py"), () => ({ last: a() }), [["cursor", two], true]],
    ]);
  });

  it("is in the file that it names, which keeps what the code does not show", async () => {
    const added = {
      kind: "text",
      path: "src/new.ts",
      text: "const x = 1;",
      head: undefined,
      mayCreate: true,
      isCutOff: false,
      inSentence: false,
    };
    const inClass = (first: number, second: number) => ({
      kind: "text",
      path: "src/twin.ts",
      text: textOf(...classes(first, second)),
    });
    const changed = { kind: "text", path: "src/a.ts" };
    await holds([
      [
        "two files",
        code(two, "ts src/a.ts") + code("const x = 1;", "ts src/new.ts"),
        () => ({ asked: [[placeIn(a())]] }),
        [["review", [added, { ...changed, text: withTwo }], undefined], true],
      ],
      [
        "one file twice",
        code(two, "ts src/a.ts") + code(fn("four", "44"), "ts src/a.ts"),
        () => ({ asked: [[placeIn(a())]] }),
        [
          [
            "review",
            [{ ...changed, text: textOf(four[0], two, four[2], fn("four", "44")) }],
            undefined,
          ],
          true,
        ],
      ],
      [
        "the whole of it",
        code(textOf("// First line", "// Second line", two), "ts src/e.ts"),
        () => ({
          asked: [[placeIn(file("/w/src/e.ts", "// First line", "// Second line", four[1]))]],
        }),
        [
          [
            "review",
            [{ ...added, path: "src/e.ts", text: textOf("// First line", "// Second line", two) }],
            undefined,
          ],
          true,
        ],
      ],
      [
        "outside of the workspace",
        code(two, "ts src/a.ts"),
        () => ({ asked: [[placeIn(file("/elsewhere/src/a.ts", ...four))]] }),
        [["review", [{ ...changed, text: withTwo }], undefined], true],
      ],
      [
        "nobody asked about it",
        code(run(3), "ts src/twin.ts"),
        () => ({ inWorkspace: [twin()], picks: [1] }),
        [twoClasses, ["review", [inClass(1, 3)], undefined], true],
      ],
      [
        "another file was asked about",
        code(run(3), "ts src/twin.ts"),
        () => ({ asked: [[placeIn(a())]], inWorkspace: [twin()], picks: [0] }),
        [twoClasses, ["review", [inClass(3, 2)], undefined], true],
      ],
      [
        "no class",
        code(run(3), "ts src/twin.ts"),
        () => ({ inWorkspace: [twin()], picks: [undefined] }),
        [twoClasses, false],
      ],
    ]);
    // A change without declarations stays as it is, beside the text of the same file.
    const hunk =
      "```diff\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,1 +2,1 @@\n-  return 1;\n+  return 11;\n```\n";
    const [[, both]] = (await applied(code(two, "ts src/a.ts") + hunk, {
      asked: [[placeIn(a())]],
    })) as [[string, { kind: string; path: string }[]]];
    assert.deepEqual(
      both.map(({ kind, path }) => [kind, path]),
      [
        ["hunks", "src/a.ts"],
        ["text", "src/a.ts"],
      ],
    );
  });

  it("is, of a change without a name, the file that was asked about last", async () => {
    const diff = "```diff\n@@ -1,1 +1,1 @@\n-x = 1\n+x = 2\n```\n";
    const files = [
      "list",
      "Select the text to replace",
      "a.ts | src/a.ts | function one() { return 1;",
      "a.py | src/a.py | x = 1",
    ];
    const summary = async (given: Given) =>
      (await applied(diff, given)).map((one) =>
        Array.isArray(one) && one[0] === "review"
          ? ["review", one[1].map(({ kind }: { kind: string }) => kind), one[2]]
          : one,
      );
    for (const [given, expected] of [
      [{}, [["warning", "This change does not say which file it is for.", "Copy"], false]],
      [{ asked: [[placeIn(a())], [placeIn(python())]] }, [review("a.py"), true]],
      [{ asked: [[placeIn(python())], [placeIn(a())]] }, [review("a.ts"), true]],
      [{ asked: [[placeIn(a()), placeIn(python())]], picks: [1] }, [files, review("a.py"), true]],
      [{ asked: [[placeIn(a()), placeIn(python())]], picks: [undefined] }, [files, false]],
      [{ asked: [[placeIn(a(), "return 1;"), placeIn(a(), "return 2;")]] }, [review("a.ts"), true]],
    ] as const satisfies readonly (readonly [Given, unknown[]])[])
      assert.deepEqual(await summary(given), expected);
  });

  it("is a selection, or the declaration that it reaches into", async () => {
    const document = a();
    const within = (...texts: string[]): Given => ({
      asked: [texts.map((one) => placeIn(document, one))],
    });
    const both = within("return 1;", "return 2;");
    await holds([
      [
        "a line",
        code("return 5;"),
        () => within("return 1;"),
        [["replace", "return 5;", "a.ts", "return 1;"], true],
      ],
      [
        "one of two",
        code("return 5;"),
        () => ({ ...both, picks: [1] }),
        [twoPlaces, ["replace", "return 5;", "a.ts", "return 2;"], true],
      ],
      ["neither", code("return 5;"), () => ({ ...both, picks: [undefined] }), [twoPlaces, false]],
      [
        "elsewhere",
        code(two),
        () => within("return 1;"),
        [["replace", two, "a.ts", "return 1;"], true],
      ],
      ["up to it", code(two), () => within("1;\n}\n"), [["replace", two, "a.ts", "1;\n}\n"], true]],
      [
        "behind it",
        code(two),
        () => within("\n\nfunction three"),
        [["place", "/w/src/a.ts", withTwo], true],
      ],
      [
        "below it",
        code(two),
        () => within("\nfunction three"),
        [["replace", two, "a.ts", "\nfunction three"], true],
      ],
      ...["return 2;", "}\n\nfunction two", "2;\n}", "2;\n}\n\n", "1;\n}\n\n"].map((text): Row => [
        text,
        code(two),
        () => within(text),
        [["place", "/w/src/a.ts", withTwo], true],
      ]),
      [
        "in a method of one of two classes",
        code(run(3)),
        () => ({ asked: [[placeIn(twin(), "return 2;")]] }),
        [["place", "/w/src/twin.ts", textOf(...classes(1, 3))], true],
      ],
      [
        "in a method of both",
        code(run(3)),
        () => ({ asked: [[placeIn(twin(), "return 1;\n  }\n}\n\nclass B {\n  run")]] }),
        [["replace", run(3), "twin.ts", "return 1;\n  }\n}\n\nclass B {\n  run"], true],
      ],
    ]);
  });

  it("is no file but the one whose lines it quotes", async () => {
    const asked = [[placeIn(a(), "return 1;")]];
    await holds([
      [
        "another",
        code("return 5;", "1:2:src/b.ts"),
        () => ({ asked }),
        [["cursor", "return 5;"], true],
      ],
      [
        "this one",
        code("return 5;", "1:2:src/a.ts"),
        () => ({ asked }),
        [["replace", "return 5;", "a.ts", "return 1;"], true],
      ],
    ]);
  });

  it("is a whole file where the code is most of it", async () => {
    await holds([
      [
        "one",
        code(newCalls),
        () => ({ asked: [[placeIn(calls("b.ts"))]] }),
        [whole(newCalls, "b.ts"), true],
      ],
      [
        "one of three",
        code(newCalls),
        () => ({
          asked: [[placeIn(calls("b.ts")), placeIn(a()), placeIn(calls("c.ts"))]],
          picks: [1],
        }),
        [twoWholeFiles, whole(newCalls, "c.ts"), true],
      ],
      [
        "lines of a change",
        code("@@ -1,1 +1,1 @@\n-a1();\n+a2();"),
        () => ({ asked: [[placeIn(calls("b.ts"))]], symbols: () => assert.fail() }),
        [
          [
            "review",
            [
              {
                kind: "asked",
                path: "",
                hunks: [
                  {
                    old: ["a1();"],
                    now: ["a2();"],
                    written: ["a1();"],
                    body: ["-a1();", "+a2();"],
                    edits: [{ start: 0, old: ["a1();"], now: ["a2();"] }],
                    line: 1,
                    sections: [],
                    isAtEnd: false,
                    isExact: false,
                    endsBare: undefined,
                    endsFile: false,
                    otherwise: [],
                  },
                ],
              },
            ],
            ["b.ts"],
          ],
          true,
        ],
      ],
      [
        "neither",
        code(newCalls),
        () => ({ asked: [[placeIn(calls("b.ts")), placeIn(calls("c.ts"))]], picks: [undefined] }),
        [twoWholeFiles, false],
      ],
      [
        "none",
        code("z1();"),
        () => ({ asked: [[placeIn(calls("b.ts"))]] }),
        [["cursor", "z1();"], true],
      ],
    ]);
  });

  it("is where an earlier question was about, if the last one has no place for it", async () => {
    await holds([
      [
        "another language",
        code("x = 3", "py"),
        () => ({ asked: [[placeIn(python(), "x = 1")], [placeIn(a(), "return 1;")]] }),
        [["replace", "x = 3", "a.py", "x = 1"], true],
      ],
      [
        "no part of the file",
        code("return 5;"),
        () => ({ asked: [[placeIn(a(), "return 1;")], [placeIn(calls("b.ts"))]] }),
        [["replace", "return 5;", "a.ts", "return 1;"], true],
      ],
      [
        "declined",
        code(newCalls),
        () => ({
          asked: [[placeIn(a(), "return 1;")], [placeIn(calls("b.ts")), placeIn(calls("c.ts"))]],
          picks: [undefined],
        }),
        [twoWholeFiles, false],
      ],
      [
        "nowhere",
        code("x = 3", "py"),
        () => ({ asked: [[placeIn(a())]] }),
        [["cursor", "x = 3"], true],
      ],
    ]);
  });

  it("is what an answer has put there, but not what the user has typed there", async () => {
    const replaced = new WeakMap<object, string>();
    const document = a();
    const [first, second] = [placeIn(document, "return 1;"), placeIn(document, "return 4;")];
    const put = (text: string) => {
      document.text = document.text.replace(/return [^;]+;/, text);
      Object.assign(first, {
        range: { start: first.range.start, end: first.range.start + text.length },
      });
      Object.assign(second.range, { start: document.text.indexOf("return 4;") });
      Object.assign(second.range, { end: second.range.start + 9 });
    };
    const asked = [[first]];
    const edits = () => put("return 100;");
    assert.deepEqual(await applied(code("return 100;"), { asked, replaced, edits }), [
      ["replace", "return 100;", "a.ts", "return 1;"],
      true,
    ]);
    assert.deepEqual([replaced.get(first), replaced.has(second)], ["return 100;", false]);
    assert.deepEqual(await applied(code("return 7;"), { asked, replaced }), [
      ["replace", "return 7;", "a.ts", "return 100;"],
      true,
    ]);
    put("return 'typed';");
    // `replace` gets what was sent, and says that it has changed.
    assert.deepEqual(await applied(code("return 7;"), { asked, replaced }), [
      ["replace", "return 7;", "a.ts", "return 1;"],
      true,
    ]);
    assert.deepEqual(await applied(code("return 7;"), { asked: [[first, second]], replaced }), [
      ["replace", "return 7;", "a.ts", "return 4;"],
      true,
    ]);
    // What the user types while a list is open comes from no answer.
    put("return 1;");
    const typing = () => put("return 'typed';");
    const declined = { asked: [[first, second]], picks: [undefined], edits: typing, replaced };
    assert.deepEqual(await applied(code("return 7;"), declined), [
      twoPlaces.with(3, "a.ts | src/a.ts | return 4;"),
      false,
    ]);
    assert.equal(replaced.get(first), "return 100;");
    put("return 1;");
    await applied(code("return 7;"), { asked, replaced });
    assert.equal(replaced.get(first), "return 100;");
  });

  it("is not looked for where there is no code, which can be copied or inserted as it is", async () => {
    const sentence = "This answer has no code to apply.";
    const both = ["warning", sentence, "Insert at Cursor", "Copy"];
    await holds([
      ["left", "Words.", () => ({}), [both, false]],
      ["copied", "Words.", () => ({ presses: "Copy" }), [both, ["copy", "Words."], false]],
      [
        "inserted",
        "Words.",
        () => ({ presses: "Insert at Cursor" }),
        [both, ["cursor", "Words."], true],
      ],
      ["no cursor", "Words.", () => ({ hasCursor: false }), [["warning", sentence, "Copy"], false]],
      [
        "which block",
        code("}\n\n  first(1);\nsecond();\nthird();") + code(""),
        () => ({ picks: [undefined] }),
        [
          ["list", "Select the code block to apply", "first(1); second(); | ts", "(empty) | ts"],
          false,
        ],
      ],
    ]);
    await assert.rejects(applied(code(two), { blockIndex: 1 }), {
      kind: "not-found",
      message: "This code block does not exist.",
    });
  });

  it("is not looked for where a change has no lines, which is said", async () => {
    const sentence = "This answer has no code to apply.";
    for (const asked of [[[placeIn(a(), "return 1;")]], [[placeIn(a()), placeIn(python())]]])
      assert.deepEqual(await applied(code("words", "diff"), { asked }), [
        ["warning", sentence, "Copy"],
        false,
      ]);
  });
});
