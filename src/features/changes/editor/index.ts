import * as vscode from "vscode";
import { outputActions } from "../../../contract/vocabulary";
import type { Own } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { t } from "../../../kit/l10n";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { plainText } from "../../../platform/editor/plainText";
import type { OpenChats } from "../../asking/core/openChats";
import type { Conversation } from "../../conversation/core/conversation";
import type { AttachmentsFeature } from "../../attachments/editor";
import { AnswerFiles } from "./answerFiles";
import { reviewAllChanges, reviewCommands, useOutput } from "./commands";
import { Insertion } from "./insertion";
import { type ChatOf, Output, type PickPlace } from "./output";
import { AppliedChanges } from "./review/appliedChanges";
import { KeptChanges, type KeptChangesParts } from "./review/keptChanges";
import { ReviewProgresses } from "./review/reviewProgresses";
import { showQuickPick } from "../../../platform/editor/inputs";

const hourMs = 3_600_000;

export interface InsertionParts {
  readonly context: Pick<vscode.ExtensionContext, "workspaceState">;
  /** Where what can be undone outlives the window. */
  readonly kept?: Pick<KeptChangesParts, "folder" | "historyDays">;
  readonly workbench: Workbench;
  readonly selection: AttachmentsFeature;
  readonly lastEditor: LastEditor;
  /** The chats whose answers the commands use. */
  readonly chats: OpenChats;
  readonly own: Own;
}

export interface InsertionFeature {
  readonly output: Output;
  readonly answerFiles: AnswerFiles;
  readonly progress: ReviewProgresses;
  readonly applied: AppliedChanges;
  readonly commands: readonly Command[];
}

/** Everything that takes an answer to a document, a review or the clipboard. */
export function buildInsertion(parts: InsertionParts): InsertionFeature {
  const { context, workbench, selection, lastEditor, chats, kept, own } = parts;
  const review = lazy(async () => {
    const { Review } = await import("./review/review");
    return own(new Review(context.workspaceState));
  });
  const progress = own(new ReviewProgresses());
  const keptChanges =
    kept &&
    new KeptChanges({
      ...kept,
      isExcluded: (uri) => selection.isExcluded(uri),
      uriOf: (text) => vscode.Uri.parse(text, true),
    });
  const applied = own(new AppliedChanges(keptChanges));
  const restore = (): void => fireAndForget(() => applied.restore());
  restore();
  // What is too old goes, too.
  const timer = setInterval(restore, hourMs).unref();
  own({ dispose: () => clearInterval(timer) });
  own(applied.onDidChange((answer) => progress.followUndo(answer)));
  own(
    vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
      if (reason !== undefined) applied.textChanged(document.uri, document.getText());
    }),
  );
  const insertionFor = ({ id: conversationId }: Conversation, turnId: string) =>
    new Insertion(review, lastEditor, workbench.snapshots, applied.of({ conversationId, turnId }));
  const chatOf: ChatOf = ({ id }) => chats.of(id)?.pending;
  const answerFiles = new AnswerFiles({
    selection,
    review,
    progress,
    applied,
    lastEditor,
    chatOf,
    snapshots: workbench.snapshots,
    insertionFor,
  });
  const applyParts = {
    answerFiles,
    origins: selection.origins,
    lastEditor,
    snapshots: workbench.snapshots,
    replaced: new WeakMap(),
  };
  const output = new Output(
    insertionFor,
    selection.origins,
    pickPlace,
    async (blocks) => (await import("./apply")).pickBlock(blocks),
    (conversation, ref) => answerFiles.reviewDiff(conversation, ref),
    async (answer, blockIndex) => {
      const { Apply } = await import("./apply");
      return new Apply(applyParts, answer).run(blockIndex);
    },
    chatOf,
  );
  return {
    output,
    answerFiles,
    progress,
    applied,
    commands: [
      ...reviewCommands(review),
      reviewAllChanges(chats, answerFiles),
      ...outputActions.map((action) => useOutput(action, chats, output)),
    ],
  };
}

/** Lets the user pick one of the places that a question was about. */
export const pickPlace: PickPlace = async (places, title) => {
  const rows = places.map(({ attachment: { label, detail, path }, target }) => ({
    label: plainText(label),
    description: plainText(detail),
    ...(path !== undefined && { detail: plainText(path) }),
    target,
  }));
  const picked = await showQuickPick(rows, {
    title,
    placeHolder: t("The question was asked about more than one place"),
    matchOnDetail: true,
  });
  return picked?.target;
};
