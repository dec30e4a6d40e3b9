import assert from "node:assert/strict";
import { from } from "../../../scripts/root.js";
import { addExperts, chatFrame, giveKey, openWorkbench } from "../../support/workbench";

interface Hub {
  readonly baseUrl: string;
  journal(): readonly { path: string }[];
  close(): Promise<void>;
}

/** Answers only after 6 seconds. */
const slowExpert = "2006";

describe("a question that was out when the window closed", () => {
  it("P4 comes back as interrupted, and is not asked again", async () => {
    const { startLocalHub } = (await import(from("dist/localHub.cjs"))) as {
      startLocalHub(options: object): Promise<Hub>;
    };
    const key = `KEY-CANARY-${crypto.randomUUID()}`;
    const hub = await startLocalHub({ key, faults: true });
    const settings = { "expertHub.baseUrl": hub.baseUrl };
    const workbench = await openWorkbench({ height: 1200, settings });
    const { page } = workbench;
    const chat = chatFrame(page);
    const questions = (): number =>
      hub.journal().filter(({ path }) => path.endsWith("/invoke_agent")).length;
    try {
      await page.getByRole("tab", { name: "Expert Hub" }).click();
      await page.getByText("There is no API key for this hub yet").waitFor();
      await giveKey(page, key);
      await page.getByText("No experts are kept here yet").waitFor();
      await addExperts(page, slowExpert);
      await page.getByRole("treeitem").first().waitFor();
      const box = chat.getByRole("textbox").first();
      await box.click();
      await box.fill("Is anybody there?");
      await page.keyboard.press("Enter");
      for (let tries = 0; tries < 50 && questions() === 0; tries++) await page.waitForTimeout(100);
      assert.equal(questions(), 1);
      await workbench.reload();
      await chat.getByText("Is anybody there?").first().waitFor();
      await chat
        .getByText(/interrupted|may have run/i)
        .first()
        .waitFor();
      assert.equal(questions(), 1);
    } finally {
      await workbench.close();
      await hub.close();
    }
  });
});
