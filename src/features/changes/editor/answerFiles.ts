import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { announce } from "../../../platform/editor/confirm";
import type { FileChange } from "../core/fileChange";
import { fileWritten, type FileReference } from "../../../kit/references";
import type { NamedFile } from "../../../kit/namedFile";
import { Limiter } from "../../../kit/limiter";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Conversation } from "../../conversation/core/conversation";
import { sourcePath } from "../../conversation/core/sources";
import { answerOf, type Turn } from "../../conversation/core/turn";
import { notFound } from "../../../platform/core/localError";
import { HubError } from "../../../contract/errors";
import type { AgentAnswer } from "../../../contract/types";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Target } from "../../attachments/editor/attachmentOrigins";
import { revealTarget, select, showDocument } from "../../attachments/editor/openEditors";
import { hadSource } from "../../conversation/core/attachment";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { fileExists } from "../../../platform/editor/newFile";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Insertion } from "./insertion";
import type { ChatOf, OutputRef } from "./output";
import type { AppliedChanges } from "./review/appliedChanges";
import type { ReviewedAnswer } from "./review/reviewAnswer";
import type { Review } from "./review/review";
import type { ReviewProgresses } from "./review/reviewProgresses";

/** Disks and file systems of other extensions are asked about that many files at once. */
const maxConcurrentLooks = 8;

export interface AnswerFilesParts {
  readonly selection: Pick<AttachmentsFeature, "origins" | "isExcluded">;
  readonly review: () => Promise<Review>;
  readonly progress: ReviewProgresses;
  readonly applied: AppliedChanges;
  readonly lastEditor: LastEditor;
  readonly chatOf: ChatOf;
  readonly snapshots: Snapshots;
  insertionFor(conversation: Conversation, turnId: string): Insertion;
}

/** The files that an answer is about: those that were asked about, and those that it names. */
export class AnswerFiles {
  readonly #parts: AnswerFilesParts;

  constructor(parts: AnswerFilesParts) {
    this.#parts = parts;
  }

  /** Shows all changes of an answer in one review. False if nothing was changed. */
  async review(conversation: Conversation, { turnId }: OutputRef): Promise<boolean> {
    const { output } = answeredTurn(conversation, turnId).answer;
    const { changesIn } = await import("../core/answerChanges");
    return this.reviewChanges(conversation, turnId, changesIn(output));
  }

  /** Shows the changes of an answer or a code block that is nothing but a diff; `undefined` if it is not. */
  async reviewDiff(
    conversation: Conversation,
    { turnId, blockIndex }: OutputRef,
  ): Promise<boolean | undefined> {
    const { output } = answeredTurn(conversation, turnId).answer;
    const { changesOfDiffAlone } = await import("../core/answerChanges");
    const changes = changesOfDiffAlone(output, blockIndex);
    return changes && this.reviewChanges(conversation, turnId, changes);
  }

  /** Shows these changes of an answer; those without a name are for what is `asked`. */
  async reviewChanges(
    conversation: Conversation,
    turnId: string,
    changes: readonly FileChange[],
    asked?: readonly Target[],
  ): Promise<boolean> {
    const { turn, answer } = answeredTurn(conversation, turnId);
    const { reviewAnswer } = await import("./review/reviewAnswer");
    if (changes.length === 0)
      throw new HubError("invalid-request", t("This answer names no file that it would change."));
    const { review, selection } = this.#parts;
    return reviewAnswer(
      await review(),
      this.#reviewed(conversation, turn, { output: answer.output, proposed: changes, asked }),
      {
        asked: asked ?? this.#targetsOf(turn),
        others: this.#targets(conversation, turn),
        isExcluded: (uri) => selection.isExcluded(uri),
      },
    );
  }

  /** Shows another text of a document as a change of an answer. */
  async reviewText(
    conversation: Conversation,
    turnId: string,
    { document, text }: { readonly document: vscode.TextDocument; readonly text: string },
  ): Promise<boolean> {
    const { turn, answer } = answeredTurn(conversation, turnId);
    const [{ reviewProposals }, { withoutReturns }] = await Promise.all([
      import("./review/reviewAnswer"),
      import("./review/proposedFile"),
    ]);
    const { uri } = document;
    const path = vscode.workspace.asRelativePath(uri);
    const original = withoutReturns(document.getText());
    const files = text === original ? [] : [{ uri, path, document, original, proposed: text }];
    const reviewed = this.#reviewed(conversation, turn, { output: answer.output, proposed: [] });
    return reviewProposals(await this.#parts.review(), reviewed, { files, refusals: [] });
  }

  #reviewed(
    conversation: Conversation,
    turn: Turn,
    {
      output,
      proposed,
      asked = this.#targetsOf(turn),
    }: Pick<ReviewedAnswer, "output" | "proposed"> & {
      readonly asked?: readonly Target[] | undefined;
    },
  ): ReviewedAnswer {
    const { progress, applied, chatOf, snapshots, insertionFor } = this.#parts;
    const { id: turnId } = turn;
    return {
      changes: applied.of({ conversationId: conversation.id, turnId }),
      chat: chatOf(conversation),
      expertName: turn.asked.expertName,
      key: `${conversation.id} ${turnId}`,
      report: (now) => progress.set(conversation.id, turnId, now),
      output,
      proposed,
      asked,
      snapshots,
      insertion: insertionFor(conversation, turnId),
    };
  }

