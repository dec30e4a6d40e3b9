import assert from "node:assert/strict";
import type { PreviewView } from "../../../src/page/protocol/views";
import { chat, pageState } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const typed = "Why does this leak?";
const block = "```ts\nconst a = 1;\n```";
const body = {
  expert_id: 42,
  ability_id: 3,
  input_data: `${typed}\n\n${block}`,
  conversation_history: [
    { role: "user", content: "Where is it added?" },
    { role: "assistant", content: "In cart.ts." },
  ],
  a_new_field: { nested: [1, 2] },
};
const request = (
  changes: Partial<typeof body> & { reasoning_effort?: string } = {},
  parts = [typed, block],
): PreviewView => ({
  endpoint: "invoke_agent",
  json: JSON.stringify({ ...body, ...changes }, undefined, 2),
  size: "300 B",
  parts: parts.map((text, at) => ({
    ...(at > 0 && { name: "src/cart.ts, line 1" }),
    length: text.length,
    size: `${text.length} B`,
  })),
  historySize: "80 B",
});

describe("the request as text", () => {
  const { open } = useChromium();

  async function opened(preview: () => PreviewView = request) {
    const page = await open(chat([], { draft: typed }), {
      answer: (call) => (call === "preview" ? preview() : undefined),
    });
    await openPreview(page.page);
    await page.page.locator(".sent").first().waitFor();
    return page;
  }

  it("names the headers that go along, and how long a model thinks", async () => {
    const extras = "Headers and fields for https://hub.example go along: x-team: ••••.";
    const { page } = await opened(() => ({ ...request({ reasoning_effort: "high" }), extras }));
    await page.getByText(extras).waitFor();
    await page.locator(".sent-field", { hasText: "Reasoning effort" }).getByText("high").waitFor();
  });

  it("has its parts with their sizes, and everything else that is in the body", async () => {
    const { page } = await opened();
    const shown = page.locator(".readable");
    assert.deepEqual(await shown.locator(".sent > summary").allInnerTexts(), [
      `Your question\n${typed.length} B`,
      `src/cart.ts, line 1\n${block.length} B`,
      "Conversation so far\n2 messages · 80 B",
    ]);
    assert.deepEqual(await shown.locator(".long-text").allTextContents(), [typed, block]);
    assert.deepEqual(await shown.locator(".sent-field").allInnerTexts(), [
      "Expert\nCode Reviewer (42)",
      "Ability\nFind bugs (3)",
      "a_new_field\nnested: 1\n2",
    ]);
    await page.locator(".request-head").getByText("300 B").waitFor();
    await shown.locator("summary", { hasText: "Conversation so far" }).press("Enter");
    await shown.locator(".sent-message").first().waitFor();
    assert.deepEqual(await shown.locator(".sent-message").allInnerTexts(), [
      "user\nWhere is it added?",
      "assistant\nIn cart.ts.",
    ]);
  });

  it("breaks the address after its slashes, and no name that fits into a line", async () => {
    const endpoint = "POST https://hub.example.com/api/v1/invoke_agent";
    const { page } = await opened(() => ({ ...request(), endpoint }));
    await page.setViewportSize({ width: 280, height: 600 });
    const shown = page.locator(".endpoint");
    assert.equal(await shown.textContent(), endpoint);
    const lines = await shown.evaluate(({ lastChild }) => {
      const range = document.createRange();
      range.selectNode(lastChild!);
      return [range.toString(), range.getClientRects().length];
    });
    assert.deepEqual(lines, ["invoke_agent", 1]);
  });

  it("leaves nothing out where the parts are not those of the body", async () => {
    const { page } = await opened(() => request({}, [typed]));
    assert.deepEqual(await page.locator(".readable .long-text").allTextContents(), [
      body.input_data,
    ]);
  });

  it("reads what a language model alone gets", async () => {
    const messages = [...body.conversation_history, { role: "user", content: typed }];
    const json = JSON.stringify({ expert_id: 42, input_data: messages });
    const { page } = await opened(() => ({ ...request({}, [typed]), json }));
    assert.deepEqual(await page.locator(".sent > summary .sent-name").allTextContents(), [
      "Your question",
      "Conversation so far",
    ]);
    assert.deepEqual(await page.locator(".readable .long-text").allTextContents(), [typed]);
  });

  it("stays folded, focused and where it is read while the request changes", async () => {
    let text = typed;
    const { page, nextCall } = await opened(() =>
      request({ input_data: `${text}\n\n${block}` }, [text, block]),
    );
    const summaries = page.locator(".sent > summary");
    await summaries.nth(1).press("Enter");
    assert.equal(await page.locator(".sent").nth(1).getAttribute("open"), null);
    await nextCall("preview");
    text = "And now?";
    await page.evaluate((data) => window.dispatchEvent(new MessageEvent("message", { data })), {
      event: "pageState",
      pageState: { ...pageState, busy: true },
    });
    await page.locator(".readable").getByText("And now?").waitFor();
    assert.equal(await page.locator(".sent").nth(1).getAttribute("open"), null);
    await page.locator(".sent > summary:focus").getByText("src/cart.ts, line 1").waitFor();
  });

  it("is JSON where it is no request that can be read, and text again", async () => {
    let preview = request();
    const { page, post } = await opened(() => preview);
    const show = async (json: string) => {
      preview = { ...request(), json };
      await post({ event: "pageState", pageState });
    };
    const [text, json] = [page.locator(".readable"), page.locator(".json")];
    const message = { role: "user", content: 1 };
    for (const body of [
      [],
      { input_data: 1 },
      { input_data: "a", conversation_history: [message] },
    ]) {
      await show(JSON.stringify(body));
      await json.getByText(JSON.stringify(body), { exact: true }).waitFor();
      assert.equal(await text.isVisible(), false);
      await show(request().json);
      await text.waitFor();
      assert.equal(await json.isVisible(), false);
    }
    await show("{");
    await json.getByText("{", { exact: true }).waitFor();
  });

  it("is copied and opened by the host, from what is in the box", async () => {
    const { page, nextCall } = await opened();
    const use = async (name: string, action: string) => {
      await page.locator(".request").getByRole("button", { name }).press("Enter");
      assert.deepEqual((await nextCall("usePreview")).args, { text: typed, action });
    };
    await use("Copy", "copy");
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    await use("Open in Editor", "open");
  });

  it("changes sides by the arrow keys", async () => {
    const { page } = await opened();
    await page.getByRole("radio", { name: "Readable" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".json").getByText('"a_new_field"').waitFor();
    assert.equal(await page.locator(".readable").isVisible(), false);
    await page.keyboard.press("ArrowLeft");
    await page.locator(".readable").waitFor();
  });
});
