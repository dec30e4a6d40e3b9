import { fireAndForget } from "../../../kit/unexpectedErrors";
import { setContext } from "../../../platform/editor/contextKeys";

/** For the walkthrough: an answer has arrived in a file. */
export const noteInserted = (): void =>
  fireAndForget(() => setContext("expertHub.hasInserted", true));
