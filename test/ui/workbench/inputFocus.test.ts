import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { commandInputs } from "../../support/commandInputs";
import { awaitProbe, probeExtension, type Order } from "../../support/probe";
import { itWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  chatFrame,
  openFile,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

/** The others are tried with `--all` only. */
const always: ReadonlySet<string> = new Set([
  "addModel",
  "ask",
  "switchHub",
  "useModelAddress",
  "usePrompt",
]);

/** Answers arrive while an input is open, but do not keep the window from drawing. */
const answerEveryMs = 250;

describe("an input that a command opens", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let order: Order;
  let probe: Awaited<ReturnType<typeof awaitProbe>>;
  const over = new AbortController();

  before(async () => {
    probe = await awaitProbe();
    workbench = await openWorkbench({ others: [probeExtension], env: probe.env, height: 1000 });
    page = workbench.page;
    chat = chatFrame(page);
    order = await probe.order;
    void order("run", { command: "expertHub.startLocalHub" });
    await chat.locator("#question").waitFor();
    await openFile(page, "notes.md");
    await page.keyboard.press("ControlOrMeta+a");
    const ask = () =>
      order("run", { command: "expertHub.ask", args: [{ input: "Where is CartBadge?" }] });
    const first = ask();
    const agree = chat.locator(".held-buttons button", { hasNotText: /Not|Cancel/ }).first();
    await agree.or(chat.locator(".turn").first()).first().waitFor();
    if (await agree.isVisible()) await agree.click();
    await first;
    void (async () => {
      while (!over.signal.aborted) {
        await ask().catch(() => undefined);
        await page.waitForTimeout(answerEveryMs);
      }
    })().catch(() => undefined);
  });
  // Hundreds of answers would pile up in one conversation, and notifications lie over the chat.
  beforeEach(async () => {
    await order("run", { command: "notifications.clearAll" });
    await order("run", { command: "expertHub.newConversation" });
    await chat.locator(".turn .answer").first().waitFor();
  });
  after(async () => {
    over.abort();
    await workbench.close();
    probe.close();
  });

  const inputs = () => page.locator(".quick-input-widget:visible, .monaco-dialog-box:visible");
  const hasFocus = () =>
    page.evaluate(() =>
      Boolean(document.activeElement?.closest(".quick-input-widget, .monaco-dialog-box")),
    );

  async function answerArrives(): Promise<void> {
    const newest = chat.locator(".turn").last();
    const before = await newest.getAttribute("data-turn");
    await until("one arrives", async () => (await newest.getAttribute("data-turn")) !== before);
  }

  /** Types into the input while answers arrive, and leaves it. */
  async function typesAndLeaves(): Promise<void> {
    await until("the input has the focus", hasFocus);
    await answerArrives();
    await page.keyboard.type("zq");
    await answerArrives();
    assert.ok(await hasFocus(), "the input has lost the focus");
    const box = page.locator(".quick-input-widget:visible input.input");
    if (await box.isVisible()) assert.match(await box.inputValue(), /zq/);
    assert.equal(await chat.locator("#question").inputValue(), "");
    await page.keyboard.press("Escape");
    await inputs().first().waitFor({ state: "hidden" });
  }

  const names = Object.keys(commandInputs).filter((name) => commandInputs[name] !== false);
  for (const name of names)
    (always.has(name) ? it : itWithAll)(`N12 keeps the focus: ${name}`, async () => {
      await chat.locator("#question").click();
      await chat.locator("#question:focus").waitFor();
      void order("run", { command: `expertHub.${name}` }).catch(() => undefined);
      const isOpen = await inputs()
        .first()
        .waitFor({ timeout: commandInputs[name] ? 20_000 : 2_000 })
        .then(
          () => true,
          () => false,
        );
      assert.ok(isOpen || commandInputs[name] === undefined, "it opens none");
      if (!isOpen) return;
      await typesAndLeaves();
      await chat.locator("#question:focus").waitFor({ timeout: 10_000 });
    });

  for (const title of ["Choose a Language Model…", "Saved Prompts…", "Switch Hub…"])
    itWithAll(`N12 keeps the focus from the palette: ${title}`, async () => {
      await chat.locator("#question").click();
      await runCommand(page, `Expert Hub: ${title}`);
      await inputs().first().waitFor();
      await typesAndLeaves();
    });
});
