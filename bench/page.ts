import { launchChromium } from "../test/support/chromium";
import { fourColumns } from "./fourColumns";
import { longAnswers } from "./longAnswers";
import { longConversations } from "./longConversations";
import type { Measurement } from "./rows";
import { streaming } from "./streaming";

/** D1 to D3 and G1 to G3: the shipped page in Chromium, without an editor around it. */
export const page: Measurement = {
  ids: ["D1", "D2", "D3", "G1", "G2", "G3"],
  run: async (isLong) => {
    const browser = await launchChromium();
    try {
      return [
        ...(await longAnswers(browser)),
        ...(await longConversations(browser)),
        ...(await fourColumns(browser)),
        ...(await streaming(browser, isLong)),
      ];
    } finally {
      await browser.close();
    }
  },
};
