import assert from "node:assert/strict";
import { languages } from "../../../scripts/messages";
import { some } from "../../support/testSize";
import { wordless } from "../../support/pseudo";
import { answered, chat, turn } from "./fixtures";
import { Shared } from "./sharedPage";
import { settled, states } from "./states";
import { cutIn, englishIn } from "./textFaults";
import { useChromium } from "./suite";

describe("the page in another language", () => {
  const { open } = useChromium();

  it("N8 has no word of English in any state, and nothing cut at 280 px", async () => {
    const opened = new Shared(open, { width: 280, language: "pseudo", reducedMotion: true });
    const all = Object.entries(states);
    const found: Record<string, string[]> = {};
    for (const [name, state] of some(all, 6)) {
      const page = await opened.show({ ...state, chat: wordless(state.chat) });
      await settled(page);
      const faults = [...(await englishIn(page)), ...(await cutIn(page))];
      if (faults.length > 0) found[name] = faults;
    }
    assert.deepEqual(found, {});
  });

  // The language of no words is longer than each of them.
  for (const language of some(languages, 2))
    it(`N8 has nothing that leaves a page of 280 px at its side in ${language}`, async () => {
      const opened = new Shared(open, { width: 280, language, reducedMotion: true });
      const all = Object.entries(states);
      const found: Record<string, string[]> = {};
      for (const [name, state] of some(all, 2)) {
        const page = await opened.show(state);
        await settled(page);
        const wide = (await cutIn(page)).filter((fault) => fault.startsWith("wide"));
        if (wide.length > 0) found[name] = wide;
      }
      assert.deepEqual(found, {});
    });

  it("N8 announces and dates in that language", async () => {
    const asked = turn({ id: "t1", askedAt: "2026-01-02T03:04:05Z", result: { state: "waiting" } });
    const { page, post } = await open(wordless(chat([asked])), { language: "pseudo" });
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    await page
      .locator(".who-facts", { hasText: /2026\/01\/0[1-3]/ })
      .waitFor({ state: "attached" });
    await post({ event: "turn", turn: wordless({ ...answered("ok"), id: "t1" }) });
    await page.locator(".notices [role=status]", { hasText: "[Àñšŵéŕ ƒŕöɱ" }).waitFor();
    assert.deepEqual(await englishIn(page), []);
  });
});
