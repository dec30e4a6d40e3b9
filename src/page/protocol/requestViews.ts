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
  /** What is left out because the model does not take it, in a sentence. */
  omitted?: string;
}

/** What the model takes, and about what goes along with the question; in tokens. */
export interface ContextView {
  takes: number;
  /** What a question may have with all that goes along; the rest is for the answer. */
  fits: number;
  attachments: number;
  history: number;
  /** What the expert is told of itself, and the tools. */
  system: number;
}
