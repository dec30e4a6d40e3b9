import assert from "node:assert/strict";
import { chat, pageState, turn } from "./fixtures";
import type { InvitationView } from "../../../src/page/protocol/views";
import { useChromium } from "./suite";

describe("the invitation in an empty conversation", () => {
  const { open } = useChromium();

  it("follows each thing that it says", async () => {
    const { page, post } = await open(chat([]));
    const { expert: _, ...without } = pageState;
    const expected = async (changes: object, ...words: string[]) => {
      await post({ event: "pageState", pageState: { ...without, ...changes } });
      await page
        .locator(".empty")
        .getByText(words[0] ?? "")
        .waitFor();
      assert.deepEqual(
        await page.locator(".empty :is(h2, button, .restriction)").allTextContents(),
        words,
      );
    };
    const { expert } = pageState;
    const greeting = [
      `Ask ${expert?.name}`,
      ...(expert?.suggestions ?? []).map(({ text }) => text),
    ];
    const restricted = "Restricted Mode: settings are ignored.";
    await expected({ expert, restricted }, ...greeting, restricted);
    await expected({ expert }, ...greeting);
    const setupStep = "expert";
    await expected({ setupStep }, "No experts added yet", "Add Expert", "Try the Built-in Hub");
    await expected({ setupStep, builtIn: true }, "No experts added yet", "Add Expert");
    await post({ event: "pageState", pageState: without });
    await page.locator(".empty").waitFor({ state: "detached" });
  });

  it("attach what a question to begin with is about", async () => {
    const suggestions = [
      { text: "What does cart.ts do?", attaches: true },
      { text: "Where is totalOf used?" },
    ];
    const { page, sent, nextCall } = await open(
      chat([], { expert: { ...pageState.expert!, suggestions } }),
    );
    await page.getByRole("button", { name: "Where is totalOf used?" }).click();
    assert.equal(await page.getByRole("textbox").inputValue(), "Where is totalOf used?");
    assert.ok(!sent.some(({ call }) => call === "attachSuggested"));
    await page.getByRole("button", { name: "What does cart.ts do?" }).click();
    await nextCall("attachSuggested");
    assert.equal(await page.getByRole("textbox").inputValue(), "What does cart.ts do?");
  });

  it("O3 holds a conversation with another hub back until one of its two is chosen", async () => {
    const invitation: InvitationView = {
      title: "This conversation is with Work",
      sentence: "Questions go to Home now.",
      remedies: [
        { action: "switchHub", label: "Switch to Work" },
        { action: "continueHere", label: "Continue with Home" },
      ],
    };
    const { page, post, nextCall } = await open(
      chat([turn()], { setupStep: "otherHub", invitation, draft: "Why?" }),
    );
    assert.ok(await page.getByRole("button", { name: "Send" }).isDisabled());
    for (const { action, label } of invitation.remedies) {
      await page.getByRole("button", { name: label }).click();
      assert.deepEqual((await nextCall("resolveProblem")).args, { action });
    }
    await post({ event: "pageState", pageState });
    await page.locator(".empty").waitFor({ state: "detached" });
  });

  it("is in sight while there are turns, wherever they are scrolled to, and is announced", async () => {
    const invitation: InvitationView = {
      title: "This conversation is with Work",
      sentence: "Questions go to Home now.",
      remedies: [{ action: "continueHere", label: "Continue with Home" }],
    };
    const said = "This conversation is with Work. Questions go to Home now.";
    const turns = Array.from({ length: 8 }, () => turn());
    const { page, post } = await open(chat(turns), { width: 280, height: 480 });
    await page.locator("main").hover();
    await page.mouse.wheel(0, -100_000);
    await page.waitForFunction(() => document.querySelector("main")?.scrollTop === 0);
    const waiting = { ...pageState, setupStep: "otherHub" as const, invitation };
    await post({ event: "pageState", pageState: waiting });
    const [notice, composer] = await Promise.all([
      page.locator(".empty").boundingBox(),
      page.locator(".composer").boundingBox(),
    ]);
    assert.ok(notice && composer && notice.y > 0 && notice.y + notice.height <= composer.y + 1);
    assert.equal(await page.locator("main").evaluate((element) => element.scrollTop), 0);
    const status = page.getByRole("status");
    assert.equal(await status.textContent(), said);
    // Enter says it again, since it cannot send.
    await page.fill("#question", "Why?");
    await page.press("#question", "Enter");
    assert.equal(await status.textContent(), `${said}\u00a0`);
    assert.equal(await page.inputValue("#question"), "Why?");
    await page.getByRole("button", { name: "Continue with Home" }).focus();
    await post({ event: "pageState", pageState });
    await page.locator("#question:focus").waitFor();
    assert.equal(await page.locator(".empty").count(), 0);
  });

  it("is announced on Enter where nothing was asked yet, as nothing is sent", async () => {
    const { page, sent } = await open(chat([], { setupStep: "key" }));
    await page.fill("#question", "Why?");
    await page.press("#question", "Enter");
    await page
      .getByRole("status")
      .getByText(/^Add your API key\. hub\.example\.com/)
      .waitFor();
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("is not drawn anew where only something else changes", async () => {
    const { page, post } = await open(chat([]));
    await page.locator(".empty").evaluate((element) => element.classList.add("kept"));
    await post({
      event: "pageState",
      pageState: { ...pageState, hubLabel: "hub.example.com", busy: true },
    });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    assert.equal(await page.locator(".empty.kept").count(), 1);
    await post({ event: "turn", turn: turn() });
    await page.locator(".empty").waitFor({ state: "detached" });
  });
});
