/** What the page shows of what is attached, could be, or was read. */

/** Text from the editor that is sent with a question. */
export interface AttachmentView {
  id: string;
  /** Such as `cart.ts:10–24`. */
  label: string;
  /** Such as `15 lines · TypeScript · 1.2 KB`. */
  detail: string;
  languageId: string;
  /** Relative to its workspace folder, if known. */
  path?: string;
  /** The text, for expanding; cut at 20,000 characters. */
  text: string;
  /** The text is another one by now where it came from. */
  isChanged?: boolean;
}

/** What is open in the editor: `attachSuggested` attaches it. */
export interface SuggestionView {
  kind: "selection" | "file";
  /** Such as `cart.ts:10–24`. */
  label: string;
  /** Such as `15 lines · TypeScript`. */
  detail: string;
}

/** What an answer was made from. */
export interface SourcesView {
  /** What its steps have read; absent if nothing. */
  sources?: SourceView[];
  /** What it names and none of its steps has read is marked. */
  marksUnread?: boolean;
}

/** A file that was read, with the lines if not all of them were, or what is at an address. */
export type SourceView =
  | { kind: "file"; path: string; lines: readonly { first: number; last: number }[] }
  | { kind: "page" | "document"; url: string; title?: string };
