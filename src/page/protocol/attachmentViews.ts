/** What the page shows of what is attached, could be, or was a source. */

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

/** A file that the steps of an answer name, with lines if they name some, or an address. */
export type SourceView =
  | { kind: "file"; path: string; lines: readonly { first: number; last: number }[] }
  | { kind: "page" | "document"; url: string; title?: string };