  /** Takes back what an answer has changed in files, after a question that names them. */
  async undo(conversation: Conversation, turnId: string): Promise<void> {
    const { undoAnswer } = await import("./review/undoChanges");
    const { applied } = this.#parts;
    const place = { conversationId: conversation.id, turnId };
    const isKept = await applied.load(place);
    const chat = this.#parts.chatOf(conversation);
    if (isKept) await undoAnswer(applied.of(place), chat);
    else
      void announce(t("What this answer changed is no longer kept, so it cannot be undone."), [], {
        chat,
      });
  }

  /** Shows the file that a code block names, or else what was asked about. */
  async goTo(conversation: Conversation, { turnId, blockIndex }: OutputRef): Promise<void> {
    const { turn, answer } = answeredTurn(conversation, turnId);
    const file =
      blockIndex === undefined ? undefined : await namedFileOf(answer.output, blockIndex);
    const targets = this.#targets(conversation, turn);
    if (file) return this.#goToFile(file, targets);
    const [target] = this.#targetsOf(turn);
    if (!target) throw noSourceError(turn);
    return revealTarget(target, this.#parts.lastEditor);
  }

  /** Shows a file that an answer or a step of it names, such as `cart.ts:10`. */
  async open(conversation: Conversation, turnId: string, written: string): Promise<void> {
    const { turn, answer } = answeredTurn(conversation, turnId);
    const file = fileWritten(written);
    if (!file) throw notFound(t("{0} does not exist.", plainText(written, 100)));
    const { existingFile } = await import("./review/workspaceFile");
    const whole = sourcePath(answer, file.path);
    const path = whole === undefined || (await existingFile(file.path)) ? file.path : whole;
    return this.#goToFile({ ...file, path }, this.#targets(conversation, turn));
  }

  /** Those of the paths that lead to a file in an open folder, or to one that was asked about. */
  async existing(
    conversation: Conversation,
    turnId: string,
    paths: readonly string[],
  ): Promise<string[]> {
    const { turn, answer } = answeredTurn(conversation, turnId);
    const { isNamed, existingFile } = await import("./review/workspaceFile");
    const targets = this.#targets(conversation, turn);
    const isThere = async (path: string) => {
      const target = targets.find(({ uri }) => isNamed(path, uri));
      if (target) return isOpenOrOnDisk(target.uri);
      if (await existingFile(path)) return true;
      const whole = sourcePath(answer, path);
      return whole !== undefined && (await existingFile(whole)) !== undefined;
    };
    const limiter = new Limiter(maxConcurrentLooks);
    const found = await Promise.all(paths.map((path) => limiter.run(() => isThere(path))));
    return paths.filter((_, at) => found[at]);
  }

  async #goToFile(
    { path, lines, column }: FileReference,
    targets: readonly Target[],
  ): Promise<void> {
    const { lastEditor } = this.#parts;
    const { isNamed, workspaceFile } = await import("./review/workspaceFile");
    const target = targets.find(({ uri }) => isNamed(path, uri));
    if (target && !lines) return revealTarget(target, lastEditor);
    const found = await workspaceFile(path);
    if ("why" in found && !target) throw notFound(found.why(path));
    const uri = "file" in found && found.exists ? found.file.uri : target?.uri;
    if (!uri) throw notFound(t("{0} does not exist.", path));
    let document: vscode.TextDocument;
    try {
      document = await vscode.workspace.openTextDocument(uri);
    } catch {
      // Not text, such as a picture. It may end only when the user has chosen an editor.
      return fireAndForget(() => vscode.commands.executeCommand("vscode.open", uri));
    }
    const { editor } = (await showDocument(document, lastEditor)) ?? {};
    if (!editor || !lines) return;
    const lineAt = (line: number) =>
      document.lineAt(Math.max(0, Math.min(line, document.lineCount) - 1)).range;
    const first = lineAt(lines.first);
    if (column === undefined) return select(editor, first.union(lineAt(lines.last)));
    const at = document.validatePosition(first.start.with({ character: Math.max(0, column - 1) }));
    select(editor, new vscode.Range(at, at));
  }

  /** Those of this question come first. */
  #targets({ turns }: Conversation, turn: Turn): Target[] {
    return [turn, ...turns.toReversed()].flatMap((one) => this.#targetsOf(one));
  }

  #targetsOf({ question }: Turn): Target[] {
    const places = this.#parts.selection.origins.placesOf(question.attachments);
    return places.map(({ target }) => target);
  }
}

async function isOpenOrOnDisk(uri: vscode.Uri): Promise<boolean> {
  const isOpen = ({ uri: other }: vscode.TextDocument) => other.toString() === uri.toString();
  return vscode.workspace.textDocuments.some(isOpen) || fileExists(uri);
}

function answeredTurn(
  conversation: Conversation,
  turnId: string,
): { turn: Turn; answer: AgentAnswer } {
  const turn = conversation.get(turnId);
  const answer = turn && answerOf(turn);
  if (!answer) throw notFound(t("This answer no longer exists."));
  return { turn, answer };
}

async function namedFileOf(output: string, blockIndex: number): Promise<NamedFile | undefined> {
  const { answerBlocks } = await import("../../../kit/answerBlocks");
  return answerBlocks(output)[blockIndex]?.file;
}

function noSourceError({ question: { attachments = [] } }: Turn): HubError {
  return attachments.some(hadSource)
    ? notFound(t("The source of this question is no longer known."))
    : new HubError("invalid-request", t("This question was not asked about a file."));
}
