import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { askAbout, type AskAboutParts, codeAttachment, textAttachment } from "./askAbout";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";
import type { Attachment } from "../../conversation/core/attachment";
import { plainText } from "../../../platform/editor/plainText";
import { stripVTControlCharacters } from "node:util";
import { HubError } from "../../../contract/errors";
import { confirm } from "../../../platform/editor/confirm";

export interface AboutCodeParts extends AskAboutParts {
  readonly attacher: Pick<SelectionAttacher, "join" | "ofRange">;
}

/** Asks about an error or a warning: the message, and the code that it is about. */
export function askAboutProblem(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutProblem",
    async run(uri?: unknown, problem?: unknown): Promise<void> {
      if (!(uri instanceof vscode.Uri) || !(problem instanceof vscode.Diagnostic)) return;
      const code = await codeAttachment(parts.attacher, uri, problem.range);
      const line = problem.range.start.line + 1;
      const typed = t(
        "Explain this problem in line {0} and how to fix it: {1}",
        line,
        problemText(problem),
      );
      await askAbout(parts, { attachments: [code], typed });
    },
  };
}

function problemText({ message, source, code }: vscode.Diagnostic): string {
  const value = typeof code === "object" ? code.value : code;
  const from = [source, value].filter((one) => one !== undefined && one !== "").join(" ");
  return from === "" ? message : `${message} (${from})`;
}

/** Attaches the code around a line, from the menu of its number. */
export function askAboutLine(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutLine",
    async run(place?: unknown): Promise<void> {
      const at = lineGiven(place);
      if (!at) return;
      const range = new vscode.Range(at.line - 1, 0, at.line - 1, 0);
      await askAbout(parts, { attachments: [await codeAttachment(parts.attacher, at.uri, range)] });
    },
  };
}

/** The menu passes the line, counted from 1; the palette nothing, and the cursor's line is meant. */
function lineGiven(given: unknown): { uri: vscode.Uri; line: number } | undefined {
  if (typeof given === "object" && given !== null) {
    const { uri, lineNumber } = given as { uri?: unknown; lineNumber?: unknown };
    if (uri instanceof vscode.Uri && typeof lineNumber === "number")
      return { uri, line: lineNumber };
  }
  const { activeTextEditor: editor } = vscode.window;
  return editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

/** Asks about a test: its code, and why it failed where its message is known. */
export function askAboutTest(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutTest",
    async run(given?: unknown): Promise<void> {
      const { test, message } = testIn(given);
      if (!test) return;
      const attachments: Attachment[] = [];
      if (test.uri && test.range)
        attachments.push(await codeAttachment(parts.attacher, test.uri, test.range));
      const label = plainText(t("Failure of {0}", test.label), 80);
      if (message) attachments.push(textAttachment({ text: failureOf(message), label }));
      const typed = t("The test “{0}” fails. Explain why and how to fix it.", test.label);
      await askAbout(parts, { attachments, typed });
    },
  };
}

interface TestArgument {
  readonly test?: vscode.TestItem | undefined;
  readonly message?: vscode.TestMessage | undefined;
}

/** The menu of a test passes the test, that of a failure both. */
function testIn(given: unknown): TestArgument {
  if (typeof given !== "object" || given === null) return {};
  const { test, message } = given as TestArgument;
  return test ? { test, message } : { test: given as vscode.TestItem };
}

function failureOf({ message, expectedOutput, actualOutput, location }: vscode.TestMessage) {
  const text = typeof message === "string" ? message : message.value;
  return [
    text,
    ...(expectedOutput === undefined ? [] : [`Expected:\n${expectedOutput}`]),
    ...(actualOutput === undefined ? [] : [`Actual:\n${actualOutput}`]),
    ...(location
      ? [`${vscode.workspace.asRelativePath(location.uri)}:${lineNumber(location)}`]
      : []),
  ].join("\n\n");
}

const lineNumber = ({ range }: vscode.Location): number => range.start.line + 1;

/** Asks about a notebook cell and its output. */
export function askAboutCell(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutCell",
    async run(given?: unknown): Promise<void> {
      const cell = cellOf(given);
      if (!cell) return;
      const { document, outputs } = cell;
      const last = document.lineAt(document.lineCount - 1);
      const attachments: Attachment[] = [
        await parts.attacher.ofRange(
          document,
          new vscode.Range(new vscode.Position(0, 0), last.range.end),
        ),
      ];
      const { text, hasFailed } = outputOf(outputs);
      if (text !== "") attachments.push(textAttachment({ text, label: t("Output of the cell") }));
      await askAbout(parts, {
        attachments,
        ...(hasFailed && { typed: t("Explain the error of this cell and how to fix it.") }),
      });
    },
  };
}

