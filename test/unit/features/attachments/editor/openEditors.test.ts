import assert from "node:assert/strict";
import type * as OpenEditors from "../../../../../src/features/attachments/editor/openEditors";
import { Document, standIn, standInWith, Uri } from "../../../support/vscodeStandIn";

let loaded: typeof OpenEditors;

const uriOf = (path: string, scheme = "file") => new Uri({ scheme, path });
const cellUri = (path: string) => uriOf(path, "vscode-notebook-cell");

interface Cell {
  readonly document: Document;
  readonly index: number;
}

interface Editor {
  readonly document: Document;
  readonly viewColumn?: number | undefined;
  selection?: unknown;
}

interface Tab {
  readonly input: object | undefined;
  readonly label: string;
  readonly group: Group;
}

interface Group {
  readonly viewColumn: number;
  readonly isActive: boolean;
  tabs: readonly Tab[];
  activeTab: Tab | undefined;
}

interface Given {
  readonly onDisk?: readonly Document[];
  readonly open?: readonly Document[];
  readonly notebooks?: readonly { readonly uri: Uri; readonly documents: readonly Document[] }[];
  readonly visible?: readonly Editor[];
  /** What the tabs of each group show, the one in front first. */
  readonly groups?: readonly (readonly object[])[];
  readonly activeGroup?: number;
  /** The editor that appears once its tab is in front. */
  readonly appears?: Editor;
}

