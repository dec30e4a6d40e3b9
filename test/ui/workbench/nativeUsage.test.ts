import assert from "node:assert/strict";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  chatFrame,
  chooseModel,
  openEditorChat,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

describeWithAll("the context window of VS Code's own chat", () => {
  let workbench: Workbench;
  let server: ModelServer;

  before(async () => {
    server = await startModelServer(() => ({
      body: {
        ...(completion({ content: "It is 42." }).body as object),
        usage: { prompt_tokens: 12_000, completion_tokens: 500, total_tokens: 12_500 },
      },
    }));
    workbench = await openWorkbench({
      // The extension that answers in it is one of VS Code's own.
      allExtensions: true,
      settings: {
        "chat.disableAIFeatures": false,
        // Experts call no tools, so that the chat offers them in the mode Ask alone.
        "chat.agent.enabled": false,
        "chat.implicitContext.enabled": { panel: "never" },
      },
    });
  });
  after(async () => {
    await workbench.close();
    await server.close();
  });

  it("shows what an expert took that answers as a language model", async () => {
    const { page } = workbench;
    const chat = chatFrame(page);
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor();
    await chooseModel(page, server.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.getByRole("textbox").first().fill("What is it?");
    await chat.getByRole("textbox").first().press("Enter");
    await chat.locator(".who-cost").getByText("12,500 tokens").waitFor();

    // This wakes the extension that answers in VS Code's chat.
    await runCommand(page, "Chat: Manage Language Models");
    await page.locator(".monaco-modal-editor-block").getByText("Context Size").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".monaco-modal-editor-block").waitFor({ state: "detached" });
    await openEditorChat(page);
    const input = page.locator(".interactive-session .chat-input-container");
    await input.getByText("@expert").waitFor();
    const model = input.getByRole("button", { name: /Code Reader|Workbench/ });
    await model.waitFor();
    await input.locator(".view-lines").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("And what is it here?");
    await page.keyboard.press("Enter");
    await page.locator(".interactive-response").getByText("It is 42.").waitFor();
    // Not by what VS Code's chat puts around it.
    await page.getByRole("treeitem", { name: /^And what is it here\?/ }).waitFor();
    assert.equal(server.requests.length, 2);
    const widget = page.locator(".chat-context-usage-widget");
    await until("the widget counts", async () =>
      /: \d+%$/.test((await widget.getAttribute("aria-label")) ?? ""),
    );
    await widget.click();
    await page.locator(".monaco-hover").getByText("12.5K / 36K tokens").waitFor();
    assert.deepEqual(workbench.errors, []);
  });
});
