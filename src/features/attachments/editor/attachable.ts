import type * as vscode from "vscode";
import type { CompletionView } from "../../../page/protocol/views";
import type { AttachmentList } from "./selectionAttacher";

/** Something that can be attached, as a list shows it. */
export interface Attachable extends Omit<CompletionView, "id"> {
  /** Of files and folders: what is typed may be a part of it. */
  readonly path?: string;
  /** What can be typed for it in every language. */
  readonly word?: string;
  /** Of files and folders, which are attached together. */
  readonly uri?: vscode.Uri;
  attach(chat: AttachmentList): Promise<void>;
}

/** What a part of the list has found so far. */
export interface Found<T> {
  readonly found: readonly T[];
  readonly isIncomplete: boolean;
}