/** VS Code with these documents and tabs, and what is done to it. */
function windowWith({
  onDisk = [],
  open = [],
  notebooks = [],
  visible = [],
  groups = [],
  activeGroup = 0,
  appears,
}: Given) {
  const happened: unknown[] = [];
  const shown = [...visible];
  const listeners = new Set<() => void>();
  const all = groups.map((inputs, at): Group => {
    const group: Group = {
      viewColumn: at + 1,
      isActive: at === activeGroup,
      tabs: [],
      activeTab: undefined,
    };
    group.tabs = inputs.map((input, nth) => ({ input, label: `tab ${nth}`, group }));
    group.activeTab = group.tabs[0];
    return group;
  });
  const appear = ({ viewColumn }: { viewColumn: number }) => {
    if (!appears) return;
    const group = all[viewColumn - 1]!;
    group.activeTab = group.tabs.at(-1);
    // Another editor comes into view before.
    for (const listener of listeners) listener();
    setTimeout(() => {
      shown.push(appears);
      for (const listener of listeners) listener();
    }, 5);
  };
  standInWith({
    workspace: {
      fs: {
        isWritableFileSystem: (scheme: string) => (scheme === "file" ? true : undefined),
        stat: async (uri: Uri) =>
          onDisk.some((one) => one.uri.toString() === uri.toString())
            ? { type: 1 }
            : assert.fail("FileNotFound"),
      },
      textDocuments: open,
      notebookDocuments: notebooks.map(({ uri, documents }) => {
        const cells = documents.map((document, index): Cell => ({ document, index }));
        return { uri, getCells: () => cells };
      }),
      openTextDocument: async (uri: Uri) => {
        happened.push(["open", uri.toString()]);
        return onDisk.find((one) => one.uri.toString() === uri.toString()) ?? assert.fail("gone");
      },
    },
    window: {
      visibleTextEditors: shown,
      tabGroups: { all, activeTabGroup: all[activeGroup] },
      showTextDocument: async (document: Document, where: { viewColumn: number }) => {
        happened.push(["show", document.uri.toString(), where]);
        return { document, viewColumn: where.viewColumn };
      },
      showNotebookDocument: async ({ uri }: { uri: Uri }, where: { viewColumn: number }) => {
        happened.push(["notebook", uri.toString(), where]);
        setTimeout(() => appear(where), 5);
      },
      onDidChangeVisibleTextEditors: (listener: () => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    commands: {
      executeCommand: async (...args: unknown[]) => {
        happened.push(args.map((one) => (one instanceof Uri ? one.toString() : one)));
        const [, , , , where] = args;
        if (where) setTimeout(() => appear(where as { viewColumn: number }), 5);
      },
    },
  });
  return { happened, listeners };
}

function targetIn(document: Document | undefined, text: string, uri = document!.uri) {
  const start = document?.text.indexOf(text) ?? 0;
  return {
    document,
    uri,
    label: "a.ts",
    range: { start, end: start + text.length },
    original: text,
    single: true,
  } as never;
}

const closed = (document: Document) => Object.assign(document, { isClosed: true });
const dirty = (document: Document) => Object.assign(document, { isDirty: true });
const file = (text = "a\nb\nc\n", path = "/w/a.ts") => new Document(uriOf(path), text);
const untitled = (text = "a\nb\nc\n") => new Document(uriOf("Untitled-1", "untitled"), text);
const ofGit = () => new Document(uriOf("/w/a.ts", "git"), "a\nb\nc\n");
const cell = (text: string, id = "1") => new Document(cellUri(`/w/n.ipynb#${id}`), text);

const text = ({ uri }: Document) => new standIn.TabInputText(uri);
const diff = (one: Document, other: Document) => new standIn.TabInputTextDiff(one.uri, other.uri);

const notebook = (...documents: Document[]) => ({
  notebooks: [{ uri: uriOf("/w/n.ipynb"), documents }],
});
const at = (document: Document, viewColumn?: number): Editor => ({ document, viewColumn });
const focused = (name: string) => [`workbench.action.focus${name}EditorGroup`];

describe("the document of a text that was asked about", () => {
  before(async () => {
    loaded = await import("../../../../../src/features/attachments/editor/openEditors");
  });

  it("is the one of then, what has its address now, or none", async () => {
    const [one, again, git] = [file(), file(), ofGit()];
    const draft = untitled();
    const [first, other] = [cell("b"), cell("b", "2")];
    const rows: readonly (readonly [string, never, Given, Document | undefined])[] = [
      ["open", targetIn(one, "b"), { onDisk: [one] }, one],
      ["deleted", targetIn(one, "b"), {}, undefined],
      ["deleted with changes", targetIn(dirty(file()), "b"), {}, undefined],
      ["of Git", targetIn(git, "b"), {}, git],
      ["untitled", targetIn(draft, "b"), {}, draft],
      ["closed", targetIn(closed(file()), "b"), { onDisk: [again] }, again],
      ["closed and deleted", targetIn(closed(file()), "b"), {}, undefined],
      ["closed and of Git", targetIn(closed(ofGit()), "b"), {}, undefined],
      [
        "closed and untitled",
        targetIn(closed(untitled()), "b"),
        { onDisk: [untitled()] },
        undefined,
      ],
      ["of before", targetIn(undefined, "b", one.uri), { onDisk: [one] }, one],
      ["of before, changed", targetIn(undefined, "z", one.uri), { onDisk: [one] }, one],
      ["of before, deleted", targetIn(undefined, "b", one.uri), {}, undefined],
      [
        "of before, of another scheme",
        targetIn(undefined, "b", git.uri),
        { onDisk: [git] },
        undefined,
      ],
      ["of before, untitled", targetIn(undefined, draft.text, draft.uri), { open: [draft] }, draft],
      ["of before, another", targetIn(undefined, "z", draft.uri), { open: [draft] }, undefined],
      ["of before, no longer", targetIn(undefined, "b", draft.uri), { open: [one] }, undefined],
      ["a cell", targetIn(first, "b"), notebook(other, first), first],
      ["a cell that is gone", targetIn(first, "b"), notebook(other), undefined],
      ["without its notebook", targetIn(first, "b"), {}, undefined],
      [
        "a cell of before",
        targetIn(undefined, "b", first.uri),
        notebook(cell("x", "2"), first),
        first,
      ],
      ["one of two cells", targetIn(undefined, "b", first.uri), notebook(other, first), undefined],
      [
        "of another cell",
        targetIn(undefined, "b", first.uri),
        notebook(cell("x"), other),
        undefined,
      ],
      ["of no cell", targetIn(undefined, "b", first.uri), notebook(cell("x")), undefined],
    ];
    for (const [title, target, given, expected] of rows) {
      windowWith(given);
      const found = await loaded.documentOf(target);
      if (title === "deleted with changes") assert.ok(found?.isDirty, title);
      else assert.equal(found, expected as never, title);
    }
  });

  it("is shown where it is open, and else beside the chats", async () => {
    const [one, other] = [file(), file("x", "/w/other.ts")];
    const inCell = cell("b");
    const notebooks = [{ uri: uriOf("/w/n.ipynb"), documents: [cell("x", "0"), inCell] }];
    const ofNotebook = new standIn.TabInputNotebook(uriOf("/w/n.ipynb"));
    const chat = new standIn.TabInputWebview("mainThreadWebview-expertHub.chatEditor1");
    const address = one.uri.toString();
    const show = (viewColumn: number) => ["show", address, { viewColumn }];
    const open = (viewColumn: number) => ["show", address, { viewColumn, preview: false }];
    const rows: readonly (readonly [string, Document, Given, readonly Editor[], unknown[]])[] = [
      ["visible", one, { visible: [at(other, 1), at(one, 2)] }, [], [focused("Second"), false]],
      [
        "used",
        one,
        { visible: [at(one, 1), at(one, 3)] },
        [at(other, 1), at(one, 3)],
        [focused("Third"), false],
      ],
      [
        "used after another",
        one,
        { visible: [at(other, 1), at(one, 1), at(one, 3)] },
        [at(other, 1), at(one, 3)],
        [focused("Third"), false],
      ],
      [
        "used in a diff",
        one,
        {
          groups: [
            [text(other), text(one)],
            [text(other), diff(one, other)],
          ],
          appears: at(one),
        },
        [at(one)],
        [
          ["vscode.diff", address, other.uri.toString(), "tab 1", { viewColumn: 2 }],
          focused("Second"),
          false,
        ],
      ],
      [
        "hidden",
        one,
        { groups: [[text(other)], [text(other), text(one)]] },
        [],
        [show(2), focused("Second"), false],
      ],
      [
        "hidden twice",
        one,
        { groups: [[text(one)], [text(other), text(one)]] },
        [at(one, 2)],
        [show(2), focused("Second"), false],
      ],
      [
        "hidden, and in a diff before",
        one,
        { groups: [[diff(other, one)], [text(one)]] },
        [],
        [show(2), focused("Second"), false],
      ],
      [
        "hidden in a diff",
        one,
        { groups: [[text(other)], [text(other), diff(one, other)]], appears: at(one) },
        [],
        [
          ["vscode.diff", address, other.uri.toString(), "tab 1", { viewColumn: 2 }],
          focused("Second"),
          false,
        ],
      ],
      [
        "a diff in front",
        one,
        { visible: [at(one)], groups: [[text(other)], [diff(other, one)]] },
        [],
        [focused("Second"), false],
      ],
      [
        "a diff in front of two groups",
        one,
        { visible: [at(one)], groups: [[text(one)], [diff(other, one)]], activeGroup: 1 },
        [],
        [focused("Second"), false],
      ],
      ["in the ninth group", one, { visible: [at(one, 9)] }, [], [false]],
      [
        "a hidden cell",
        inCell,
        { notebooks, groups: [[text(other)], [text(one), ofNotebook]], appears: at(inCell) },
        [],
        [
          ["notebook", "file:/w/n.ipynb", { viewColumn: 2, selections: [new standIn.Range(1, 2)] }],
          focused("Second"),
          false,
        ],
      ],
      ["a cell without a tab", inCell, { notebooks, groups: [[text(other)]] }, [], [undefined]],
      ["closed", one, { groups: [[chat], [text(other)], [text(other)]] }, [], [open(2), true]],
      [
        "closed, last in",
        one,
        { groups: [[chat], [text(other)], [text(other)]] },
        [at(other, 3)],
        [open(3), true],
      ],
      [
        "closed, active",
        one,
        { groups: [[text(other)], [], [chat]], activeGroup: 1 },
        [],
        [open(2), true],
      ],
      ["closed, only chats", one, { groups: [[chat]] }, [], [open(-2), true]],
    ];
    for (const [title, document, given, used, expected] of rows) {
      const { happened, listeners } = windowWith(given);
      const shown = await loaded.showDocument(document as never, { used } as never);
      assert.deepEqual([...happened, shown?.reopened], expected, title);
      if (shown) assert.equal(shown.editor.document, document as never, title);
      assert.equal(listeners.size, 0, title);
    }
  });

  it("is selected where the text is now, or at one of its lines", async () => {
    const one = file("first\nsecond\n  third\nfourth\n");
    for (const [line, [first, from, last, to]] of [
      [undefined, [1, 2, 2, 7]],
      [1, [1, 0, 1, 0]],
      [2, [2, 0, 2, 0]],
    ] as const) {
      const revealed: unknown[] = [];
      const editor = {
        document: one,
        viewColumn: 9,
        selection: undefined,
        revealRange: (...args: unknown[]) => revealed.push(args),
      };
      windowWith({ onDisk: [one], visible: [editor] });
      const target = targetIn(one, "cond\n  third");
      await loaded.revealTarget(target, { used: [] } as never, line);
      const range = new standIn.Range(first, from, last, to);
      assert.deepEqual(editor.selection, range);
      assert.deepEqual(revealed, [[range, 2]]);
    }
    windowWith({});
    await assert.rejects(loaded.revealTarget(targetIn(one, "first"), { used: [] } as never), {
      kind: "not-found",
      message: "a.ts is no longer open, and cannot be opened.",
    });
    const inCell = cell("b");
    windowWith({ notebooks: [{ uri: uriOf("/w/n.ipynb"), documents: [inCell] }] });
    await assert.rejects(loaded.revealTarget(targetIn(inCell, "b"), { used: [] } as never), {
      kind: "not-found",
    });
  });
});
