import * as vscode from "vscode";
import { type CallerAnswer, type CallerQuestions, notSent } from "../core/callerQuestions";
import { askInputOf, prepared, type Prepared } from "../core/expertTools";
import { setupError, type HubInUse } from "../../experts/core/setup";
import { type HubAccount, inSentence } from "../../connection/core/hub";
import { unlessAborted } from "../../../kit/abort";
import type { Caller } from "../../../contract/vocabulary";
import { outsiderOf } from "../../asking/core/preparedQuestion";
import type { Program } from "../core/mcpClients";
import { type FileAttacher, assertRoom } from "../../attachments/editor/fileAttacher";
import { HubError } from "../../../contract/errors";
import { t, locale } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import { workspaceFile, workspaceFileAt } from "../../changes/editor/review/workspaceFile";
import { plainText, escaped, inertMarkdown } from "../../../platform/editor/plainText";
import type { ConfirmationReason } from "../../../platform/core/confirmer";

/** Characters of the question that the user is shown. */
const maxShownLength = 1_000;

/** What the user is asked before an agent's question is sent. */
interface AskConfirmation {
  readonly title: string;
  readonly lines: readonly string[];
  /** As much of it as is shown, below the lines. */
  readonly question: string;
}

export function askConfirmation(asked: AgentQuestion): AskConfirmation {
  const { question, expertName, abilityName, hub, files } = asked;
  const { input, conversationId } = question;
  const left = input.length - maxShownLength;
  return {
    title: t("Ask {0} with Expert Hub?", plainText(expertName, 80)),
    lines: [
      t("The question is sent to {0}.", plainText(hub, 120)),
      ...(abilityName === undefined ? [] : [t("Ability: {0}", plainText(abilityName, 80))]),
      ...(files.length > 0 ? [t("Attached files: {0}", files.map(shownPath).join(", "))] : []),
      ...(conversationId === undefined
        ? []
        : [t("Earlier questions and answers of the same conversation are sent again.")]),
      left > 0
        ? t("Question, without its last {0} characters:", left.toLocaleString(locale()))
        : t("Question:"),
    ],
    question: escaped(input.slice(0, maxShownLength).toWellFormed()) + (left > 0 ? "…" : ""),
  };
}

const shownPath = (file: vscode.Uri) => plainText(vscode.workspace.asRelativePath(file), 200);

/** For a question in the chat or a dialog. */
export function asReasons({ lines, question }: AskConfirmation): ConfirmationReason[] {
  return [...lines, ...question.split("\n")].map((text) => ({ text }));
}

/** For VS Code's chat, which shows Markdown, and for its dialogs, which show the text of it. */
export function asMarkdown({ lines, question }: AskConfirmation): vscode.MarkdownString {
  return new vscode.MarkdownString(lines.map(inertMarkdown).join("  \n")).appendCodeblock(
    question,
    "text",
  );
}

/** A question of an agent, as the user sees it before it is sent. */
export interface AgentQuestion extends Omit<Prepared, "files"> {
  /** The hub that it goes to, as part of a sentence. */
  readonly hub: string;
  readonly at: HubAccount;
  readonly files: readonly vscode.Uri[];
}

interface AgentUse {
  /** The program that asks; the kind of caller says it if absent. */
  readonly program?: Program;
  /** `approve` itself shows the user the files of each question. */
  readonly showsFiles?: boolean;
  /** Ends the question, and the request for it. */
  readonly signal: AbortSignal;
  /** Nobody waits for the answer: nothing is sent then, and what was sent goes on. */
  readonly gone?: AbortSignal;
  /** Called before anything is sent; the user declines by resolving to false. */
  approve(question: AgentQuestion, over: AbortSignal): Promise<boolean>;
}

interface AgentQuestionsParts extends Pick<HubInUse, "connection" | "roster" | "setup"> {
  readonly files: Pick<FileAttacher, "attachments">;
  readonly questions: CallerQuestions;
}

/** What agents pass to the tool that asks an expert, up to the answer. */
export class AgentQuestions {
  readonly #parts: AgentQuestionsParts;

  constructor(parts: AgentQuestionsParts) {
    this.#parts = parts;
  }

  /** Whom and what the agent wants to ask. Rejects with a sentence if that cannot be sent. */
  async prepare(given: unknown, caller: Caller): Promise<AgentQuestion> {
    const { connection, roster, setup } = this.#parts;
    // What is named is named at this hub.
    const at = connection.accountAt();
    const { files, ...question } = prepared(roster, askInputOf(given), caller);
    const missing = await setup.next();
    if (missing || !at) throw setupError(missing ?? "hub");
    return { ...question, hub: inSentence(at.hub), at, files: await namedFiles(files) };
  }

  /** Rejects like `CallerQuestions.ask`. */
  async ask(given: unknown, caller: Caller, use: AgentUse): Promise<CallerAnswer> {
    const { signal, gone, program, showsFiles = false } = use;
    const over = AbortSignal.any([signal, ...(gone ? [gone] : [])]);
    const ready = await unlessAborted(this.#withFiles(given, caller), over);
    if (!ready) throw notSent();
    const { prepared, attachments } = ready;
    const { at } = prepared;
    const named = program && { id: `${caller} ${program.id}`, name: program.name };
    const outsider = named ?? outsiderOf(caller);
    const unseen = showsFiles ? [] : attachments.map(({ path, label }) => path ?? label);
    return this.#parts.questions.ask(
      { ...prepared.question, attachments, at },
      {
        ...use,
        outsider: outsider && { ...outsider, files: unseen },
        approve: () => use.approve(prepared, over),
      },
    );
  }

  async #withFiles(given: unknown, caller: Caller) {
    const prepared = await this.prepare(given, caller);
    return { prepared, attachments: await this.#parts.files.attachments(prepared.files) };
  }
}

/**
 * The files that an agent names, each once: by paths relative to an open folder, by absolute paths or
 * by URIs. Rejects with a sentence about the first that is not a file in an open folder.
 */
async function namedFiles(names: readonly string[]): Promise<vscode.Uri[]> {
  assertRoom({ attachments: [], pending: undefined }, names.length);
  const found = new Map<string, vscode.Uri>();
  for (const name of names) {
    const uri = await fileCalled(name);
    found.set(uri.toString(), uri);
  }
  return [...found.values()];
}

async function fileCalled(name: string): Promise<vscode.Uri> {
  const address = addressIn(name);
  const found = await (address ? workspaceFileAt(address) : workspaceFile(relative(name)));
  if ("file" in found && found.exists) return found.file.uri;
  throw new HubError(
    "invalid-request",
    t(
      "{0} cannot be attached. Only files in the open folders can be, and none that is reached through a link.",
      plainText(quotedName(name), 250),
    ),
  );
}

function addressIn(name: string): vscode.Uri | undefined {
  if (/^(?:[/\\]|[a-z]:[/\\])/i.test(name)) return vscode.Uri.file(name);
  return /^[a-z][\w+.-]*:\//i.test(name) ? vscode.Uri.parse(name) : undefined;
}

/** As workspaces write paths, also where an agent uses the separators of Windows. */
function relative(name: string): string {
  const forward = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  return forward.replace(/^(?:\.\/)+/, "");
}
