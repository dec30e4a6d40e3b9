import assert from "node:assert/strict";
import type { OptionsView, PageState } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { chat, pageState } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const none: OptionsView = pageState.options;

describe("the options of the composer", () => {
  const { open } = useChromium();
  const opened = async (options: Partial<OptionsView> = {}) => {
    const made = await open(chat([], { options: { ...none, ...options } }));
    await made.page.getByRole("button", { name: /^Options/ }).click();
    await made.page.getByRole("group", { name: "Options" }).waitFor();
    const next = async () => (await made.nextCall("setOptions")).args as { options: OptionsView };
    return { ...made, next };
  };

  const onButton: [words: string, options: Partial<OptionsView>][] = [
    ["Options", {}],
    ["2 tools · 0.2", { temperature: 0.2, tools: { web_search: true, computation_engine: true } }],
    ["1 tool, 1 off", { tools: { web_search: true, computation_engine: false } }],
    ["1 tool off · 0", { temperature: 0, tools: { web_search: false } }],
    [
      "3 results · 1 document · no memory",
      { webSearchMaxResults: 3, documentUrls: ["https://a.example/"], memory: "none" },
    ],
    ["Model only · 500 tokens", { mode: "model", maxTokens: 500, tools: { web_search: true } }],
    ["Model only · no memory", { mode: "model", memory: "session" }],
  ];

  it("says on its button what is set", async () => {
    const [[first, set] = assert.fail(), ...others] = onButton;
    const { page, post } = await open(chat([], { options: { ...none, ...set } }));
    await page.getByRole("button", { name: first, exact: true }).waitFor();
    assert.equal(await page.locator("button.set").count(), 0);
    for (const [words, options] of others) {
      await post({
        event: "pageState",
        pageState: { ...pageState, options: { ...none, ...options } },
      });
      const button = page.getByRole("button", { name: `Options: ${words}`, exact: true });
      await button.and(page.locator(".set")).waitFor();
    }
  });

  it("does not count tools that the organisation has locked, and shows that they are", async () => {
    const tools = { web_search: true, computation_engine: true };
    const options = { ...none, tools };
    const { page } = await open(
      chat([], { options, lockedTools: { web_search: "Set by your organisation" } }),
    );
    await page.getByRole("button", { name: "Options: 1 tool", exact: true }).click();
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    const lock = { name: "Web search", description: "Set by your organisation" };
    await page.getByRole("radiogroup", lock).waitFor();
    const opacityOf = (name: string) =>
      tool
        .getByText(name, { exact: true })
        .evaluate((label) => getComputedStyle(label.parentElement!).opacity);
    assert.ok(Number(await opacityOf("On")) < 1);
    assert.equal(await opacityOf("Off"), "1");
  });

  it("sends each change at once, and leaves out what is unset", async () => {
    const { page, next } = await opened();
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    await tool.getByLabel("Off").check();
    assert.deepEqual(await next(), { options: { ...none, tools: { web_search: false } } });
    await page.getByRole("radiogroup", { name: "Workspace" }).getByLabel("On").check();
    assert.deepEqual((await next()).options.tools, {
      web_search: false,
      workspace_connector: true,
    });
    await tool.getByLabel("Default").check();
    assert.deepEqual((await next()).options.tools, { workspace_connector: true });
    await page.getByLabel("Temperature").fill("0,7");
    assert.equal((await next()).options.temperature, 0.7);
    await page.getByLabel("Temperature").fill("");
    assert.equal("temperature" in (await next()).options, false);
    await page.getByLabel("Maximum search results").fill("4");
    assert.equal((await next()).options.webSearchMaxResults, 4);
    await page.getByText("History only").click();
    assert.equal((await next()).options.memory, "history");
    const instructions = page.getByRole("radiogroup", { name: "Instructions" });
    for (const [label, isOn] of [
      ["On", true],
      ["Off", false],
      ["Default", undefined],
    ] as const) {
      await instructions.getByLabel(label).check();
      assert.equal((await next()).options.instructions, isOn);
    }
    await page.getByLabel("Model only", { exact: true }).check();
    assert.equal((await next()).options.mode, "model");
    assert.equal(await page.getByLabel("Maximum search results").isVisible(), false);
    await page.getByLabel("Maximum tokens").fill("300");
    assert.equal((await next()).options.maxTokens, 300);
  });

  it("shows whether the instructions of the folder go along", async () => {
    const { page, post } = await opened();
    const instructions = page.getByRole("radiogroup", { name: "Instructions" });
    for (const [label, isOn] of [
      ["On", true],
      ["Off", false],
      ["Default", undefined],
    ] as const) {
      const options: OptionsView = { ...none, ...(isOn !== undefined && { instructions: isOn }) };
      await post({ event: "pageState", pageState: { ...pageState, options } });
      await instructions.getByRole("radio", { name: label, exact: true, checked: true }).waitFor();
    }
  });

  it("offers how long a model of the built-in hub thinks, and says what its file says", async () => {
    const { page, next, post } = await opened();
    const effort = page.getByRole("radiogroup", { name: "Reasoning effort" });
    assert.equal(await effort.isVisible(), false);
    const reasoning = { ...pageState, options: none, takesReasoningEffort: true };
    await post({ event: "pageState", pageState: reasoning });
    await effort.getByText("Not sent: the model decides").waitFor();
    await effort.getByLabel("High").check();
    assert.deepEqual(await next(), { options: { ...none, reasoningEffort: "high" } });
    await effort.getByLabel("Default").check();
    assert.deepEqual(await next(), { options: none });
    await post({ event: "pageState", pageState: { ...reasoning, fileReasoningEffort: "low" } });
    await effort.getByText("Low, from the file of this expert").waitFor();
    const options: OptionsView = { ...none, reasoningEffort: "high" };
    await post({ event: "pageState", pageState: { ...reasoning, options } });
    await page.getByRole("button", { name: "Options: high effort", exact: true }).waitFor();
    await post({ event: "pageState", pageState: { ...pageState, options } });
    await page.getByRole("button", { name: "Options", exact: true }).waitFor();
  });

  it("E4 leads to the tools of VS Code, says how many are on, or who forbids them", async () => {
    const { page, nextCall, post } = await opened();
    const pick = page.getByRole("button", { name: "Tools…" });
    assert.equal(await pick.isVisible(), false);
    const show = (editorTools: PageState["editorTools"]) =>
      post({ event: "pageState", pageState: { ...pageState, options: none, editorTools } });
    await show({ on: 0 });
    const row = page.locator(".field", { has: pick });
    await row.getByText("None").waitFor();
    await pick.click();
    await nextCall("pickTools");
    await show({ on: 3 });
    await row.getByText("3 tools").waitFor();
    await page.getByRole("button", { name: "Options: 3 tools", exact: true }).waitFor();
    await show({ on: 0, lock: "Set by your organisation" });
    await row.getByText("Set by your organisation").waitFor();
    assert.equal(await pick.isDisabled(), true);
  });

  it("offers the memory that the model alone has: the history, or none", async () => {
    const { page, next } = await opened({ mode: "model", memory: "both" });
    const memory = page.getByRole("radiogroup", { name: "Memory" });
    assert.deepEqual(await memory.locator(".choice-label").allTextContents(), ["History", "None"]);
    assert.ok(await memory.getByLabel("History").isChecked());
    await memory.getByLabel("None").check();
    assert.equal((await next()).options.memory, "session");
    await memory.getByLabel("History").check();
    assert.equal((await next()).options.memory, "both");
    await page.getByLabel("Expert", { exact: true }).check();
    await next();
    const labels = memory.locator(".choice-label").filter({ visible: true });
    assert.equal(await labels.count(), 4);
    await memory.getByLabel("History only").check();
    await next();
    await page.getByLabel("Model only", { exact: true }).check();
    await next();
    await memory.getByText("None", { exact: true }).filter({ visible: true }).click();
    assert.equal((await next()).options.memory, "none");
  });

  it("shows a tool that the organisation has turned off, and lets nobody turn it on", async () => {
    const lockedTools = { web_search: "Set by your organisation" };
    const tools = { web_search: true };
    const { page, post } = await open(chat([], { lockedTools, options: { ...none, tools } }));
    await page.getByRole("button", { name: /^Options|tool/ }).click();
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    await tool.getByText("Set by your organisation").waitFor();
    assert.equal(await tool.getByLabel("Off").isChecked(), true);
    for (const label of ["Default", "On", "Off"])
      assert.equal(await tool.getByLabel(label).isDisabled(), true);
    const other = page.getByRole("radiogroup", { name: "Workspace" });
    assert.equal(await other.getByLabel("On").isEnabled(), true);
    await post({ event: "pageState", pageState: { ...pageState, options: { ...none, tools } } });
    await tool.getByText("Set by your organisation").waitFor({ state: "hidden" });
    assert.equal(await tool.getByLabel("On").isChecked(), true);
    assert.equal(await tool.getByLabel("On").isEnabled(), true);
  });

  it("says whom an empty temperature is left to: the hub, or the setting", async () => {
    const { page, post } = await opened();
    const field = page.getByLabel("Temperature");
    assert.equal(await field.getAttribute("placeholder"), "hub decides");
    await field.fill("warm");
    await page.getByText("Leave it empty to let the hub decide.").waitFor();
    await field.fill("");
    const options = { ...none, temperature: 0.9 };
    await post({
      event: "pageState",
      pageState: { ...pageState, options, defaultTemperature: 0.9 },
    });
    await field.fill("warm");
    await page
      .getByText("Leave it empty for 0.9, from the setting expertHub.temperature.")
      .waitFor();
    assert.equal(await page.getByText("let the hub decide").count(), 0);
    assert.equal(await field.getAttribute("placeholder"), "0.9 (setting)");
    await post({ event: "pageState", pageState: { ...pageState, options } });
    await page.getByText("Leave it empty to let the hub decide.").waitFor();
  });

  it("shows in forced colours which of the segments is chosen", async () => {
    const { page } = await opened({ tools: { web_search: true } });
    await page.emulateMedia({ forcedColors: "active" });
    try {
      const look = (name: string) =>
        page
          .getByRole("radiogroup", { name: "Web search" })
          .locator("label", { has: page.getByLabel(name, { exact: true }) })
          .evaluate((label) => {
            const { backgroundColor, color } = getComputedStyle(label);
            return [backgroundColor, color];
          });
      const [on, off] = [await look("On"), await look("Off")];
      assert.notEqual(on[0], off[0]);
      assert.notEqual(on[1], off[1]);
    } finally {
      await page.emulateMedia({ forcedColors: null });
    }
  });

  it("walks the choices by arrow keys", async () => {
    const { page, next } = await opened();
    await page.getByRole("radiogroup", { name: "Documents" }).getByLabel("Default").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await next()).options.tools, { document_retriever: true });
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await next()).options.tools, { document_retriever: false });
  });

  it("tells what is wrong beside the field and sends nothing of it", async () => {
    const { page, sent } = await opened({ temperature: 0.5 });
    const calls = () => sent.filter(({ call }) => call === "setOptions").length;
    const field = page.getByLabel("Temperature");
    for (const wrong of ["warm", "1e999", "0x10", "--1"]) {
      await field.fill(wrong);
      await page.getByText("Enter a number; until then, the previous value is used.").waitFor();
      assert.equal(await field.getAttribute("aria-invalid"), "true", wrong);
    }
    for (const wrong of ["0", "-3", "1.5"]) {
      await page.getByLabel("Maximum search results").fill(wrong);
      await page.getByText("Enter a whole number greater than 0").first().waitFor();
    }
    assert.equal(calls(), 0);
    await field.fill("1");
    assert.equal(await field.getAttribute("aria-invalid"), "false");
    assert.equal(calls(), 1);
  });

  it("T6 keeps a list of document addresses, and refuses all but https at once", async () => {
    const { page, next, sent } = await opened();
    const field = page.getByLabel("Document addresses");
    const add = async (text: string) => {
      await field.fill(text);
      await page.keyboard.press("Enter");
    };
    for (const [wrong, why] of [
      ["guide.pdf", "does not begin with https://"],
      ["http://intranet/x", "does not begin with https://"],
      ["https://me:secret@example.com/", "contains a user name or password"],
      ["file:///etc/passwd", "does not begin with https://"],
      ["javascript:alert(1)", "does not begin with https://"],
    ] as const) {
      await add(wrong);
      await page.getByText(why).waitFor();
    }
    assert.equal(sent.filter(({ call }) => call === "setOptions").length, 0);
    await add("https://example.com/a b");
    assert.deepEqual((await next()).options.documentUrls, ["https://example.com/a%20b"]);
    await add("https://example.com/a%20b");
    await page.getByText("already in the list").waitFor();
    await field.fill("https://intranet/x");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    assert.deepEqual((await next()).options.documentUrls, [
      "https://example.com/a%20b",
      "https://intranet/x",
    ]);
    await page.getByRole("button", { name: "Remove https://example.com/a%20b" }).click();
    assert.deepEqual((await next()).options.documentUrls, ["https://intranet/x"]);
    await page.keyboard.press("Enter");
    assert.deepEqual((await next()).options.documentUrls, []);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "address");
  });

  it("closes on Escape and gives the focus back, the draft untouched", async () => {
    const { page } = await opened();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".panel").isVisible(), false);
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(await name(), "Options");
    await page.getByRole("button", { name: "Options" }).press("Enter");
    await page.getByRole("group", { name: "Options" }).waitFor();
    await page.getByRole("button", { name: "Options" }).click();
    assert.equal(await page.locator(".panel").isVisible(), false);
  });

  it("shows another conversation's options, and never takes words from under the fingers", async () => {
    const { page, post } = await opened();
    await page.getByLabel("Temperature").fill("0.");
    await post({
      event: "pageState",
      pageState: { ...pageState, options: { ...none, temperature: 0 } },
    });
    assert.equal(await page.getByLabel("Temperature").inputValue(), "0.");
    const other = {
      ...pageState,
      conversationId: "c2",
      options: { ...none, tools: { web_search: true } },
    };
    await post({ event: "pageState", pageState: other });
    const chosen = page.getByRole("radiogroup", { name: "Web search" }).getByLabel("On");
    assert.ok(await chosen.isChecked());
  });

  it("does not show a change in another conversation, also where it is taken late", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => (call === "setOptions" ? taken : undefined),
    });
    await page.getByRole("button", { name: "Options" }).click();
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    await tool.getByLabel("On").check();
    await nextCall("setOptions");
    await post({ event: "pageState", pageState: { ...pageState, conversationId: "c2" } });
    await tool.locator("input:checked[value=unset]").waitFor();
    take();
    await page.waitForTimeout(50);
    assert.ok(await tool.getByLabel("Default").isChecked());
  });

  it("says why a change was not taken", async () => {
    const { page } = await open(chat([]), {
      answer: (call) => {
        if (call === "setOptions") throw new Error("The options could not be kept.");
      },
    });
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Temperature").fill("1");
    await page.getByRole("alert").getByText("The options could not be kept.").waitFor();
  });

  it("T5 shows what the host has once it refused a change, and never sends that one again", async () => {
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call, args) => {
        const { temperature, tools } = (args as { options?: OptionsView }).options ?? none;
        if (call === "setOptions" && (temperature === 1 || tools.web_search === false))
          throw new Error("The options could not be kept.");
      },
    });
    const next = async () => (await nextCall("setOptions")).args;
    const refused = async () => {
      await next();
      await page.getByText("The options could not be kept.").waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
    };
    await page.getByRole("button", { name: "Options" }).click();
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    await tool.getByLabel("On").check();
    await next();
    await tool.getByLabel("Off").click();
    await refused();
    assert.ok(await tool.getByLabel("On").isChecked());
    await page.getByText("History only").click();
    const taken: OptionsView = { ...none, tools: { web_search: true }, memory: "history" };
    assert.deepEqual(await next(), { options: taken });

    const field = page.getByLabel("Temperature");
    await field.fill("1");
    await refused();
    await page.getByLabel("Maximum search results").fill("4");
    assert.equal(await field.inputValue(), "");
    assert.deepEqual(await next(), { options: { ...taken, webSearchMaxResults: 4 } });

    const settled: OptionsView = { ...none, tools: { web_search: true }, temperature: 0.5 };
    await post({ event: "pageState", pageState: { ...pageState, options: settled } });
    await tool.getByLabel("Off").click();
    await refused();
    assert.ok(await tool.getByLabel("On").isChecked());
    assert.equal(await field.inputValue(), "0.5");
  });
});