/** The menu of a cell passes it; otherwise the selected one is meant. */
function cellOf(given: unknown): vscode.NotebookCell | undefined {
  if (typeof given === "object" && given !== null && "document" in given && "outputs" in given)
    return given as vscode.NotebookCell;
  const editor = vscode.window.activeNotebookEditor;
  return editor && editor.notebook.cellAt(editor.selection.start);
}

const errorMime = "application/vnd.code.notebook.error";
const textMimes = new Set([
  "text/plain",
  "application/vnd.code.notebook.stdout",
  "application/vnd.code.notebook.stderr",
]);

/** Pictures and tables of the output stay out: a question is text. */
function outputOf(outputs: readonly vscode.NotebookCellOutput[]) {
  const items = outputs.flatMap(({ items }) => items);
  const texts = items.flatMap(({ mime, data }) => {
    if (mime === errorMime) return [errorIn(Buffer.from(data).toString())];
    return textMimes.has(mime) ? [Buffer.from(data).toString()] : [];
  });
  return { text: texts.join("\n"), hasFailed: items.some(({ mime }) => mime === errorMime) };
}

function errorIn(json: string): string {
  try {
    const { name, message, stack } = JSON.parse(json) as Partial<Error>;
    const head = [name, message].filter(Boolean).join(": ");
    // Stacks of kernels are coloured for terminals.
    return stack ? `${head}\n${stripVTControlCharacters(stack)}` : head;
  } catch {
    return json;
  }
}

/** Asks about the text that is selected in the terminal. */
export function askAboutTerminalSelection(
  parts: AskAboutParts,
  clipboard = vscode.env.clipboard,
): Command {
  return {
    id: "expertHub.askAboutTerminalSelection",
    async run(): Promise<void> {
      if (!(await mayBeUsed(clipboard))) return;
      const text = await copied(clipboard, "workbench.action.terminal.copySelection");
      if (text === undefined)
        throw new HubError("invalid-request", t("Nothing is selected in the terminal."));
      const label = t("Terminal selection");
      await askAbout(parts, { attachments: [textAttachment({ text, label })] });
    },
  };
}

/** Asks about the last command of the terminal and what it printed. */
export function askAboutLastCommand(
  parts: AskAboutParts,
  clipboard = vscode.env.clipboard,
): Command {
  return {
    id: "expertHub.askAboutLastCommand",
    async run(): Promise<void> {
      if (!(await mayBeUsed(clipboard))) return;
      const copyCommand = "workbench.action.terminal.copyLastCommandAndLastCommandOutput";
      const text = await copied(clipboard, copyCommand);
      if (text === undefined)
        throw new HubError(
          "invalid-request",
          t(
            "The last command is not known. Shell integration has to be active in the terminal; you can also select the output and ask about the selection.",
          ),
        );
      const typed = t("Explain what this command printed and, if it failed, how to fix it.");
      const label = t("Last command");
      await askAbout(parts, { attachments: [textAttachment({ text, label })], typed });
    },
  };
}

/** Extensions see text only: where there is none, there may be a picture that cannot be put back. */
async function mayBeUsed(clipboard: vscode.Clipboard): Promise<boolean> {
  if ((await clipboard.readText()) !== "") return true;
  return confirm(t("Copy the text of the terminal to the clipboard?"), {
    detail: t(
      "Expert Hub can only read the terminal through the clipboard. The clipboard has no text now; if it has a picture or files, they will be lost.",
    ),
    yes: t("Copy"),
    no: t("Do Not Copy"),
  });
}

/**
 * What a command copies: extensions cannot read a terminal otherwise. The clipboard has its text back
 * afterwards. `undefined` if nothing was copied.
 */
async function copied(clipboard: vscode.Clipboard, command: string): Promise<string | undefined> {
  const before = await clipboard.readText();
  const marker = `expert-hub-${crypto.randomUUID()}`;
  await clipboard.writeText(marker);
  try {
    await vscode.commands.executeCommand(command);
    const text = await clipboard.readText();
    return text === marker || text === "" ? undefined : text;
  } finally {
    await clipboard.writeText(before);
  }
}
