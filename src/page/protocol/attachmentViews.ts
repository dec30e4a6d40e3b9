/** What the page shows of what is attached, or could be. */

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
