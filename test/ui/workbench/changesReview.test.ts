import type { FrameLocator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import {
  chatFrame,
  chooseModel,
  runCommand,
  forgetModel,
  type Workbench,
} from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

const changes = ["new/first.txt", "new/second.txt"]
  .map((name) => `\`\`\`text ${name}\n${name}\n\`\`\``)
  .join("\n\n");

describeWithAll("a review of the changes to several files", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;

  before(async () => {
    workbench = await useSharedWindow();
    page = workbench.page;
    chat = chatFrame(page);
    server = await startModelServer(() => completion({ content: changes }));
  });
  after(async () => {
    await forgetModel(page);
    await server.close();
  });

  it("is closed by a reload, which ends the question", async () => {
    await pickExpert(page, chat, "Code Reader");
    await chooseModel(page, server.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.getByRole("textbox").first().fill("Write two files.");
    await chat.getByRole("textbox").first().press("Enter");
    await chat.getByText("second.txt").first().waitFor();
    await runCommand(page, "Expert Hub: Apply Last Answer");
    const review = page.locator(".tab", { hasText: "Changes by" });
    await review.waitFor();
    await runCommand(page, "View: Hide Secondary Side Bar");
    await runCommand(page, "View: Show Explorer");
    await review.click();
    await workbench.reload();
    // It may be closed before this looks.
    await review.waitFor({ timeout: 5_000 }).catch(() => undefined);
    await review.waitFor({ state: "detached" });
    await runCommand(page, "Expert Hub: Open Chat");
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
  });
});
