import assert from "node:assert/strict";
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Chat } from "../../../src/features/asking/core/chat";
import type { Roster } from "../../../src/features/experts/core/roster";
import type { PromptFilesModule } from "../../../src/contract/savedPrompt";
import { Prompts, PromptFiller, NewPrompt } from "../../../src/features/prompts/editor/prompts";
import { Notify } from "../../../src/platform/editor/notify";
import { SavedPrompts } from "../../../src/features/prompts/editor/savedPrompts";
import { HubError } from "../../../src/contract/errors";
import type { Disposable } from "../../../src/kit/disposable";
import { chatFeature } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { extension } from "../support/hub";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { commandsDuring, textOf, withProperty, withWindow } from "../support/standIns";

type Row = vscode.QuickPickItem & { buttons?: readonly vscode.QuickInputButton[] };

/** What the user does with the list, once it is filled. */
type Act = (box: ReturnType<typeof list>) => void;

function list() {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const pressed = new vscode.EventEmitter<{ item: Row; button: vscode.QuickInputButton }>();
  const box = {
    title: "",
    placeholder: "",
    value: "",
    busy: false,
    items: [] as readonly Row[],
    selectedItems: [] as readonly Row[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidTriggerItemButton: pressed.event,
    show: () => {},
    dispose: () => {},
  };
  const row = (label: string) => box.items.find((item) => item.label.endsWith(label))!;
  return {
    box,
    rows: () => textOf(box.items),
    accept: (label: string) => {
      box.selectedItems = [row(label)];
      accepted.fire();
    },
    press: (label: string, tooltip: string) => {
      const item = row(label);
      const button = item.buttons?.find((one) => one.tooltip === tooltip);
      if (button) pressed.fire({ item, button });
    },
    leave: () => hidden.fire(),
  };
}

async function write(at: string, content: string): Promise<void> {
  await mkdir(path.dirname(at), { recursive: true });
  await writeFile(at, content);
}

const saveQuestion: Act = ({ accept }) => accept("Save Question as Prompt…");

describe("saved prompts", () => {
  let home: string;
  let project: vscode.WorkspaceFolder;
  let owned: Disposable[];
  let saved: SavedPrompts;
  let prompts: Prompts;
  let chat: Chat;
  let messages: Messages;
  /** What the roster was asked to choose. */
  let chosen: unknown[][];
  /** Selected text, or why it is not given out. */
  let selected: string | Error;
  let file: vscode.Uri | undefined;
  /** The beginning of the row that is chosen where a new prompt is to be kept. */
  let where: string;

  const own = (name: string) => path.join(home, "storage", "prompts", name);
  const shared = (name: string) => path.join(home, "project", ".github", "prompts", name);

  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-prompts-"));
    const uri = vscode.Uri.file(path.join(home, "project"));
    await mkdir(uri.fsPath);
    project = { uri, name: "project", index: 0 };
    owned = [];
    messages = new Messages();
    chosen = [];
    selected = "SELECTED";
    file = undefined;
    where = "For me";
    const connected = connectedTo({ baseUrl: "https://hub.example", key: "KEY-CANARY-prompts" });
    const feature = chatFeature(connected, {
      settings: connected.settings,
      folder: path.join(home, "conversations"),
      own: (one) => {
        owned.push(one);
        return one;
      },
    });
    const bundle = path.join(extension().extensionPath, "dist", "promptFiles.cjs");
    saved = new SavedPrompts(
      async () => (await import(bundle)) as PromptFilesModule,
      vscode.Uri.file(path.join(home, "storage")),
    );
    owned.push(saved);
    const abilities = [{ id: 70, name: "Find bugs" }];
    const kept = { id: 7, expert: { id: 7, name: "Reviewer", abilities, expert_llm_models: [] } };
    prompts = new Prompts({
      saved,
      filler: new PromptFiller({
        attacher: {
          selected: async () => {
            if (typeof selected !== "string") throw selected;
            return { text: selected };
          },
        },
        selectedEditor: {
          get current() {
            return file && { document: { uri: file } };
          },
        },
      } as unknown as ConstructorParameters<typeof PromptFiller>[0]),
      newPrompt: new NewPrompt(saved),
      notify: new Notify({ info: () => {}, warn: () => {}, error: () => {} }),
      roster: {
        list: [{ id: 1 }, kept],
        choose: async (...args: unknown[]) => void chosen.push(args),
      } as unknown as Roster,
      chats: feature.chats,
      sender: {
        expertOf: () => undefined,
        pick: (of, id) => (of.picked = { id, hubScope: "hub" }),
      },
    });
    chat = feature.chats.side;
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned.toReversed()) one.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const inProject = <T>(run: () => Promise<T>): Promise<T> =>
    withProperty(vscode.workspace, "workspaceFolders", [project], run);

  /** Runs it; the user acts in one list after the other, and answers boxes with these texts. */
  async function during<T>(
    run: () => Promise<T>,
    acts: readonly Act[] = [],
    answers: readonly (string | undefined)[] = [],
  ) {
    const left = [...answers];
    const boxes: vscode.InputBoxOptions[] = [];
    const lists: ReturnType<typeof list>[] = [];
    const result = await withWindow(
      {
        createQuickPick: () => {
          const shown = list();
          const act = acts[lists.push(shown) - 1];
          void until("the list is filled", () => shown.box.items.length > 0).then(() =>
            act ? act(shown) : shown.leave(),
          );
          return shown.box;
        },
        showQuickPick: async (items: Row[]) => items.find(({ label }) => label.startsWith(where)),
        showInputBox: async (options: vscode.InputBoxOptions) => {
          boxes.push(options);
          return left.shift();
        },
      },
      () => inProject(run),
    );
    return { result, boxes, lists };
  }

  const save = (place: string, name?: string) => {
    where = place;
    return during(() => prompts.save("Why does this leak?"), [], [name]);
  };

  const using = (name: string, answers: readonly (string | undefined)[] = []) =>
    during(() => prompts.pick(chat), [({ accept }) => accept(name)], answers);

  it("are listed by who can read them, and put into the composer", async () => {
    await write(own("leak.md"), "---\nname: Find $(x) leaks\n---\nWhere does this leak?");
    await write(shared("b.prompt.md"), "---\ndescription: For newcomers\n---\nExplain this.");
    const { lists, result } = await using("b");
    assert.deepEqual(lists[0]?.rows(), [
      "-- Your prompts",
      "Find $ (x) leaks |  | Where does this leak?",
      "-- From project",
      "b |  | For newcomers",
      "-- ",
      "$(add) New Prompt…",
    ]);
    assert.deepEqual([result, chat.draft], [true, "Explain this."]);
    await using("leaks");
    assert.equal(chat.draft, "Explain this.\n\nWhere does this leak?");
    assert.equal(chat.conversation.turns.length, 0);
  });

  it("leave everything as it was where the list or a box is left", async () => {
    await write(own("a.md"), "---\nexpert: 7\n---\n${input:one:first} ${input:two}");
    chat.draft = "/";
    const { result } = await during(() => prompts.pick(chat));
    assert.equal(result, false);
    const { boxes } = await using("a", ["1", undefined]);
    assert.deepEqual(
      boxes.map(({ title, prompt, value }) => [title, prompt, value]),
      [
        ["a (1 of 2)", "Enter a value for “one”.", "first"],
        ["a (2 of 2)", "Enter a value for “two”.", ""],
      ],
    );
    assert.deepEqual([chat.draft, chat.picked?.id], ["/", undefined]);
  });

  it("begin the box of an input with its value, which Enter takes as it is shown", async () => {
    const value = `a ${"very ".repeat(40)}new colleague`;
    await write(own("a.md"), `Explain it to \${input:reader:${value}}.`);
    const { boxes } = await using("a", [value]);
    assert.deepEqual([boxes[0]?.value, boxes[0]?.valueSelection], [value, undefined]);
    assert.equal(chat.draft, `Explain it to ${value}.`);
  });

  it("take the values as they are, and name the file within its folder", async () => {
    await write(own("a.md"), "${file}: ${input:x} ${selection} ${other}");
    file = vscode.Uri.joinPath(project.uri, "src", "cart.ts");
    selected = "${file}";
    const { getWorkspaceFolder } = vscode.workspace;
    Object.assign(vscode.workspace, { getWorkspaceFolder: () => project });
    try {
      await using("a", ["${selection}"]);
    } finally {
      Object.assign(vscode.workspace, { getWorkspaceFolder });
    }
    assert.match(chat.draft, /^"?\S*src\/cart\.ts"?: \$\{selection\} \$\{file\} \$\{other\}$/);
    chat.draft = "";
    file = vscode.Uri.file("/home/me/elsewhere/notes.txt");
    await using("a", [""]);
    assert.equal(chat.draft, "notes.txt:  ${file} ${other}");
  });

  it("Q1 say what is missing, and leave an excluded selection out", async () => {
    await write(own("a.md"), "${selection}");
    await write(own("b.md"), "${file}");
    selected = new HubError("cancelled", "excluded");
    await assert.rejects(using("a"), selected);
    await assert.rejects(using("b"), /This prompt names the open file/);
    assert.equal(chat.draft, "");
  });

  it("choose the expert and the ability that they name, among those of the user", async () => {
    await write(own("a.md"), "---\nexpert: reviewer\nability: find bugs\n---\nA");
    await write(shared("b.prompt.md"), "---\nexpert: 99\n---\nB");
    await using("a");
    assert.deepEqual([chat.picked?.id, chosen], [7, [[7, { abilityId: 70 }]]]);
    messages.answer("Add Expert");
    const commands = await commandsDuring(async () => {
      await using("b");
      await until("it is offered", () => messages.told.length > 0);
    });
    assert.match(messages.last?.message ?? "", /expert 99, which you have not added/);
    assert.deepEqual(commands, [["expertHub.addExpert", 99]]);
    assert.deepEqual([chat.draft, chat.picked?.id], ["A\n\nB", 7]);
  });

  it("T1 of a workspace in Restricted Mode are text alone", async () => {
    await write(shared("a.prompt.md"), "---\nexpert: 7\nability: 70\n---\nA\u200B\u202E!");
    await withProperty(vscode.workspace, "isTrusted", false, () => using("a"));
    assert.deepEqual([chat.draft, chat.picked?.id, chosen], ["A!", undefined, []]);
  });

  it("are edited and deleted from the list, and come back by *Undo*", async () => {
    await write(own("a.md"), "A");
    await write(shared("b.prompt.md"), "B");
    const { result } = await during(() => prompts.pick(chat), [({ press }) => press("a", "Edit")]);
    assert.equal(result, false);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, own("a.md"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const remove = () =>
      during(
        () => prompts.pick(chat),
        [({ press }) => press("b", "Delete"), ({ leave }) => leave()],
      );
    messages.answer("Undo");
    await remove();
    assert.deepEqual(messages.last, {
      message: "Deleted the prompt “b”.",
      modal: false,
      detail: "",
      buttons: ["Undo"],
    });
    const text = async () => readFile(shared("b.prompt.md"), "utf8").catch(() => "");
    await until("it is back", async () => (await text()) === "B");
    // Not over another one that has the name by now.
    messages.press = async ({ buttons }) => {
      if (!buttons.includes("Undo")) return undefined;
      await write(shared("b.prompt.md"), "Another");
      return "Undo";
    };
    await remove();
    const taken = "There is already a file b.prompt.md.";
    await until("it is told", () => messages.last?.message === taken);
    assert.equal(await text(), "Another");
    messages.answer(undefined);
    const { lists } = await remove();
    assert.deepEqual(lists[1]?.rows(), [
      "-- Your prompts",
      "a |  | A",
      "-- ",
      "$(add) New Prompt…",
    ]);
    assert.deepEqual([messages.told.length, await readFile(own("a.md"), "utf8")], [1, "A"]);
  });

  it("are saved from a question, where the user chose, and never over another file", async () => {
    const { boxes } = await save("For project", "Leaks: why?");
    assert.equal(boxes[0]?.value, "Why does this leak");
    assert.equal(
      await readFile(shared("leaks-why.prompt.md"), "utf8"),
      '---\nname: "Leaks: why?"\n---\n\nWhy does this leak?\n',
    );
    await save("For me", "Mine");
    const judge = boxes[0].validateInput!;
    assert.equal(await judge("Other"), undefined);
    assert.equal(await judge("leaks why"), "There is already a file leaks-why.prompt.md.");
    assert.equal(await judge("?!"), "The name must contain a letter or a digit.");
    await write(own("mine.md"), "kept");
    await save("For me", "Mine");
    assert.equal(await readFile(own("mine.md"), "utf8"), "kept");
    await save("For me");
    await save("nobody", "x");
    assert.deepEqual(await readdir(path.dirname(own(""))), ["prompts"]);
    assert.deepEqual(await readdir(path.join(home, "storage", "prompts")), ["mine.md"]);
  });

  it("offer to save what the composer holds, and keep it there", async () => {
    chat.draft = "Why?";
    const { result } = await during(() => prompts.pick(chat), [saveQuestion], ["Mine"]);
    assert.deepEqual([result, chat.draft], [false, "Why?"]);
    assert.match(await readFile(own("mine.md"), "utf8"), /\n\nWhy\?\n$/);
  });

  it("show what is wrong with files among the problems, and follow each change", async () => {
    await write(own("a.md"), "---\nname: x\n");
    const problems = () =>
      vscode.languages.getDiagnostics(vscode.Uri.file(own("a.md"))).map(({ message }) => message);
    const changes: string[][] = [];
    saved.onDidChange((all) => changes.push(all.map(({ name }) => name)));
    assert.deepEqual(await inProject(() => saved.list()), []);
    assert.deepEqual(problems(), [
      "The front matter that begins here does not end: a line “---” is missing.",
    ]);
    await until("the change is noticed", async () => {
      await write(own("a.md"), "---\nname: x\n---\nWhy?");
      return changes.some((names) => names.join() === "x");
    });
    assert.deepEqual(problems(), []);
  });
});
