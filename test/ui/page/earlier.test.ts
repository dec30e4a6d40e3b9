import assert from "node:assert/strict";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const turnsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    ...answered(`Answer ${first + index}.`),
    id: `t${first + index}`,
  }));

describe("a long conversation", () => {
  const { open } = useChromium();

  it("opens with its newest turns; older ones follow before them, and find reaches all", async () => {
    const { page, post } = await open(chat(turnsFrom(901, 930)));
    const { conversationId } = chat([]).shell;
    await post({ event: "earlier", conversationId, turns: turnsFrom(701, 900) });
    await post({ event: "turn", turn: { ...answered("Answer 702, changed."), id: "t702" } });
    await post({ event: "earlier", conversationId, turns: turnsFrom(501, 700) });
    await post({ event: "earlier", conversationId: "another", turns: turnsFrom(1, 500) });
    await page.locator("[data-turn=t501]").waitFor({ state: "attached" });
    const ids = await page
      .locator("[data-turn]")
      .evaluateAll((elements) =>
        elements.map((element) => (element as HTMLElement).dataset["turn"]),
      );
    assert.deepEqual(
      ids,
      turnsFrom(501, 930).map(({ id }) => id),
    );
    await page.getByText("Answer 702, changed.").waitFor({ state: "attached" });
    await post({ event: "find" });
    await page.getByRole("textbox", { name: /find/i }).fill("Answer 50");
    await page.getByText(/of 9\b/).waitFor();
  });
});
