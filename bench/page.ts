import { launchChromium } from "../test/support/chromium";
import { fourColumns } from "./fourColumns";
import { longAnswers } from "./longAnswers";
import { longConversations } from "./longConversations";
import type { Measurement } from "./rows";

/** D1 to D3 and G3: the shipped page in Chromium, without an editor around it. */
export const page: Measurement = {
  ids: ["D1", "D2", "D3", "G3"],
  run: async () => {
    const browser = await launchChromium();
    try {
      return [
        ...(await longAnswers(browser)),
        ...(await longConversations(browser)),
        ...(await fourColumns(browser)),
      ];
    } finally {
      await browser.close();
    }
  },
};
