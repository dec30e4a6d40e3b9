import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { inQuotationMarks, quotedName } from "../../../kit/quotedName";
import type { Command } from "../../../platform/editor/commands";
import { codeAttachment, textAttachment } from "../../attachments/editor/codeAttachment";
import { lastCommandUnknown, type LastCommands } from "../../attachments/editor/lastCommands";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";
import type { Attachment } from "../../conversation/core/attachment";
import { problemText } from "../../attachments/editor/problems";
import { plainText } from "../../../platform/editor/plainText";
import { stripVTControlCharacters } from "node:util";
import { HubError } from "../../../contract/errors";
import { confirm } from "../../../platform/editor/confirm";
import type { OpenChats } from "../../asking/core/openChats";
import type { ChatPanels } from "../../asking/core/chat";

export interface AboutCodeParts extends AskAboutParts {
  readonly attacher: Pick<SelectionAttacher, "join" | "ofRange">;
}

/** Asks about an error or a warning: the message, and the code that it is about. */
export async function askAboutProblem(
  parts: AboutCodeParts,
  uri: vscode.Uri,
  problem: vscode.Diagnostic,
): Promise<void> {
  const code = await codeAttachment(parts.attacher, { uri, range: problem.range });
  const line = problem.range.start.line + 1;
  const typed = t(
    "Explain this problem in line {0} and how to fix it: {1}",
    line,
    problemText(problem),
  );
  await askAbout(parts, { attachments: [code], typed });
}

export interface LinePlace {
  readonly uri: vscode.Uri;
  /** Counted from 1. */
  readonly lineNumber: number;
}

/** Attaches the code around a line. */
export async function askAboutLine(
  parts: AboutCodeParts,
  { uri, lineNumber: line }: LinePlace,
): Promise<void> {
  const range = new vscode.Range(line - 1, 0, line - 1, 0);
  await askAbout(parts, { attachments: [await codeAttachment(parts.attacher, { uri, range })] });
}

export interface TestPlace {
  readonly test: Pick<vscode.TestItem, "label" | "uri" | "range">;
  readonly message?: vscode.TestMessage | undefined;
}

/** Asks about a test: its code, and why it failed where its message is known. */
export async function askAboutTest(
  parts: AboutCodeParts,
  { test, message }: TestPlace,
): Promise<void> {
  const attachments: Attachment[] = [];
  if (test.uri && test.range)
    attachments.push(await codeAttachment(parts.attacher, { uri: test.uri, range: test.range }));
  const label = plainText(t("Failure of {0}", test.label), 80);
  if (message) attachments.push(textAttachment({ text: failureOf(message), label }));
  const typed = t(
    "The test {0} fails. Explain why and how to fix it.",
    inQuotationMarks(test.label),
  );
  await askAbout(parts, { attachments, typed });
}

function failureOf({ message, expectedOutput, actualOutput, location }: vscode.TestMessage) {
  const text = typeof message === "string" ? message : message.value;
  return [
    text,
    ...(expectedOutput === undefined ? [] : [`Expected:\n${expectedOutput}`]),
    ...(actualOutput === undefined ? [] : [`Actual:\n${actualOutput}`]),
    ...(location
      ? [`${quotedName(vscode.workspace.asRelativePath(location.uri))}:${lineNumber(location)}`]
      : []),
  ].join("\n\n");
}

const lineNumber = ({ range }: vscode.Location): number => range.start.line + 1;

export async function askAboutCell(
  parts: AboutCodeParts,
  { document, outputs }: Pick<vscode.NotebookCell, "document" | "outputs">,
): Promise<void> {
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

/** Asks about what shell integration has told of it, or else about what VS Code copies. */
export function askAboutLastCommand(
  parts: AskAboutParts & { readonly lastCommands: Pick<LastCommands, "lineIn" | "attachment"> },
  clipboard = vscode.env.clipboard,
): Command {
  return {
    id: "expertHub.askAboutLastCommand",
    async run(): Promise<void> {
      const typed = t("Explain what this command printed and, if it failed, how to fix it.");
      const { activeTerminal } = vscode.window;
      if (parts.lastCommands.lineIn(activeTerminal) !== undefined) {
        const attachment = await parts.lastCommands.attachment(activeTerminal);
        await askAbout(parts, { attachments: [attachment], typed });
        return;
      }
      if (!(await mayBeUsed(clipboard))) return;
      const copyCommand = "workbench.action.terminal.copyLastCommandAndLastCommandOutput";
      const text = await copied(clipboard, copyCommand);
      if (text === undefined) throw lastCommandUnknown();
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
    enterAgrees: true,
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

/** What a place of VS Code offers to ask. */
interface About {
  readonly attachments: readonly Attachment[];
  /** The question, if the place suggests one. */
  readonly typed?: string;
}

interface AskAboutParts {
  readonly chats: OpenChats;
  readonly panels: Pick<ChatPanels, "openSide">;
  readonly attacher: Pick<SelectionAttacher, "join">;
}

/**
 * Puts it into the composer, where the user sees and can change what will be sent. A question that
 * the user has begun stays as it is.
 */
async function askAbout(
  { chats, panels, attacher }: AskAboutParts,
  { attachments, typed = "" }: About,
): Promise<void> {
  const { side } = chats;
  side.attachments = attachments.reduce<readonly Attachment[]>(
    (before, one) => attacher.join(before, one),
    side.attachments,
  );
  if (typed !== "" && side.draft.trim() === "") side.draft = typed;
  await panels.openSide();
}
