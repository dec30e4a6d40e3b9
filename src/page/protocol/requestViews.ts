/** What the page shows of the next request. */

/** A request that has not been sent. */
export interface PreviewView {
  endpoint: string;
  /** The exact body, indented. */
  json: string;
  /** That of the body, such as `1.2 KB`. */
  size?: string;
  /** The parts of the question, in the order and with the lengths that they have in the body. */
  parts?: { name?: string; length: number; size: string }[];
  /** That of the conversation so far, if any is sent. */
  historySize?: string;
  /** What is left out to fit the context window, in a sentence. */
  omitted?: string;
}

/** The model's context window, and the estimated size of each part that is sent; in tokens. */
export interface ContextView {
  takes: number;
  /** How much of it the request may fill; the rest is reserved for the answer. */
  fits: number;
  attachments: number;
  history: number;
  /** The expert's instructions and the tools. */
  system: number;
}
