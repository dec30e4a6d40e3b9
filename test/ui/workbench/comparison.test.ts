import assert from "node:assert/strict";
import type { Frame, FrameLocator, Page } from "playwright-core";
import { piece, startModelServer, type ModelServer } from "../../support/modelServer";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  answer,
  chatFrame,
  forgetModel,
  pick,
  runCommand,
  runFromList,
  type Workbench,
} from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

const models = ["beta", "gamma", "alpha"];
const said = (content: string) => ({ events: [piece({ content }), piece({}, "stop")] });

/** From an answer of one model to those of three, and on with another of them. */
describeWithAll("a comparison in a window", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();

  before(async () => {
    workbench = await useSharedWindow({ width: 1600 });
    page = workbench.page;
    chat = chatFrame(page);
    server = await startModelServer(({ body: { model } }) => {
      if (model === "gamma") return { status: 500, body: { error: { message: "out of memory" } } };
      if (model !== "beta") return said(`So says *${model}*.`);
      const later = { after: goOn, events: [piece({ content: "the end." }), piece({}, "stop")] };
      return { events: [piece({ content: "**Half** and " })], later };
    }, models);
  });
  after(async () => {
    letGoOn();
    await server.close();
  });

  async function comparison(): Promise<Frame> {
    let found: Frame | undefined;
    await until("the comparison is there", async () => {
      for (const frame of page.frames()) {
        const count = await frame
          .locator(".column")
          .count()
          .catch(() => 0);
        if (count > 0) found = frame;
      }
      return found !== undefined;
    });
    return found!;
  }

  async function choose(model: string): Promise<void> {
    await runFromList(page, "Expert Hub: Choose a Language Model…", "Use a Model Address…");
    await answer(page, "Address of a model server", server.origin);
    const title = page.locator(".quick-input-title", { hasText: /^(?:Key for|Language model)/ });
    await title.waitFor();
    if ((await title.textContent())?.startsWith("Key")) await answer(page, "Key for", "");
    await page.locator(".quick-input-title", { hasText: "Language model" }).waitFor();
    await pick(page, model);
    await chat.getByRole("button", { name: new RegExp(`^Model: ${model}`) }).waitFor();
  }

  it("U1 shows each answer as it comes, in a tab beside the chat", async () => {
    await pickExpert(page, chat, "Workbench");
    for (const model of models) await choose(model);
    await chat.getByRole("textbox").first().fill("Why is it off by one?");
    await chat.getByRole("textbox").first().press("Enter");
    await chat.getByText("So says alpha.").waitFor();
    await chat.getByRole("button", { name: "More actions" }).last().click();
    await chat.getByRole("menuitem", { name: "Compare with…" }).click();
    for (const model of ["beta", "gamma"]) {
      const row = page.locator(".quick-input-list .monaco-list-row", { hasText: model }).first();
      await row.getByRole("checkbox").click();
    }
    await page.locator(".quick-input-title", { hasText: /^2 requests/ }).waitFor();
    await page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
    const tab = await comparison();
    await tab.locator(".column strong").getByText("Half").waitFor();
    await tab.getByText(/It says: out of memory/).waitFor();
    assert.deepEqual(
      await tab.locator(".column-name h2").allTextContents(),
      Array(3).fill("Workbench"),
    );
    letGoOn();
    await tab.getByText("Half and the end.").waitFor();
    await tab.getByRole("button", { name: "Ask the Failed Ones Again" }).waitFor();
    await chat.getByText(/^2 other answers: /).waitFor();
  });

  it("U1 goes on with another answer, which stands in the chat then, and comes back after a reload", async () => {
    const tab = await comparison();
    const other = tab.locator(".column", { hasText: "the end." });
    await other.getByRole("button", { name: "Continue with This" }).click();
    await other.locator(".star").waitFor();
    await chat.locator(".turn > .answer").getByText("Half and the end.").waitFor();
    await workbench.reload();
    const again = await comparison();
    await again.locator(".column", { hasText: "the end." }).locator(".star").waitFor();
    assert.equal(await again.locator(".star").count(), 1);
    await runCommand(page, "View: Close All Editors");
    for (const _ of models) await forgetModel(page);
  });
});
