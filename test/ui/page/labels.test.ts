import assert from "node:assert/strict";
import { locale, t, useMessages } from "../../../src/kit/l10n";
import type { PageState } from "../../../src/page/protocol/views";
import { summary } from "../../../src/features/chat/page/composer/optionsSummary";
import type { Toolkit } from "../../../src/page/ui/toolkit";
import { temperatureWords } from "../../../src/features/chat/page/composer/panels/optionsPanel";
import {
  documentAddress,
  countOf,
  decimalOf,
} from "../../../src/features/chat/page/composer/panels/fields";
import { fold } from "../../../src/features/chat/page/find/textIndex";
import { plural, durationOf, timeOf } from "../../../src/page/ui/labels";
import { visible } from "../../../src/page/ui/visible";
import { until } from "../../support/until";
import { answer, answered, attachment, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const words = (changes: Partial<PageState["options"]>) =>
  summary({ locale, plural, t } as Toolkit, {
    options: { ...pageState.options, ...changes },
  });

const asked = (ago: number, changes = {}) =>
  turn({
    askedAt: new Date(Date.now() - ago).toISOString(),
    result: { state: "waiting" },
    ...changes,
  });

const by = (...sentences: string[]) =>
  turn({
    result: {
      state: "done",
      answer: { ...answer, steps: sentences.map((sentence) => ({ sentence })) },
    },
  });

describe("words of the page", () => {
  it("give times and sizes in the unit that fits", () => {
    const times = [40, 4_230, 9_949, 9_950, 12_400, 59_499, 59_500, 61_000, 119_400, 119_600];
    assert.deepEqual(times.map(durationOf), [
      "0.0 s",
      "4.2 s",
      "9.9 s",
      "10 s",
      "12 s",
      "59 s",
      "1 min 0 s",
      "1 min 1 s",
      "1 min 59 s",
      "2 min 0 s",
    ]);
  });

  it("count one and many", () => {
    assert.deepEqual(
      [
        plural(0, "1 step", "{0} steps"),
        plural(1, "1 step", "{0} steps"),
        plural(2, "1 step", "{0} steps"),
        plural(1234, "1 reply", "{0} replies"),
      ],
      ["0 steps", "1 step", "2 steps", "1,234 replies"],
    );
  });

  it("give the time of today without its date, any other with it, and none of nonsense", () => {
    const now = new Date();
    const { short, full } = timeOf(now.toISOString());
    assert.ok(full.endsWith(short) && full.length > short.length, `${short} in ${full}`);
    const other = timeOf(new Date(now.getTime() - 400 * 86_400_000).toISOString());
    assert.equal(other.short, other.full);
    assert.match(other.full, /\d{4}/);
    assert.deepEqual(timeOf("yesterday"), { short: "", full: "" });
  });

  it("tell the options in short", () => {
    assert.equal(words({}), "");
    assert.equal(words({ mode: "model" }), "Model only");
    assert.equal(words({ mode: "model", temperature: 0.3 }), "Model only · 0.3");
    assert.equal(words({ mode: "model", memory: "history" }), "Model only");
    assert.equal(words({ mode: "model", memory: "none" }), "Model only · no memory");
    assert.equal(words({ mode: "model", webSearchMaxResults: 3 }), "Model only");
    assert.equal(words({ memory: "session" }), "session only");
    assert.equal(words({ memory: "history", temperature: 1 }), "1 · history only");
    useMessages({}, "de");
    try {
      assert.equal(words({ temperature: 0.5 }), "0,5");
      assert.match(temperatureWords(0.5, { locale, t }).unset, /^0,5 /);
    } finally {
      useMessages({});
    }
    assert.equal(
      words({ webSearchMaxResults: 1, documentUrls: ["a", "b"] }),
      "1 result · 2 documents",
    );
    const tools = { web_search: false, computation_engine: false, document_retriever: true };
    assert.equal(words({ tools, maxTokens: 5 }), "1 tool, 2 off");
    assert.equal(words({ tools: { web_search: false, computation_engine: false } }), "2 tools off");
  });

  it("read a number as it is typed", () => {
    const decimals = [
      "0.7",
      " 0,7 ",
      ".5",
      "-1",
      "+2",
      "1e-2",
      "3.",
      "1,5,5",
      "",
      "1 2",
      "Infinity",
    ];
    assert.deepEqual(decimals.map(decimalOf), [
      0.7,
      0.7,
      0.5,
      -1,
      2,
      0.01,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual(["1", " 12 ", "0", "-1", "1.0", "1e3", "9007199254740993"].map(countOf), [
      1,
      12,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("say whom an empty temperature is left to", () => {
    assert.equal(temperatureWords(undefined, { locale, t }).unset, "hub decides");
    assert.equal(temperatureWords(0, { locale, t }).unset, "0 (setting)");
    assert.match(temperatureWords(0, { locale, t }).error, /empty for 0, from the setting/);
  });

  it("take no address with a password, nor one that is there already", () => {
    for (const text of ["https://me@a.example/", "https://:secret@a.example/"])
      assert.match(
        JSON.stringify(documentAddress(text, [], { t })),
        /contains a user name or password/,
      );
    assert.deepEqual(documentAddress(" https://a.example ", [], { t }), {
      url: "https://a.example/",
    });
    assert.match(
      JSON.stringify(documentAddress("https://a.example", ["https://a.example/"], { t })),
      /already/,
    );
  });

  it("fold case and spaces, and keep the length", () => {
    assert.equal(fold("Ab\u00a0C\nd\te\r"), "ab c d e ");
    const turkish = "İSTANBUL x";
    assert.equal(fold(turkish).length, turkish.length);
    assert.ok(fold(turkish).endsWith("stanbul x"));
  });

  it("cut a label, put it on one line and show what hides in it", () => {
    assert.equal(visible("a \n\t b"), "a b");
    assert.equal(visible("x".repeat(10), 10), "x".repeat(10));
    assert.equal(visible("x".repeat(11), 10), `${"x".repeat(10)}…`);
    assert.equal(visible("\u0000\u007f\u202e\u{e0041}\u200b"), "␀␡\\u202E\\u{E0041}\\u200B");
  });
});

describe("labels of the page", () => {
  const { open } = useChromium();

  it("say who is asked, and what may be chosen instead", async () => {
    const { page, post, nextCall } = await open(chat([]));
    const pickers = page.locator(".picker");
    const names = () =>
      pickers.evaluateAll((all) =>
        all.filter((one) => (one as HTMLElement).offsetWidth > 0).map((one) => one.ariaLabel),
      );
    const titles = () => pickers.evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
    const given = ["Expert: Code Reviewer · Find bugs", "Model: gpt-x"];
    assert.deepEqual(await names(), given);
    assert.deepEqual(await titles(), [`${given[0]}\n${pageState.expert?.role}`, ...given.slice(1)]);
    for (const [at, call] of ["pickExpert", "pickModel"].entries()) {
      await pickers.nth(at).click();
      await nextCall(call);
    }

    const expert = { id: 7, name: "Ada", suggestions: [] };
    await post({ event: "pageState", pageState: { ...pageState, expert } });
    await page.getByRole("button", { name: "Expert: Ada" }).waitFor();
    assert.deepEqual(await names(), ["Expert: Ada", "Model: Default model"]);
    assert.deepEqual(await titles(), await names());

    await post({ event: "pageState", pageState: { ...pageState, expert: undefined } });
    await page.getByRole("button", { name: "Expert: Choose expert" }).waitFor();
    assert.deepEqual(await names(), ["Expert: Choose expert"]);

    const setupStep = "expert";
    await post({ event: "pageState", pageState: { ...pageState, expert: undefined, setupStep } });
    await page.locator(".pickers").waitFor({ state: "hidden" });
    await post({ event: "pageState", pageState: { ...pageState, setupStep } });
    await page.locator(".pickers").waitFor();
  });

  it("name the box by who is asked", async () => {
    const { page, post } = await open(chat([]));
    const box = page.locator("#question");
    assert.equal(await box.getAttribute("placeholder"), "Ask Code Reviewer…");
    assert.ok(await page.getByLabel("Ask Code Reviewer", { exact: true }).isVisible());
    const name = `${"Very ".repeat(20)}long`;
    await post({
      event: "pageState",
      pageState: { ...pageState, expert: { ...pageState.expert, name } },
    });
    const short = "Very ".repeat(8).trim();
    await page.getByLabel(`Ask ${short}`, { exact: true }).waitFor();
    assert.equal(await box.getAttribute("placeholder"), `Ask ${short}…`);
    await post({ event: "pageState", pageState: { ...pageState, expert: undefined } });
    await page.getByLabel("Ask an expert", { exact: true }).waitFor();
  });

  it("say what Send and the options would do, and that nothing can be sent before the setup", async () => {
    const options = { ...pageState.options, temperature: 0.2 };
    const { page, post } = await open(chat([], { options }));
    const send = page.locator(".send");
    assert.equal(await send.getAttribute("title"), "Send");
    assert.ok(await send.isDisabled());
    const button = page.getByRole("button", { name: "Options: 0.2", exact: true });
    assert.equal(await button.getAttribute("title"), "Options: 0.2");
    await page.fill("#question", "Why?");
    assert.ok(await send.isEnabled());
    await post({ event: "pageState", pageState: { ...pageState, busy: true } });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    assert.equal(await send.getAttribute("title"), "Stop waiting (Escape)");
    await page.getByRole("button", { name: "Options", exact: true }).waitFor();
    const { expert: _, ...without } = pageState;
    for (const state of [{ ...pageState, setupStep: "key" }, without]) {
      await post({ event: "pageState", pageState });
      await page.locator(".send:enabled[title^=Send]").waitFor();
      await post({ event: "pageState", pageState: state });
      await page.locator(".send:disabled").waitFor();
    }
    await post({ event: "pageState", pageState: { ...pageState, setupStep: "key" } });
    for (const name of ["Add Context…", "Options"])
      await page.getByRole("button", { name, disabled: true }).waitFor();
  });

  it("are also the tooltips of buttons that show a picture only", async () => {
    const { page } = await open(chat([turn()], { attachments: [attachment] }));
    await page.locator(".code-block").waitFor();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find").waitFor();
    const names = await page
      .locator("button.icon-button")
      .evaluateAll((all) => all.map((one) => [one.ariaLabel, (one as HTMLElement).title]));
    assert.ok(names.length > 10);
    for (const [label = "", title = ""] of names)
      assert.ok(label && title?.startsWith(label), title ?? "");
  });

  it("name a turn by its question, else by what was attached", async () => {
    const without = { question: "", attachments: [] };
    const { page } = await open(chat([turn(), turn({ question: "" }), turn(without)]));
    const names = () => page.locator(".turn").evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(await names(), [
      "Question: Why does this leak?",
      "Question: cart.ts:10–24",
      "Question: your selection",
    ]);
  });

  it("say when it was asked, and show what was attached where it stands", async () => {
    const askedAt = "2024-02-03T12:00:00.000Z";
    const { page } = await open(chat([turn({ askedAt })]));
    await page
      .locator(".who-facts")
      .getByText(/^Asked: .*2024/)
      .waitFor({ state: "attached" });
    const link = page.getByRole("link", { name: attachment.label });
    assert.equal(await link.getAttribute("title"), "Show cart.ts:10–24 in the editor");
  });

  it("say how long a question has waited, by a clock that can be believed", async () => {
    const hour = 3_600_000;
    const { page } = await open(
      chat([asked(125_000, { builtIn: true }), asked(3 * hour), asked(-hour)], {
        hubLabel: undefined,
      }),
    );
    const seconds = page.locator(".seconds");
    await seconds
      .first()
      .getByText(/^2 min \d+ s$/)
      .waitFor();
    for (const at of [1, 2]) assert.match((await seconds.nth(at).textContent()) ?? "", /^\d+ s$/);
    await page.getByText("Still waiting for the built-in hub.").waitFor();
    const { page: other } = await open(chat([asked(20_000)], { hubLabel: undefined }));
    await other.getByText("Still waiting for the hub.").waitFor();
  });

  it("say in a line what was done, the first eight steps of it", async () => {
    const { page } = await open(chat([by("a", "b"), by(..."abcdefghi")]));
    assert.deepEqual(await page.locator(".steps-line").allTextContents(), [
      "a · b",
      "a · b · c · d · e · f · g · h · …",
    ]);
  });

  it("say what an answer cost, and where it comes from", async () => {
    const { page } = await open(
      chat([
        {
          ...answered("x", {
            tokens: { words: "about 3 tokens", meaning: "tokens, from the balance" },
          }),
          otherHub: "other.example",
        },
        { ...answered("x"), otherHub: "other.example", builtIn: true, abilityName: "" },
      ]),
    );
    assert.deepEqual(await page.locator(".who-by").allTextContents(), [
      "gpt-x",
      "from other.example",
      "gpt-x",
      "built-in hub",
    ]);
    const facts = page.locator(".who-facts");
    for (const one of await facts.all())
      await until("it is laid out", async () => (await one.innerText()) !== "");
    assert.deepEqual(
      (await facts.first().innerText()).split("\n").filter((_, at) => at !== 1),
      [
        "Ability: Find bugs",
        "Hub: other.example",
        "4.2 s · about 3 tokens",
        "Tokens, from the balance",
        "Size: 3.4 KB",
      ],
    );
    assert.match(await facts.last().innerText(), /^Asked: .*\nHub: built-in hub\n4\.2 s\n/);
  });

  it("name the text of an answer, and which buttons are for what", async () => {
    const text = "```ts\nlet a;\n```\n\n```\nplain\n```";
    const { page } = await open(chat([answered(text, { target: undefined })]));
    await page.locator(".code-block").last().waitFor();
    await page.getByRole("group", { name: "Text of Code Reviewer" }).waitFor();
    const names = await page
      .getByRole("toolbar")
      .evaluateAll((all) =>
        all.map((one) => [
          one.ariaLabel,
          ...[...one.children]
            .filter((child) => child.checkVisibility())
            .map((child) => child.ariaLabel ?? child.textContent),
        ]),
      );
    assert.deepEqual(names, [
      ["Use code block 1", "Copy", "More code actions", "Apply"],
      ["Use code block 2", "Copy", "More code actions", "Apply"],
      ["Use this answer", "Copy", "Ask again…", "More actions"],
    ]);
    for (const name of ["Code, ts", "Code, text"])
      await page.getByRole("group", { name, exact: true }).waitFor();
    assert.deepEqual(await page.locator(".code-language").allTextContents(), ["ts", "text"]);
  });

  const ways: [missing: Partial<PageState>, title: string, buttons: [string, string][]][] = [
    [
      { setupStep: "hub" },
      "Ask experts from your editor",
      [
        ["Connect to a Hub", "connect"],
        ["Try the Built-in Hub", "startBuiltInHub"],
      ],
    ],
    [
      { setupStep: "key" },
      "Add your API key",
      [
        ["Set API Key", "setApiKey"],
        ["Open Hub Website", "openHub"],
      ],
    ],
    [
      { setupStep: "expert" },
      "No experts added yet",
      [
        ["Add Expert", "addExpert"],
        ["Try the Built-in Hub", "startBuiltInHub"],
      ],
    ],
    [{ setupStep: "expert", builtIn: true }, "No experts added yet", [["Add Expert", "addExpert"]]],
  ];
  for (const [missing, title, buttons] of ways)
    it(`offer each way on: ${JSON.stringify(missing)}`, async () => {
      const { page, nextCall } = await open(chat([], missing));
      await page.getByRole("region", { name: title }).waitFor();
      const all = page.locator(".empty-buttons button");
      assert.deepEqual(
        await all.allTextContents(),
        buttons.map(([name]) => name),
      );
      assert.deepEqual(
        await all.evaluateAll((each) => each.map((one) => one.className)),
        buttons.map((_, at) => (at === 0 ? "button" : "link")),
      );
      for (const [at, [, action]] of buttons.entries()) {
        await all.nth(at).click();
        assert.deepEqual((await nextCall("resolveProblem")).args, { action });
      }
    });

  it("say whose key is missing, also in a conversation", async () => {
    const { page, post } = await open(chat([turn()], { setupStep: "key" }));
    const invitation = page.locator(".invitation");
    await invitation.getByText("hub.example.com needs an API key.").waitFor();
    await post({
      event: "pageState",
      pageState: { ...pageState, setupStep: "key", hubLabel: undefined },
    });
    await invitation.getByText("Your hub needs an API key.").waitFor();
    await post({ event: "pageState", pageState });
    await page.locator(".empty").waitFor({ state: "detached" });
  });

  it("greet with who is asked, what for, and three suggestions at most", async () => {
    const expert = {
      ...pageState.expert!,
      suggestions: ["one", "two", "three", "four"].map((text) => ({ text })),
    };
    const { page, post } = await open(chat([], { expert }));
    await page.locator(".empty p").getByText("Reviews code for leaks").waitFor();
    assert.deepEqual(await page.locator(".suggestion").allTextContents(), ["one", "two", "three"]);
    const { role: _, ...nameless } = expert;
    await post({ event: "pageState", pageState: { ...pageState, expert: nameless } });
    await page.getByText("Type a question, or attach a selection of your code.").waitFor();
  });
});
