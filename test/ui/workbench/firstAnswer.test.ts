import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import { until } from "../../support/until";
import {
  chatFrame,
  decide,
  pendingConfirmation,
  openWorkbench,
  pick,
  type Workbench,
} from "../../support/workbench";

/** Where model servers listen by default. */
const usualPorts = [11434, 1234, 8080, 8000];
const secret = ["ghp", "a1B2".repeat(9)].join("_");

/** Counts the lists and boxes that open in a window, by their titles, and its dialogs. */
const countQuestions = `(() => {
  let before = "";
  const dialogs = new WeakSet();
  window.asked = { lists: [], dialogs: 0 };
  new MutationObserver(() => {
    const list = document.querySelector(".quick-input-widget");
    const isOpen = list && list.offsetParent !== null;
    const named = isOpen && list.querySelector(".quick-input-title")?.textContent;
    const title = named ? named + ": " + list.querySelector("input.input")?.placeholder : "";
    if (title !== "" && title !== before) window.asked.lists.push(title);
    before = title;
    for (const dialog of document.querySelectorAll(".monaco-dialog-box")) {
      if (dialogs.has(dialog)) continue;
      dialogs.add(dialog);
      window.asked.dialogs++;
    }
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
})()`;

/** From an empty window to the first answer of a language model, and the warnings after that. */
describe("the first answer of a language model", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  let clicks = 0;

  before(async () => {
    server = await startModelServer(
      () => completion({ content: "It counts what is in the cart." }),
      ["scripted"],
      usualPorts,
    );
    workbench = await openWorkbench({ height: 1000 });
    page = workbench.page;
    chat = chatFrame(page);
  });
  after(async () => {
    await workbench.close();
    await server.close();
  });

  const click = async (place: Locator): Promise<void> => {
    await place.click();
    clicks++;
  };
  const ask = async (question: string): Promise<void> => {
    await chat.locator("#question").fill(question);
    await chat.locator("#question").press("Enter");
  };

  it("N13 takes three clicks and two lists at most, and no question in the chat or in a dialog", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.evaluate(countQuestions);
    await click(page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }));
    await chat.locator("#question:focus").waitFor();
    await click(chat.getByRole("button", { name: /^Model: / }));
    await pick(page, "Look for a Local Model Server");
    // There may be other servers on this computer.
    const found = page.locator(".quick-input-list .monaco-list-row", { hasText: "scripted" });
    await found.filter({ hasText: new URL(server.origin).host }).click();
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.locator("#question:focus").waitFor();
    await page.keyboard.type("What does CartBadge do?");
    await page.keyboard.press("Enter");
    await chat.getByText("It counts what is in the cart.").waitFor();
    assert.equal(await pendingConfirmation(chat).count(), 0);
    const asked = await page.evaluate<{ lists: string[]; dialogs: number }>("window.asked");
    assert.equal(asked.lists.length, 2, asked.lists.join("; "));
    assert.equal(asked.dialogs, 0);
    assert.ok(clicks <= 3, `${clicks} clicks`);
    console.log(`      ${clicks} clicks, ${asked.lists.length} lists, no question`);
  });

  it("N13 is followed by one question about a secret and about a large question, which Enter declines", async () => {
    const before = server.requests.length;
    for (const [question, warning] of [
      [`Is ${secret} a token?`, "looks like a secret"],
      ["word ".repeat(60_000), "This question is large"],
    ] as const) {
      await ask(question);
      await pendingConfirmation(chat).getByText(warning).waitFor();
      await chat.locator(".held-buttons > button:focus", { hasText: "Do Not Send" }).waitFor();
      assert.equal(await pendingConfirmation(chat).locator(".held-buttons > button").count(), 2);
      await page.keyboard.press("Enter");
      await pendingConfirmation(chat).waitFor({ state: "detached" });
      await until(
        "the question is back",
        async () => (await chat.locator("#question").inputValue()) === question,
      );
      assert.equal(server.requests.length, before);
    }
    await chat.locator("#question").fill(`Is ${secret} a token?`);
    await chat.locator("#question").press("Enter");
    await decide(chat, "Send Anyway");
    await until("it is sent", () => server.requests.length === before + 1);
  });

  it("leaves nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
