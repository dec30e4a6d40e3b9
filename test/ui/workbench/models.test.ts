import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import {
  callsOf,
  completion,
  piece,
  startModelServer,
  type ModelReply,
  type ModelServer,
} from "../../support/modelServer";
import { until } from "../../support/until";
import {
  answer,
  chatFrame,
  decide,
  pendingConfirmation,
  pick,
  forgetModel,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

/** The built-in hub with a scripted model server, from choosing a model to forgetting it. */
describe("a language model of the built-in hub", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  let script: readonly ModelReply[] = [];

  before(async () => {
    workbench = await useSharedWindow();
    page = workbench.page;
    chat = chatFrame(page);
    let first = 0;
    let answered: readonly ModelReply[] = script;
    server = await startModelServer(
      (_, nth) => {
        if (answered !== script) {
          answered = script;
          first = nth;
        }
        return script[nth - first] ?? completion({ content: "There is nothing more to say." });
      },
      ({ authorization }) =>
        authorization === "Bearer right-key"
          ? { body: { data: [{ id: "scripted" }, { id: "other" }] } }
          : { status: 401, body: {} },
    );
  });
  after(() => server.close());

  const boxSays = (words: RegExp) =>
    page.locator(".quick-input-message").getByText(words).waitFor();
  const turn = (question: string) => chat.locator(".turn", { hasText: question });

  async function send(question: string, ...replies: readonly ModelReply[]): Promise<void> {
    script = replies;
    await chat.getByRole("textbox").first().fill(question);
    await chat.getByRole("textbox").first().press("Enter");
  }

  it("is found at an address, with its key, and becomes the choice of every expert", async () => {
    await pickExpert(page, chat, "Workbench");
    await send("Who wrote this?");
    script = [completion({ content: "A poet." })];
    await turn("Who wrote this?").getByRole("button", { name: "Choose a Model" }).click();
    await pick(page, "Use a Model Address…");
    await answer(page, "Address of a model server", server.origin);
    await answer(page, "Key for", "wrong-key");
    await boxSays(/does not accept the key/);
    await page.locator(".quick-input-titlebar").getByRole("button", { name: "Back" }).click();
    await page.locator(".quick-input-title", { hasText: "Address of a model server" }).waitFor();
    assert.equal(
      await page.locator(".quick-input-widget input").first().inputValue(),
      server.origin,
    );
    await page.keyboard.press("Enter");
    await answer(page, "Key for", "right-key");
    await page.locator(".quick-input-title", { hasText: "Language model" }).waitFor();
    await pick(page, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.locator("#question:focus").waitFor();
    await turn("Who wrote this?").getByText("A poet.").waitFor();
    assert.equal(await pendingConfirmation(chat).count(), 0, "who chooses a model has agreed");
    assert.equal(server.requests.length, 1);
  });

  it("G1 gets questions once it is chosen, and no more once that was taken back", async () => {
    await send("And of 100?", completion({ content: "That is 17." }));
    await turn("And of 100?").getByText("That is 17.").waitFor();
    await runCommand(page, "Expert Hub: Permissions…");
    const allowed = page
      .locator(".quick-input-list .monaco-list-row", { hasText: "scripted" })
      .getByRole("checkbox");
    await until("it is not allowed", async () => {
      if (!(await allowed.isChecked())) return true;
      await allowed.click();
      return false;
    });
    await page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    const before = server.requests.length;
    await send("And of 200?", completion({ content: "That is 34." }));
    await pendingConfirmation(chat)
      .getByText(/Send questions to scripted at 127\.0\.0\.1/)
      .waitFor();
    assert.equal(server.requests.length, before);
    await decide(chat, "Send");
    await turn("And of 200?").getByText("That is 34.").waitFor();
  });

  it("shows each step and the text as they come, and keeps the steps", async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await send(
      "Add up the table",
      callsOf(["computation_engine", { expressions: ["120 + 340"] }]),
      callsOf(["computation_engine", { expressions: ["460 * 1.19"] }]),
      callsOf(["computation_engine", { expressions: ["round(547.4)"] }]),
      {
        events: [piece({ content: "The sum with tax is " })],
        later: { after: ended, events: [piece({ content: "**547.40**." }), piece({}, "stop")] },
      },
    );
    const live = turn("Add up the table").locator(".live");
    await live.locator(".steps-line").waitFor();
    await live.getByText("The sum with tax is").waitFor();
    await chat.getByRole("button", { name: "Stop" }).first().waitFor();
    end();
    await turn("Add up the table").locator("strong", { hasText: "547.40" }).waitFor();
    // The text may have come before the end.
    await live.waitFor({ state: "detached" });
    const steps = turn("Add up the table").locator("details.steps");
    await steps.locator("summary").first().click();
    await steps.locator(".step").nth(2).waitFor();
    assert.equal(await steps.locator(".step").count(), 3);
    await steps.getByText(/460 \* 1\.19 = 547\.4/).waitFor();
  });

  it("stops an answer of a language model at once", async () => {
    await send("Tell me a long story", { events: [piece({ content: "Once upon" })], hang: true });
    await turn("long story").locator(".live").getByText("Once upon").waitFor();
    const before = server.abandoned;
    await turn("long story").getByRole("button", { name: "Stop" }).click();
    await turn("long story").getByText("Stopped.").waitFor();
    await turn("long story").getByText("Once upon").waitFor();
    await until("the server notices", () => server.abandoned > before);
  });

  it("keeps the steps of a model that fails in the middle", async () => {
    await send("Try this", callsOf(["computation_engine", { expressions: ["6 * 7"] }]), {
      status: 500,
      body: { error: { message: "out of memory" } },
    });
    await turn("Try this")
      .getByText(/failed to run scripted.*out of memory/)
      .waitFor();
    await turn("Try this").getByText("Calculated 6 * 7").waitFor();
  });

  it("says in its own words why it could not answer, and offers another model", async () => {
    await send("Are you there?", { status: 404, body: {} });
    await turn("Are you there?")
      .getByText(/has no model scripted/)
      .waitFor();
    await turn("Are you there?").getByRole("button", { name: "Choose a Model" }).waitFor();
  });

  it("is asked again once the key that it refused was replaced", async () => {
    await send("Who are you?", { status: 401, body: { error: { message: "Invalid key" } } });
    await turn("Who are you?")
      .getByText(/does not accept the key for its models\. It says: Invalid key/)
      .waitFor();
    await turn("Who are you?").getByRole("button", { name: "Enter Key…" }).click();
    await answer(page, "Key for", "wrong-key");
    await boxSays(/does not accept the key/);
    script = [completion({ content: "A script.", reasoning_content: "They ask for my name." })];
    await answer(page, "Key for", "right-key");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await turn("Who are you?").getByText("A script.").waitFor();
    await turn("Who are you?").locator(".reasoning > summary").click();
    await turn("Who are you?").getByText("They ask for my name.").waitFor();
  });

  it("is listed with the other models of its address, without the numbers of its own making", async () => {
    await chat.getByRole("button", { name: /^Model: scripted/ }).click();
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "other" }).first().waitFor();
    assert.doesNotMatch((await rows.allTextContents()).join("\n"), /\d{10}/);
    const present = page.locator(".quick-input-list .monaco-list-row.focused");
    assert.match((await present.textContent()) ?? "", /scripted.*chosen/);
    await page.keyboard.press("Escape");
  });

  it("is forgotten, and the experts only search again", async () => {
    await forgetModel(page);
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor({ state: "detached" });
    const before = server.requests.length;
    await send("6 * 7");
    await turn("6 * 7").getByText("I can only search").waitFor();
    assert.equal(server.requests.length, before);
  });

  it("leaves nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
