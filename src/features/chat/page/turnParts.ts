import { loadRichText } from "./transcript/turn/answerText";
import { showUpdate } from "./transcript/turn/answerUpdate";
import { resultParts } from "./transcript/turn/turn";
import { costOf } from "./transcript/turn/turnHeader";
import { showLiveIn } from "./transcript/turn/waiting";

/**
 * What draws the result of a turn. Handed to a page other than the chat, whose code is loaded later
 * and shares no module with the first script.
 */
export const turnParts = {
  costOf,
  loadRichText,
  resultParts,
  showLiveIn,
  showUpdate,
};

export type TurnParts = typeof turnParts;
