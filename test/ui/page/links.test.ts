import assert from "node:assert/strict";
import { some } from "../../support/testSize";
import type { OpenPage } from "../../support/pageHarness";
import { answered, chat } from "./fixtures";
import { assertInert, showLive } from "./expectedContent";
import { addresses } from "../../support/addresses";
import { useChromium } from "./suite";

const dead = [
  "command:workbench.action.quit",
  "vscode://expert-hub.expert-hub/x",
  "vscode-insiders:x",
  "file:///etc/passwd",
  String.raw`\\evil.example\share`,
  "javascript:globalThis.pwned=1",
  "data:text/html,<script>globalThis.pwned=1</script>",
  "http://example.com/",
  "mailto:a@example.com",
  "smb://host/share",
  "ms-msdt:/id",
  "//evil.example/x",
  "/relative",
  "#fragment",
  "https://bank@evil.example/",
];

const asked = ({ sent }: OpenPage): unknown[] =>
  sent.filter(({ call }) => call === "openLink").map(({ args }) => args);

describe("links of an answer", () => {
  const { open, strayed } = useChromium({ whole: true });

  it("W5 asks the host about https addresses by click and by Enter, and does nothing else with them", async () => {
    const opened = await open(chat([answered("[the docs](https://Example.com/a?b#c)")]));
    const link = opened.page.getByRole("link", { name: "the docs" });
    const url = "https://example.com/a?b#c";
    await link.click();
    assert.deepEqual((await opened.nextCall("openLink")).args, { url });
    await link.press("Enter");
    assert.deepEqual((await opened.nextCall("openLink")).args, { url });
    await link.click({ button: "middle" });
    await link.click({ button: "right" });
    await opened.page.keyboard.press("Escape");
    await link.dragTo(opened.page.locator("#question"));
    await link.dragTo(opened.page.locator(".pickers"));
    assert.equal(await opened.page.locator("#question").inputValue(), "");
    assert.equal(asked(opened).length, 2);
    assert.equal(await opened.page.locator("a, body [href], [draggable=true]").count(), 0);
    await assertInert(opened, "https");
  });

  it("W5 shows every other address as text that names it, and nothing opens it", async () => {
    const tried = some(dead, 3);
    const turns = tried.map((address) =>
      answered(
        `[safe words](<${address.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("\\", "\\\\")}>)`,
      ),
    );
    const opened = await open(chat([]));
    const { page } = opened;
    for (const [at, turn] of turns.entries()) {
      await showLive(opened, [turn]);
      const text = page.locator(".answer .piece");
      await text.waitFor();
      assert.equal(await text.locator("button, a, [href], [tabindex]").count(), 0);
      const shown = (await text.textContent()) ?? "";
      const scheme = tried[at]?.replaceAll("\\", "%5C").slice(0, 8) ?? assert.fail();
      assert.ok(shown.includes("safe words") && shown.includes(scheme), shown);
      const words = text.getByText("safe words").last();
      await words.click();
      await page.keyboard.press("Enter");
      await words.click({ button: "middle" });
      await words.click({ button: "right" });
      await page.keyboard.press("Escape");
      await words.dragTo(page.locator("#question"));
      await assertInert(opened, shown);
      await page.evaluate("getSelection().removeAllRanges()");
    }
    assert.deepEqual(asked(opened), []);
  });

  it("W5 asks about a target of any kind only where it is https without a user", async () => {
    const inputs = some(addresses(), 120);
    const opened = await open(chat([]));
    let links = 0;
    for (let from = 0; from < inputs.length; from += 100) {
      const part = inputs.slice(from, from + 100);
      await showLive(
        opened,
        part.map((input) =>
          answered(`[t](<${input}>) [u](${input}) <${input}>\n\n[v][r]\n\n[r]: ${input}`),
        ),
      );
      const before = asked(opened).length;
      const found = await opened.page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>(".answer *"))
          if (element.children.length === 0 || element.matches(".link"))
            for (const type of ["click", "auxclick", "dragstart", "contextmenu", "dblclick"]) {
              const button = type === "auxclick" ? 1 : 0;
              // A click is dispatched once, on the link itself if there is one.
              if (
                type === "click" &&
                element.closest(".link") !== element &&
                element.closest(".link, button")
              )
                continue;
              element.dispatchEvent(
                new MouseEvent(type, { bubbles: true, cancelable: true, button }),
              );
            }
        const titles = [...document.querySelectorAll<HTMLElement>(".answer .link")].map(
          ({ title }) => title,
        );
        return { titles, addresses: document.querySelectorAll("[href], a").length };
      });
      await opened.page.evaluate("1");
      const urls = asked(opened)
        .slice(before)
        .map((args) => (args as { url: string }).url);
      links += found.titles.length;
      assert.deepEqual(
        urls.map((url) => (url.length > 500 ? `${url.slice(0, 500)}…` : url)),
        found.titles,
      );
      assert.equal(found.addresses, 1, "the editor's own style sheet");
      for (const url of urls) {
        // If the two parsers disagree, the host's parser refuses.
        if (!URL.canParse(url)) continue;
        const { protocol, username, password, href } = new URL(url);
        assert.deepEqual([protocol, username, password, href], ["https:", "", "", url]);
      }
      await assertInert(opened, `targets from ${from}`);
    }
    console.log(`      ${inputs.length} targets, ${links} links of https`);
    assert.ok(inputs.length === 0 || links > 20);
  });

  it("W6 hands over the host that is really meant in its ASCII form, and refuses one with a user", async () => {
    const looks: [target: string, meant: RegExp | undefined][] = [
      ["https://evil.example/", /^https:\/\/evil\.example\/$/],
      ["https://bаnk.example/", /^https:\/\/xn--bnk-6cd\.example\/$/],
      ["https://аррӏе.example/", /^https:\/\/xn--[\w-]+\.example\/$/],
      ["https://ｂａｎｋ.example/", /^https:\/\/(?:bank|xn--[\w-]+)\.example\/$/],
      ["https://bank。evil.example/", /^https:\/\/bank\.evil\.example\/$/],
      [
        "https://bank.example\u2044.evil.example/",
        /^https:\/\/[\w.-]*xn--[\w.-]+\.evil\.example\/$/,
      ],
      ["https:\\\\\\\\evil.example\\\\bank.example", undefined],
      ["https://0x7f.1/", /^https:\/\/127\.0\.0\.1\/$/],
      ["https://bank.example@evil.example/", undefined],
      ["https://bank.example:pass@evil.example/", undefined],
      ["https://:pass@evil.example/", undefined],
      ["https://bank.example%40evil.example/", undefined],
    ];
    const opened = await open(chat([]));
    for (const [target, meant] of looks) {
      await showLive(opened, [answered(`[https://bank.example](<${target}>)`)]);
      const link = opened.page.locator(".answer .link");
      const before = asked(opened).length;
      if (meant === undefined) {
        assert.equal(await link.count(), 0, target);
        const shown = (await opened.page.locator(".answer").textContent()) ?? "";
        assert.ok(shown.includes("evil.example"), shown);
        continue;
      }
      await link.click();
      const { url } = asked(opened)[before] as { url: string };
      assert.match(url, meant, target);
      // The pointer shows the same.
      assert.equal(await link.getAttribute("title"), url);
    }
    await assertInert(opened, "look-alikes");
  });

  it("W5 W6 has connected to nothing by then", async () => {
    assert.deepEqual(await strayed(), []);
  });
});
