import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { connectToEcho, type EchoHub } from "./echoHub";
import { until } from "./inputs";
import { Messages } from "./messages";
import { sendsSelections } from "./sendsSelections";

export const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

export const canary = (): string => `SEL-CANARY-${crypto.randomUUID()}`;

const folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "inserting");
export const at = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, name));
export const active = (): vscode.TextEditor | undefined => vscode.window.activeTextEditor;
export const isDiff = ({ activeTab }: vscode.TabGroup): boolean =>
  activeTab?.input instanceof vscode.TabInputTextDiff;

const lines = (text: string): string => text.split(/\r\n|\r|\n/).join("\n");

export async function untitled(
  content: string,
  language = "plaintext",
): Promise<vscode.TextEditor> {
  for (let tries = 0; ; tries++) {
    const document = await vscode.workspace.openTextDocument({ content, language });
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    // A document that is just being closed may have had its name, and take its text along.
    if (tries === 3 || lines(document.getText()) === lines(content)) return editor;
  }
}

export async function file(name: string, content: string): Promise<vscode.Uri> {
  const uri = at(name);
  await mkdir(path.dirname(uri.fsPath), { recursive: true });
  await writeFile(uri.fsPath, content);
  return uri;
}

/** As from the Explorer: only the tab keeps the document open. */
export async function openFile(uri: vscode.Uri): Promise<vscode.TextEditor> {
  await run("vscode.open", uri, { preview: false });
  await until("the file is open", () => String(active()?.document.uri) === String(uri));
  return active()!;
}

/** Closes all editors without saving. `showTextDocument` would fail while another one is coming up. */
export async function discardAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments)
    if (document.isDirty) {
      await openFile(document.uri);
      await run("workbench.action.revertAndCloseActiveEditor");
    }
  await run("workbench.action.closeAllEditors");
}

/** Otherwise VS Code itself would save, or ask about U+2028. */
const quiet = [
  ["files", "autoSave", "off"],
  ["editor", "unusualLineTerminators", "off"],
] as const;

export const useSettings = (values: "quiet" | "default"): Promise<unknown> =>
  Promise.all(
    quiet.map(([section, name, value]) =>
      vscode.workspace
        .getConfiguration(section)
        .update(name, values === "quiet" ? value : undefined, vscode.ConfigurationTarget.Global),
    ),
  );

/** Questions about selections, and what is done with their answers. */
export class Inserting {
  readonly hub: EchoHub;
  messages = new Messages();

  /** Sets up the surrounding suite. */
  static inSuite(): () => Inserting {
    let inserting: Inserting | undefined;
    const get = (): Inserting => {
      assert.ok(inserting);
      return inserting;
    };
    sendsSelections();
    before(async () => {
      await mkdir(folder, { recursive: true });
      inserting = new Inserting(await connectToEcho());
      inserting.messages.restore();
      await useSettings("quiet");
    });
    after(async () => {
      await run("workbench.action.revertAndCloseActiveEditor");
      await run("workbench.action.closeAllEditors");
      await useSettings("default");
      await get().hub.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    beforeEach(() => {
      get().messages = new Messages();
    });
    afterEach(async () => {
      get().messages.restore();
      await discardAll();
    });
    return get;
  }

  private constructor(hub: EchoHub) {
    this.hub = hub;
  }

  /** Asks about this range; the hub answers with `output`. */
  async ask(
    editor: vscode.TextEditor,
    selected: string,
    output: string,
    focus?: string,
  ): Promise<void> {
    const start = editor.document.getText().indexOf(selected);
    assert.notEqual(start, -1);
    editor.selection = new vscode.Selection(
      editor.document.positionAt(start),
      editor.document.positionAt(start + selected.length),
    );
    await this.askWith(output, focus);
  }

  async askWith(output: string, focus = "workbench.action.focusActiveEditorGroup"): Promise<void> {
    this.hub.output = () => output;
    await run("expertHub.newConversation");
    await run(focus);
    const before = this.hub.bodies.length;
    await run("expertHub.askSelection");
    await until("the question reaches the hub", () => this.hub.bodies.length > before);
    // What has to be confirmed is then asked in a dialog, and results are told in a notification.
    await run("workbench.action.closeAuxiliaryBar");
  }

  /** Uses the last answer, once it has arrived. */
  async use(command: string): Promise<void> {
    await until("the answer is there", async () => {
      this.messages.told.length = 0;
      await run(command);
      return !/There is no answer yet/.test(this.messages.last?.message ?? "");
    });
  }

  /** Replaces, and accepts the diff. */
  async replace(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
    const replaced = this.use("expertHub.replaceSelection");
    await until("the diff is open", () => vscode.window.tabGroups.all.some(isDiff));
    await meanwhile();
    await run("expertHub.applyChanges");
    await replaced;
  }

  async offered(command: string): Promise<readonly string[]> {
    await this.use(command);
    assert.ok(this.messages.last, "nothing was said");
    assert.equal(this.messages.last.modal, false);
    return this.messages.last.buttons;
  }
}
