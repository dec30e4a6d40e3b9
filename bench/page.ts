import { launchChromium } from "../test/support/chromium";
import { fourColumns } from "./fourColumns";
import { longAnswers } from "./longAnswers";
import { longConversations } from "./longConversations";
import type { Measurement } from "./rows";
import { gathering, streaming } from "./streaming";

/** D1 to D3, G1 to G3 and G5: the shipped page in Chromium, without an editor around it. */
export const page: Measurement = {
  ids: ["D1", "D2", "D3", "G1", "G2", "G3", "G5"],
  run: async (isLong) => {
    const browser = await launchChromium();
    try {
      return [
        ...(await longAnswers(browser)),
        ...(await longConversations(browser)),
        ...(await fourColumns(browser)),
        ...(await streaming(browser, isLong)),
        ...(await gathering(browser)),
      ];
    } finally {
      await browser.close();
    }
  },
};
