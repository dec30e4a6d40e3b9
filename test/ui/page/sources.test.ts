import assert from "node:assert/strict";
import { until } from "../../support/until";
import { assertInert } from "./expectedContent";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

describe("the sources of an answer", () => {
  const { open } = useChromium();

  it("U3 are counted in a line that unfolds to what the steps name, and open at their lines", async () => {
    const sources = [
      { kind: "file" as const, path: "src/cart.ts", lines: [{ first: 1, last: 50 }] },
      {
        kind: "file" as const,
        path: "src/sizes.py",
        lines: [
          { first: 3, last: 3 },
          { first: 9, last: 9_999_999 },
        ],
      },
      { kind: "file" as const, path: "no/such.ts", lines: [] },
      { kind: "page" as const, url: "https://react.example/effects", title: "Effects" },
      { kind: "document" as const, url: "https://docs.example/guide" },
      { kind: "document" as const, url: "http://plain.example/a" },
    ];
    const opened = await open(chat([{ ...answered("Done.", { sources }), id: "t" }]), {
      answer: (call) => (call === "existingFiles" ? ["src/cart.ts", "src/sizes.py"] : undefined),
    });
    const { page, nextCall } = opened;
    const line = page.locator(".sources > summary");
    await line.waitFor();
    assert.equal(await line.textContent(), "Sources: 3 files, 1 page, 2 documents");
    assert.deepEqual(await page.locator(".sources li").count(), 0);
    await line.press("Enter");
    const rows = page.getByRole("list", { name: "Sources" }).getByRole("listitem");
    await rows.last().waitFor();
    assert.deepEqual(await rows.allTextContents(), [
      "src/cart.ts:1–50",
      "src/sizes.py: 3, 9–",
      "no/such.ts",
      "Effects react.example",
      "https://docs.example/guide",
      "http://plain.example/a",
    ]);
    const links = page.locator(".sources").getByRole("link");
    await until("files are links", async () => (await links.count()) === 5);
    const opens = ["src/cart.ts:1-50", "src/sizes.py:3-3", "src/sizes.py:9-9999999"];
    for (const [at, file] of opens.entries()) {
      await links.nth(at).press("Enter");
      assert.deepEqual((await nextCall("openFile")).args, { turnId: "t", file });
    }
    for (const [at, url] of [
      "https://react.example/effects",
      "https://docs.example/guide",
    ].entries()) {
      await links.nth(opens.length + at).press("Enter");
      assert.deepEqual((await nextCall("openLink")).args, { url });
    }
    await assertInert(opened, "sources");
    await opened.post({ event: "turn", turn: { ...answered("Again.", { sources }), id: "t" } });
    await page.getByText("Again.").waitFor();
    await page.locator(".sources[open] li").last().waitFor();
    assert.equal(await page.locator(".sources").count(), 1);
  });
});
