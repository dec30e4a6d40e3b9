import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { makeCertificate } from "../../support/certificate";
import { startRawServer } from "../../support/rawServer";
import {
  addExperts,
  answer,
  chatFrame,
  giveKey,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

/** A hub that goes away and comes back, in one window. */
describe("without the network", () => {
  const authority = makeCertificate({ name: "Company", authority: true, from: -3000, to: 3000 });
  let folder: string;
  let hub: HubWithFaults;
  let port: number;
  let host: string;
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-offline-"));
    const authorityFile = path.join(folder, "company.pem");
    await writeFile(authorityFile, authority.cert);
    hub = await startHubWithFaults({ key });
    ({ host } = new URL(hub.baseUrl));
    port = Number(new URL(hub.baseUrl).port);
    workbench = await openWorkbench({
      height: 1200,
      settings: { "expertHub.baseUrl": hub.baseUrl },
      env: { NODE_EXTRA_CA_CERTS: authorityFile },
    });
    page = workbench.page;
    chat = chatFrame(page);
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(page, key);
    await page.getByText("No experts added yet").waitFor();
    await addExperts(page, "5");
    await row().waitFor();
    // State is stored a moment later.
    await page.waitForTimeout(1500);
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(folder, { recursive: true });
  });

  const row = (): Locator => page.getByRole("treeitem", { name: /^Workbench/ });
  const refresh = async (): Promise<void> => {
    await row().hover();
    await row().getByRole("button", { name: "Refresh Experts" }).click();
  };
  const aged = (): Locator => page.getByRole("treeitem", { name: /^Workbench.*(just now|ago)/ });
  const notices = async (): Promise<number> =>
    (await page.locator(".notification-toast").count()) + (await chat.locator(".told").count());
  const ask = async (text: string): Promise<void> => {
    await chat.getByRole("textbox").first().fill(text);
    await chat.getByRole("textbox").first().press("Enter");
  };
  const problem = (text: string | RegExp): Locator =>
    chat.getByRole("group", { name: "No answer" }).last().getByText(text);

  const comeBack = async (): Promise<void> => {
    hub = await startHubWithFaults({ key, port });
  };
  /** A question and a refresh, both in vain. */
  async function failBoth(): Promise<void> {
    await hub.close();
    await ask("2 + 40, please");
    await problem(new RegExp(host)).waitFor();
    await refresh();
    await aged().waitFor();
  }

  describe("to the hub", () => {
    afterEach(async () => {
      await hub.close();
      await comeBack();
      await refresh();
      await aged().waitFor({ state: "detached" });
      // Where nothing was asked, its arrival could not be seen, and would take the next question along.
      if ((await chat.locator(".turn").count()) === 0) return;
      await runCommand(page, "Expert Hub: New Conversation");
      await chat.locator(".turn").first().waitFor({ state: "detached" });
    });

    it("F2 says what is wrong, keeps what was typed, and offers to try again", async () => {
      await hub.close();
      await ask("2 + 40, please");
      await problem(new RegExp(host)).waitFor();
      await chat.getByText("2 + 40, please").first().waitFor();
      await chat.getByRole("button", { name: "Retry" }).first().waitFor();
    });

    it("F1 says how old they are once a refresh has failed", async () => {
      await hub.close();
      await refresh();
      await aged().waitFor();
      assert.equal(await notices(), 0);
    });

    it("F3 sends nothing by itself once the network is back", async () => {
      await failBoth();
      await comeBack();
      await page.waitForTimeout(3000);
      assert.deepEqual(hub.journal(), []);
    });

    it("F3 refreshes a row that is opened, once", async () => {
      await failBoth();
      await comeBack();
      await row().click();
      await page.getByRole("treeitem", { name: /^Abilities/ }).waitFor();
      await page.waitForTimeout(1500);
      assert.deepEqual(
        hub.journal().map(({ path }) => path),
        [`/api/v1/get_expert/5`],
      );
    });

    it("F2 answers on Retry", async () => {
      await failBoth();
      await comeBack();
      await chat.getByRole("button", { name: "Retry" }).first().click();
      await chat.getByRole("group", { name: "No answer" }).first().waitFor({ state: "detached" });
      await chat.locator(".answer").first().waitFor();
    });

    const portals: Record<string, [RegExp, http.RequestListener]> = {
      "that answers with its own page": [
        /text\/html instead of JSON.*127\.0\.0\.1/,
        (_, response) =>
          void response
            .writeHead(200, { "content-type": "text/html" })
            .end("<!DOCTYPE html><title>Welcome</title><h1>Accept our terms</h1>"),
      ],
      "that sends to its login": [
        /login\.portal\.example/,
        (_, response) =>
          void response.writeHead(302, { location: "http://login.portal.example/" }).end(),
      ],
    };
    for (const [name, [sentence, listener]] of Object.entries(portals))
      it(`F4 a portal ${name} is not the hub, and changes nothing that is kept`, async () => {
        await hub.close();
        const seen: string[] = [];
        const portal = http.createServer((request, response) => {
          seen.push(request.url ?? "");
          listener(request, response);
        });
        await new Promise<void>((resolve) => portal.listen(port, "127.0.0.1", resolve));
        try {
          await ask(`Who answers, ${name}?`);
          await problem(sentence).waitFor();
          assert.equal(await chat.getByText("Accept our terms").count(), 0);
          await refresh();
          await aged().waitFor();
          for (
            let tries = 0;
            tries < 50 && !seen.some((path) => path.includes("/get_expert"));
            tries++
          )
            await page.waitForTimeout(100);
          assert.ok(seen.some((path) => path.includes("/get_expert")));
          await aged().waitFor();
          assert.ok(seen.every((path) => path.startsWith("/api/v1/")));
        } finally {
          portal.closeAllConnections();
          await new Promise((resolve) => portal.close(resolve));
        }
      });

    it("F1 starts quietly, and shows the experts of the last time", async () => {
      await hub.close();
      await workbench.reload();
      await row().waitFor();
      await chat.getByRole("textbox").first().waitFor();
      await page.waitForTimeout(1000);
      assert.equal(await notices(), 0);
      assert.doesNotMatch((await row().getAttribute("aria-label")) ?? "", /fail|reach/i);
    });
  });

  describe("at the right time", () => {
    // If the clock is two years slow, a certificate is not yet valid; two years fast, it has expired.
    const clocks = [
      {
        name: "behind",
        from: 730,
        to: 1000,
        sentence: "is not valid yet according to this computer's clock",
      },
      {
        name: "ahead",
        from: -1000,
        to: -730,
        sentence: "has expired according to this computer's clock",
      },
    ];
    for (const { name, from, to, sentence } of clocks)
      it(`F5 names this computer's time where its clock is ${name} by two years`, async () => {
        const { cert, key: own } = makeCertificate({ issuer: authority, from, to });
        const server = await startRawServer({ tls: { cert, key: own } });
        try {
          await runCommand(page, "Expert Hub: Connect to a Hub…");
          await answer(page, "Connect to a hub", server.origin);
          await answer(page, `API key for ${server.origin}`, key);
          await page.locator(".quick-input-message", { hasText: sentence }).waitFor();
          assert.deepEqual(server.requests, []);
          await page.keyboard.press("Escape");
          await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
        } finally {
          await server.close();
        }
      });
  });
});
