import type { Memory } from "../../../page/host/memory";
import type { PartContext } from "../../../page/ui/toolkit";
import type { Composer } from "./composer/composer";
import type { Transcript } from "./transcript/transcript";
import type { loadRichText } from "./transcript/turn/answerText";

/** What parts that are loaded after the first paint need from the page. */
export interface LaterContext extends PartContext {
  memory: Memory;
  transcript: Transcript;
  composer: Composer;
  loadRichText: typeof loadRichText;
}
