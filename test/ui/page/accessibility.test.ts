import assert from "node:assert/strict";
import { runsAll, some } from "../../support/testSize";
import type { ThemeName } from "../../support/pageThemes";
import { everyRule, rulesOfThemes, violationsIn, wideIn } from "./audit";
import { settled, states } from "./states";
import { attachment, chat } from "./fixtures";
import { Shared } from "./sharedPage";
import { useChromium } from "./suite";

const themes: ThemeName[] = ["dark", "light", "light2026", "hcDark", "hcLight"];
const plainThemes: ThemeName[] = ["dark", "hcLight"];

describe("accessibility of the page", () => {
  const { open } = useChromium();

  // With --all in every theme: colours and sizes differ most between these two.
  for (const theme of runsAll ? themes : plainThemes) {
    it(`N15 has no violation in any state under ${theme}`, async () => {
      const opened = new Shared(open, { theme, reducedMotion: true });
      const rules = theme === "dark" ? everyRule : rulesOfThemes;
      const all = Object.entries(states);
      for (const [name, state] of some(all, theme === "dark" ? 5 : 2)) {
        const page = await opened.show(state);
        await settled(page);
        assert.deepEqual(await violationsIn(page, rules), [], name);
      }
    });
  }

  it("N15 reads the composer from what is to be decided to the button that sends", async () => {
    const { pending } = states["held"]!.chat.pageState;
    assert.ok(pending);
    const attachments = Array.from("abcdefgh", (letter) => `${letter}.ts`).map((label, at) => ({
      ...attachment,
      id: `a${at}`,
      label,
    }));
    const suggested = { kind: "file" as const, label: "i.ts", detail: "3 lines" };
    const shown = chat([], { pending, attachments, suggested, draft: "Why?" });
    const { page } = await open(shown, { width: 280 });
    await page.locator(".held").waitFor();
    await page.getByRole("button", { name: /more attachments/ }).waitFor();
    const tree = await page.locator(".composer").ariaSnapshot();
    const read = Array.from(
      tree.matchAll(/- '?(group|list|checkbox|button|textbox)\b(?: "([^"]*)")?/g),
      ([, role = "", name = ""]) => `${role} ${name}`.trim(),
    );
    assert.deepEqual(read, [
      "group Send this question?",
      "list",
      "button a GitHub token: src/checkout/paymentProviders.ts, line 112",
      "button Do Not Send",
      "button Send Anyway",
      "button Attach i.ts, which is suggested",
      "list",
      "group",
      "button Do not attach a.ts",
      "group",
      "button Do not attach b.ts",
      "group",
      "button Do not attach c.ts",
      "group",
      "button Do not attach d.ts",
      "button 4 more attachments",
      "textbox Ask Code Reviewer",
      "button Add Context…",
      "group Who is asked",
      "button Expert: Code Reviewer · Find bugs",
      "button Model: gpt-x",
      "button Options",
      "button Send",
      "button More ways to ask",
    ]);
  });

  it("N15 has no violation in any state in forced colours", async () => {
    const opened = new Shared(open, { theme: "hcDark", reducedMotion: true });
    const all = Object.entries(states);
    for (const [name, state] of some(all, 2)) {
      const page = await opened.show(state);
      await page.emulateMedia({ forcedColors: "active" });
      try {
        await settled(page);
        assert.deepEqual(await violationsIn(page, rulesOfThemes), [], name);
      } finally {
        await page.emulateMedia({ forcedColors: null });
      }
    }
  });

  it("stays within its width from 220 px on and at 200 %, but for code and tables", async () => {
    const all = Object.entries(states);
    for (const [width, zoom] of [
      [220, 1],
      [600, 2],
    ] as const) {
      const opened = new Shared(open, { width, zoom });
      for (const [name, state] of some(all, width === 220 ? 5 : 3)) {
        const page = await opened.show(state);
        await settled(page);
        const wide = await wideIn(page);
        assert.deepEqual(wide, [], `${name} at ${width}`);
      }
    }
  });

  it("holds still when motion is not wanted", async () => {
    const { page } = await open(states["waiting"]?.chat ?? assert.fail(), { reducedMotion: true });
    const pulse = page.locator(".pulse");
    const animation = () => pulse.evaluate((element) => getComputedStyle(element).animationName);
    assert.equal(await animation(), "none");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    assert.equal(await animation(), "pulse");
    await page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
    assert.equal(await animation(), "none");
  });
});
