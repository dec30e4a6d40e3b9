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
  /** What a check box says that agrees for later, too. */
  always?: string;
}

/** What has come of something that the user did; the newest comes last. */
export interface NoticeView {
  id: string;
  sentence: string;
  isError?: boolean;
  details: string[];
  /** What the buttons say. */
  choices: string[];
}
