import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TriggerCharacter } from "../../../src/contract/vocabulary";
import { Chat } from "../../../src/features/asking/core/chat";
import { Attachables } from "../../../src/features/attachments/editor/attachables";
import {
  buildAttachments,
  type AttachmentsFeature,
} from "../../../src/features/attachments/editor";
import { Completions } from "../../../src/features/chat/editor/completions";
import type { Disposable } from "../../../src/kit/disposable";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { until } from "../support/inputs";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { discardAll, openFile } from "../support/inserting";
import { Messages } from "../support/messages";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "completing");
const at = (name: string) => vscode.Uri.joinPath(folder, name);

const contents = {
  "quince.ts": "let quince = 1;\nlet other = 2;\n",
  "deep/quincetree.py": "c = 1\n",
  "deep/quince.env": "SECRET=1\n",
  "ignored/quince.log": "x\n",
  ".gitignore": "ignored/\n",
};

describe("completions of the composer", () => {
  let owned: Disposable[];
  let messages: Messages;
  let selection: AttachmentsFeature;
  let chat: Chat;
  let did: unknown[][];
  let completions: Completions;

  before(async () => {
    for (const [name, text] of Object.entries(contents))
      await vscode.workspace.fs.writeFile(at(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));
  beforeEach(() => {
    owned = [];
    did = [];
    messages = new Messages();
    const own = <T extends Disposable>(one: T): T => (owned.push(one), one);
    const settings = {
      exclude: ["**/*.env"] as readonly string[],
      neverSent: [] as readonly string[],
    } as EditorSettings;
    selection = buildAttachments(settings, own(new LastEditor()), own);
    chat = own(new Chat());
    const note =
      (name: string) =>
      async (...args: unknown[]) =>
        void did.push([name, ...args.filter((one) => !(one instanceof Chat))]);
    const abilities = [
      { id: 70, name: "Find bugs", text: "Looks for leaks" },
      { id: 71, name: "Explain", text: "" },
    ];
    const expert = { id: 7, name: "Reviewer", abilities, function_name: "Reviews code" };
    const experts = [{ id: 7, expert, abilityId: 70 }, { id: 8 }];
    const prompt = { name: "Explain leaks", text: "Why?", description: "", file: "/p.md" };
    completions = new Completions({
      selection,
      prompts: { list: async () => [prompt], use: note("prompt") },
      roster: {
        byUse: experts,
        get: (id: number) => experts.find((one) => one.id === id),
        ensure: async () => {},
      },
      sender: {
        expertOf: () => experts[0],
        assertShown: (_: Chat, shown: unknown) => void did.push(["expect", shown]),
      },
      choices: { add: note("add"), nameOnce: note("expert"), useAbility: note("ability") },
    } as unknown as ConstructorParameters<typeof Completions>[0]);
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned) one.dispose();
    await discardAll();
  });

  /** All that is found, in the end. */
  async function listed(trigger: TriggerCharacter, typed: string) {
    for (;;) {
      const view = await completions.list(chat, trigger, typed);
      if (!view.isIncomplete) return view.completions;
    }
  }
  const rows = async (trigger: TriggerCharacter, typed: string) =>
    (await listed(trigger, typed)).map(({ kind, label, description }) =>
      [kind, label, description].join(" | "),
    );
  const accept = async (trigger: TriggerCharacter, typed: string, label: string) => {
    const row = (await listed(trigger, typed)).find((one) => one.label === label);
    await completions.accept(chat, row?.id ?? `no ${label}`);
  };
  const labels = () => chat.attachments.map((one) => one.label);

  it("offer the selection first, then the file that is open, and attach them as they are", async () => {
    const editor = await openFile(at("deep/quincetree.py"));
    const first = await rows("#", "");
    assert.equal(first[0], "file | quincetree.py | completing/deep · open editor");
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    await until("it is selected", () => selection.selectedEditor.current === editor);
    const [selected, open] = await listed("#", "");
    assert.deepEqual(
      [selected?.kind, selected?.label, open?.label],
      ["selection", "quincetree.py:1", "quincetree.py"],
    );
    await completions.accept(chat, selected!.id);
    await completions.accept(chat, open!.id);
    assert.deepEqual(labels(), ["quincetree.py:1", "quincetree.py"]);
  });

  it("offer a file once, in however many editors it is open", async () => {
    const { document } = await openFile(at("quince.ts"));
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    assert.deepEqual(await rows("#", "quince.ts"), ["file | quince.ts | completing · open editor"]);
  });

  it("offer no document of our own that lies open, such as the details of a step", async () => {
    const snapshots = new Snapshots();
    owned.push(snapshots);
    const uri = snapshots.add("Details.md", "what a step found", "a conversation");
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    assert.equal(
      (await rows("#", "")).some((row) => row.includes("Details.md")),
      false,
    );
  });

  it("find files and folders by name or path, but for those that rules leave out", async () => {
    assert.deepEqual(await rows("#", "quince"), [
      "file | quince.ts | completing",
      "file | quincetree.py | completing/deep",
    ]);
    assert.deepEqual(await rows("#", "completing/de"), [
      "folder | deep | completing",
      "file | quincetree.py | completing/deep",
    ]);
    assert.deepEqual(await rows("#", "completing/qui"), ["file | quince.ts | completing"]);
    await accept("#", "completing/de", "deep");
    // One file in it is excluded.
    assert.equal(messages.last?.message, "Attach 1 file of deep?");
    assert.deepEqual(labels(), []);
    messages.answer("Attach");
    await accept("#", "completing/de", "deep");
    assert.deepEqual(labels(), ["quincetree.py"]);
  });

  it("Q1 ask before an excluded file that is open is attached", async () => {
    await openFile(at("deep/quince.env"));
    await accept("#", "quince.env", "quince.env");
    assert.match(messages.last?.message ?? "", /quince\.env is excluded/);
    assert.deepEqual(labels(), []);
  });

  it("attach the code of a problem, and what is said of it", async () => {
    const found = vscode.languages.createDiagnosticCollection("test");
    owned.push(found);
    const problem = new vscode.Diagnostic(new vscode.Range(1, 4, 1, 9), "Zyzzyva is never read");
    const hint = new vscode.Diagnostic(
      new vscode.Range(0, 0, 0, 1),
      "Zyzzyva hint",
      vscode.DiagnosticSeverity.Hint,
    );
    found.set(at("quince.ts"), [hint, problem]);
    assert.deepEqual(await rows("#", "zyzzyva"), [
      "error | Zyzzyva is never read | quince.ts:2 · Problem",
    ]);
    await accept("#", "zyzzyva", "Zyzzyva is never read");
    assert.deepEqual(
      chat.attachments.map(({ label, text }) => [label, text]),
      [
        ["quince.ts:2", "let other = 2;"],
        ["Problem in quince.ts:2", "Zyzzyva is never read"],
      ],
    );
  });

  it("find symbols of the workspace, also where their server takes its time, and no others", async () => {
    const name = new vscode.Range(0, 4, 0, 10);
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const searched: string[] = [];
    owned.push(
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query) => {
          searched.push(query);
          await ready;
          return [
            new vscode.SymbolInformation(
              "quinceTotal",
              vscode.SymbolKind.Function,
              "Cart",
              new vscode.Location(at("quince.ts"), name),
            ),
            new vscode.SymbolInformation(
              "quinceTotalOfLibrary",
              vscode.SymbolKind.Class,
              "",
              new vscode.Location(vscode.Uri.file("/elsewhere/lib.ts"), name),
            ),
          ];
        },
      }),
    );
    const early = await completions.list(chat, "#", "quinceTot");
    assert.deepEqual(early, { completions: [], isIncomplete: true });
    resolve();
    for (let count = 0; count < 2; count++)
      assert.deepEqual(await rows("#", "quinceTot"), [
        "method | quinceTotal | Cart · completing/quince.ts:1",
      ]);
    assert.deepEqual(searched, ["quinceTot"]);
    await accept("#", "quinceTot", "quinceTotal");
    assert.deepEqual(labels(), ["quince.ts:1"]);
  });

  it("attach the file of a symbol whose server knows its place only when asked again", async () => {
    const location = { uri: at("quince.ts") } as vscode.Location;
    const { Function: kind } = vscode.SymbolKind;
    const symbol = { name: "quinceLater", kind, containerName: "", location };
    owned.push(
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: () => [symbol],
        resolveWorkspaceSymbol: () => undefined,
      }),
    );
    await until("it is found", async () => (await rows("#", "quinceLat")).length > 0);
    assert.deepEqual(await rows("#", "quinceLat"), ["method | quinceLater | completing/quince.ts"]);
    await accept("#", "quinceLat", "quinceLater");
    assert.deepEqual(labels(), ["quince.ts"]);
  });

  it("offer prompts and then abilities after a slash, and do what their lists do", async () => {
    assert.deepEqual(await rows("/", ""), [
      "prompt | Explain leaks | Why?",
      "ability | Let the expert decide | ",
      "ability | Find bugs | chosen · Looks for leaks",
      "ability | Explain | ",
    ]);
    await accept("/", "leaks", "Explain leaks");
    await accept("/", "expl", "Explain");
    await accept("/", "decide", "Let the expert decide");
    await until("the prompt is used", () => did.some(([name]) => name === "prompt"));
    assert.deepEqual(
      did.map(([name, value]) => [name, typeof value === "object" ? "" : value]),
      [
        ["prompt", ""],
        ["expect", undefined],
        ["ability", 71],
        ["expect", undefined],
        ["ability", undefined],
      ],
    );
  });

  it("offer experts by name, role and number", async () => {
    assert.deepEqual(await rows("@", ""), [
      "expert | Reviewer | Reviews code · 7",
      "expert | Expert 8 | 8",
    ]);
    assert.equal((await rows("@", "code")).length, 1);
    await accept("@", "8", "Expert 8");
    assert.deepEqual(did.at(-1), ["expert", 8]);
  });

  it("offer to add the expert whose number was typed, unless it is there", async () => {
    const adding = "expert | Add expert 1234 | ";
    assert.deepEqual(await rows("@", "1234"), [adding]);
    for (const typed of ["7", "12x", "99999999999999999999"])
      assert.equal(
        (await rows("@", typed)).some((row) => row.includes("Add")),
        false,
        typed,
      );
    await accept("@", "1234", "Add expert 1234");
    await until("it is added", () => did.some(([name]) => name === "add"));
    assert.deepEqual(did.at(-1), ["add", 1234]);
  });

  it("Q1 take from the page only what was offered for its chat, for as long as it is", async () => {
    const [row] = await listed("@", "");
    const other = new Chat();
    owned.push(other);
    for (const [of, id] of [
      [other, row!.id],
      [chat, "1000"],
      [chat, "constructor"],
    ] as const)
      await assert.rejects(completions.accept(of, id), { kind: "not-found" });
    for (let count = 0; count < 200; count++) await listed("@", "");
    await assert.rejects(completions.accept(chat, row!.id), { kind: "not-found" });
    assert.deepEqual(did, []);
  });

  it("list nothing for a word after which another was typed", async () => {
    const [first, second] = await Promise.all([
      completions.list(chat, "#", "quince"),
      completions.list(chat, "@", "rev"),
    ]);
    assert.deepEqual([first.completions.length, second.completions.length], [0, 1]);
  });

  it("list some tens at most, and find files far down", async () => {
    for (let number = 0; number < 60; number++)
      await vscode.workspace.fs.writeFile(at(`many/medlar${number}.txt`), Buffer.from("x"));
    const { selectedEditor, attacher, files, lastCommands } = selection;
    const settings = {
      exclude: [] as readonly string[],
      neverSent: [] as readonly string[],
    } as EditorSettings;
    const changeSets = await selection.changeSets();
    const attachables = new Attachables({
      selectedEditor,
      settings,
      attacher,
      files,
      changeSets,
      lastCommands,
    });
    let found = await attachables.find("medlar", () => false);
    while (found.isIncomplete) found = await attachables.find("medlar", () => false);
    assert.equal(found.found.length, 40);
    await vscode.workspace.fs.delete(at("many"), { recursive: true });
  });
});
