/** A question to the user that stands in the chat. Whoever leaves it without an answer declines. */
export interface HeldQuestionView {
  id: string;
  sentence: string;
  reasons: { text: string; canShow?: boolean; isHeading?: boolean }[];
  /** The text that it is about, where that is not in view. */
  about?: string;
  /** What the buttons say that agree, mostly one, and the one that declines. */
  choices: string[];
  no: string;
  /** It is what the user has just asked for; anything else is a warning. */
  enterAgrees?: boolean;
}

/** What has come of something that the user did. */
export interface NoticeView {
  id: string;
  sentence: string;
  isError?: boolean;
  /** The user has yet to decide, and asked for what the first button does. */
  stays?: boolean | undefined;
  details: string[];
  /** What the buttons say. */
  choices: string[];
}
