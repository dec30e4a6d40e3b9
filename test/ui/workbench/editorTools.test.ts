import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { from } from "../../../scripts/root";
import {
  callsOf,
  completion,
  startModelServer,
  type ModelReply,
  type ModelServer,
} from "../../support/modelServer";
import { chatFrame, chooseModel, openWorkbench, type Workbench } from "../../support/workbench";
import { pickExpert } from "./sharedWindow";

/** From choosing tools of another extension to the dialog of VS Code before a call. */
describe("tools of VS Code in the chat", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  let script: ModelReply[] = [];

  before(async () => {
    server = await startModelServer(() => script.shift() ?? completion({ content: "Nothing." }));
    workbench = await openWorkbench({ height: 1000, others: [from("test/support/caller")] });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    chat = chatFrame(page);
    await page.getByRole("treeitem", { name: /Workbench/ }).waitFor();
    await pickExpert(page, chat, "Workbench");
    await chooseModel(page, server.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
  });
  after(async () => {
    await workbench?.close();
    await server?.close();
  });

  const row = (): Locator =>
    chat.locator(".options .field", { has: chat.getByRole("button", { name: "Tools…" }) });
  const dialog = () => page.locator(".monaco-dialog-box");
  const turn = (question: string) => chat.locator(".turn", { hasText: question });

  async function ask(question: string, ...replies: ModelReply[]): Promise<void> {
    script = replies;
    await chat.locator("#question").fill(question);
    await chat.locator("#question").press("Enter");
  }
  const offered = () => server.requests.at(-1)?.body.tools?.map((tool) => tool.function.name) ?? [];

  it("E4 are off until the user checks them, by the keyboard alone", async () => {
    await ask("What can you call?", completion({ content: "Not much." }));
    await turn("What can you call?").getByText("Not much.").waitFor();
    assert.equal(offered().includes("caller_reverse"), false);
    await chat.getByRole("button", { name: /^Options/ }).press("Enter");
    await row().getByText("None").waitFor();
    await row().getByRole("button", { name: "Tools…" }).press("Enter");
    const list = page.locator(".quick-input-widget");
    await list.getByText("Tools of VS Code for Workbench").waitFor();
    await list.getByText("Caller", { exact: true }).waitFor();
    await page.keyboard.type("Reverse");
    await list.locator(".monaco-list-row", { hasText: "Reverses a text" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await row().getByText("1 tool").waitFor();
    await page.keyboard.press("Escape");
  });

  it("E4 are called as steps in words, after VS Code has asked where a tool requires it", async () => {
    await ask(
      "Backwards?",
      callsOf(
        ["caller_reverse", { text: "tea" }],
        ["caller_reverse", { text: "ask" }],
        ["caller_erase", {}],
      ),
      completion({ content: "It is reversed." }),
    );
    await dialog().getByText("Reverse it?").waitFor();
    await dialog().getByRole("button", { name: "Yes" }).click();
    await turn("Backwards?").getByText("It is reversed.").waitFor();
    assert.deepEqual(offered(), ["computation_engine", "caller_reverse"]);
    const said = (server.requests.at(-1)?.body.messages ?? []).flatMap(({ role, content }) =>
      role === "tool" ? [String(content)] : [],
    );
    assert.match(said[0] ?? "", /is data from the tool[^]*\naet\n/);
    assert.match(said[1] ?? "", /\nksa\n/);
    assert.match(said[2] ?? "", /^Error: there is no tool "caller_erase"/);
    await turn("Backwards?")
      .getByText(/Called Reverse/)
      .first()
      .waitFor();
  });

  it("E4 are not called where the user declines, and the model is told so", async () => {
    await ask(
      "And once more?",
      callsOf(["caller_reverse", { text: "ask" }]),
      completion({ content: "You declined." }),
    );
    await dialog().getByText("Reverse it?").waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await turn("And once more?").getByText("You declined.").waitFor();
    assert.match(
      String(server.requests.at(-1)?.body.messages?.at(-1)?.content),
      /^Error: The user did not allow this call\./,
    );
  });
});