const echo = (call: string, args: unknown) =>
  call === "preview"
    ? {
        endpoint: "POST https://hub.example.com/api/v1/invoke_agent",
        json: JSON.stringify({ input_data: (args as { text: string }).text }, null, 2),
      }
    : undefined;

describe("what will be sent", () => {
  const { open } = useChromium();
  it("shows the host's JSON, follows the typing, and closes on Escape", async () => {
    const { page, nextCall } = await open(chat([], { draft: "first" }), { answer: echo });
    await openPreview(page);
    assert.deepEqual((await nextCall("preview")).args, { text: "first" });
    await page.getByRole("radio", { name: "JSON", exact: true }).check({ force: true });
    const json = page.getByRole("group", { name: "Request as JSON" });
    await json.getByText('"input_data": "first"').waitFor();
    await page.getByText("POST https://hub.example.com/api/v1/invoke_agent").waitFor();
    await page.fill("#question", "sécond");
    await json.getByText('"input_data": "sécond"').waitFor();
    await json.focus();
    await page.keyboard.press("Escape");
    assert.equal(await json.isVisible(), false);
    await page.locator("#question:focus").waitFor();
  });

  it("says why it was not copied, and folds nothing where its text is clicked", async () => {
    const { page, errors } = await open(chat([], { draft: "Why?" }), {
      answer: (call, args) => {
        if (call === "usePreview") throw new Error("No clipboard.");
        return echo(call, args);
      },
    });
    await openPreview(page);
    const readable = page.getByRole("group", { name: "Request as text" });
    await readable.getByText("Why?").click();
    await readable.dispatchEvent("click");
    assert.equal(await readable.locator("details[open]").count(), 1);
    await page.getByTitle("Copy as JSON").click();
    await page.getByRole("alert").getByText("No clipboard.").waitFor();
    assert.equal(await page.getByRole("status").getByText("Copied").count(), 0);
    assert.deepEqual(errors, []);
  });

  it("asks once for a burst of keys, and again when the options change", async () => {
    const { page, sent, post } = await open(chat([]), { answer: echo });
    await openPreview(page);
    const calls = () => sent.filter(({ call }) => call === "preview").length;
    await page.getByRole("radio", { name: "JSON", exact: true }).check({ force: true });
    await page.getByText('"input_data": ""').waitFor();
    const before = calls();
    // In one task, as a busy machine would take longer between two keys than a pause in typing.
    await page.locator("#question").evaluate((box: HTMLTextAreaElement) => {
      for (const letter of "ten letters") {
        box.value += letter;
        box.dispatchEvent(new InputEvent("input"));
      }
    });
    await page.getByText('"input_data": "ten letters"').waitFor();
    assert.equal(calls() - before, 1);
    await post({
      event: "pageState",
      pageState: { ...pageState, options: { ...none, temperature: 1 } },
    });
    await until("it asks again", () => calls() - before === 2);
  });

  it("W2 shows hostile text inert, and hidden characters as JSON that means the same", async () => {
    const text = `<img src=x onerror="globalThis.pwned=1"> \u202e \u{e0041} \u007f`;
    const opened = await open(chat([], { draft: text }), { answer: echo });
    const { page } = opened;
    await openPreview(page);
    await page.locator(".readable .long-text").getByText("onerror").waitFor();
    const marks = await page.locator(".readable .mark").allTextContents();
    assert.deepEqual(marks, ["\\u202E", "\\u{E0041}", "\u2421"]);
    assert.equal(await page.locator(".readable .long-text :not(.mark)").count(), 0);
    await page.getByRole("radio", { name: "JSON", exact: true }).check({ force: true });
    await page.locator(".json").getByText("onerror").waitFor();
    const shown = (await page.locator(".json").textContent()) ?? "";
    assert.deepEqual(JSON.parse(shown), { input_data: text });
    assert.ok(/^[\n -~]*$/.test(shown), shown);
    assert.equal(await page.locator(".json *").count(), 0);
    assert.deepEqual(opened.errors, []);
  });

  it("says why there is nothing to show", async () => {
    const { page } = await open(chat([]), {
      answer: (call) => {
        if (call === "preview") throw new Error("There is no expert to ask yet.");
      },
    });
    await openPreview(page);
    await page.locator(".request").getByText("There is no expert to ask yet.").waitFor();
  });
});
