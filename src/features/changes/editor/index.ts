import type * as vscode from "vscode";
import type { OpenChats } from "../../asking/core/openChats";
import type { Own } from "../../../kit/disposable";
import { outputActions } from "../../../contract/vocabulary";
import type { Selection } from "../../attachments/editor";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { AnswerFiles } from "./answerFiles";
import { ChangesReview } from "./changes/changesReview";
import { Insertion } from "./insertion";
import { Output } from "./output";
import { pickPlace } from "./pickPlace";
import { Review } from "./review";
import {
  applyAllChanges,
  applyReplacement,
  discardChanges,
  discardReplacement,
  goToRange,
  reviewAllChanges,
  useOutput,
} from "./commands";

export interface InsertionParts {
  readonly context: Pick<vscode.ExtensionContext, "workspaceState">;
  readonly workbench: Workbench;
  readonly selection: Selection;
  readonly lastEditor: LastEditor;
  /** The chats whose answers the commands use. */
  readonly chats: OpenChats;
  readonly own: Own;
}

export interface InsertionFeature {
  readonly output: Output;
  readonly answerFiles: AnswerFiles;
  readonly commands: readonly Command[];
}

/** Everything that takes an answer to a document, a review or the clipboard. */
export function buildInsertion(parts: InsertionParts): InsertionFeature {
  const { context, workbench, selection, lastEditor, chats, own } = parts;
  const review = own(new Review());
  const insertion = new Insertion(review, lastEditor, workbench.snapshots);
  const output = new Output(insertion, selection.origins, pickPlace);
  const changes = own(new ChangesReview(context.workspaceState));
  const answerFiles = new AnswerFiles({ selection, review: changes, lastEditor });
  return {
    output,
    answerFiles,
    commands: [
      applyReplacement(review),
      discardReplacement(review),
      applyAllChanges(changes),
      discardChanges(changes),
      reviewAllChanges(chats, answerFiles),
      goToRange(chats, answerFiles),
      ...outputActions.map((action) => useOutput(action, chats, output)),
    ],
  };
}
