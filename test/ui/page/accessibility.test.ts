import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { runsAll, some } from "../../support/testSize";
import type { ThemeName } from "../../support/pageThemes";
import { settled, states } from "./states";
import { attachment, chat } from "./fixtures";
import { Shared } from "./sharedPage";
import { useChromium } from "./suite";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const everyRule = `"wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"`;

/** A theme changes only colours and sizes; the document is the same in all themes. */
const rulesOfThemes = `"color-contrast", "link-in-text-block", "target-size"`;

/** Findings under WCAG 2.2 AA, each with the element and the violation. */
const audit = (runOnly: string) => `axe
  .run(document, { runOnly: [${runOnly}], resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({
    id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  })))`;

async function violationsIn(page: Page, rules: string): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
}

const themes: ThemeName[] = ["dark", "light", "light2026", "hcDark", "hcLight"];
const plainThemes: ThemeName[] = ["dark", "hcLight"];

describe("accessibility of the page", () => {
  const { open } = useChromium();

  // With --all in every theme: colours and sizes differ most between these two.
  for (const theme of runsAll ? themes : plainThemes) {
    it(`N10 has no violation in any state under ${theme}`, async () => {
      const source = await readFile(axe, "utf8");
      const opened = new Shared(open, { theme, reducedMotion: true });
      const rules = audit(theme === "dark" ? everyRule : rulesOfThemes);
      const all = Object.entries(states);
      for (const [name, state] of some(all, theme === "dark" ? 5 : 2)) {
        const page = await opened.show(state);
        await settled(page);
        if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source);
        assert.deepEqual(await violationsIn(page, rules), [], name);
      }
    });
  }

  it("N10 reads the composer from what is to be decided to the button that sends", async () => {
    const { held } = states["held"]!.chat.pageState;
    assert.ok(held);
    const attachments = ["a.ts", "b.ts", "c.ts", "d.ts"].map((label, at) => ({
      ...attachment,
      id: `a${at}`,
      label,
    }));
    const suggested = { kind: "file" as const, label: "e.ts", detail: "3 lines" };
    const shown = chat([], { held, attachments, suggested, draft: "Why?" });
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
      "checkbox Always allow it for Code Reviewer in this workspace",
      "button Do Not Send",
      "button Send Anyway",
      "list",
      "group",
      "button Do not attach a.ts",
      "button 3 more attachments",
      "button Attach e.ts, which is suggested",
      "textbox Ask Code Reviewer",
      "button Attach…",
      "button Options",
      "button What will be sent",
      "button Send",
      "button More ways to send",
    ]);
  });

  it("N10 has no violation in any state in forced colours", async () => {
    const source = await readFile(axe, "utf8");
    const opened = new Shared(open, { theme: "hcDark", reducedMotion: true });
    const all = Object.entries(states);
    for (const [name, state] of some(all, 2)) {
      const page = await opened.show(state);
      await page.emulateMedia({ forcedColors: "active" });
      try {
        await settled(page);
        if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source);
        assert.deepEqual(await violationsIn(page, audit(rulesOfThemes)), [], name);
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
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("#app *")]
            .filter((element) => !element.closest("pre, .table-frame, .spoken, svg"))
            .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
            .map((element) => `${element.tagName}.${element.className}`),
        );
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
