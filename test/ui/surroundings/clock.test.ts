import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startRawServer, type RawServer } from "../../support/rawServer";
import { answer, openWorkbench, runCommand, type Workbench } from "../../support/workbench";
import { makeCertificate } from "../../support/certificate";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

/** A clock two years behind sees a certificate of the future, one two years ahead an expired one. */
describe("a clock that is wrong by two years", () => {
  let folder: string;
  let workbench: Workbench;
  const servers: RawServer[] = [];
  const authority = makeCertificate({ name: "Company", authority: true, from: -3000, to: 3000 });

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-clock-"));
    const file = path.join(folder, "company.pem");
    await writeFile(file, authority.cert);
    workbench = await openWorkbench({ env: { NODE_EXTRA_CA_CERTS: file } });
  });
  after(async () => {
    await workbench.close();
    for (const server of servers) await server.close();
    await rm(folder, { recursive: true });
  });

  const clocks = [
    { name: "behind", from: 730, to: 1000, sentence: "is not valid yet at this computer's time" },
    { name: "ahead", from: -1000, to: -730, sentence: "has expired at this computer's time" },
  ];
  for (const { name, from, to, sentence } of clocks)
    it(`F5 names this computer's time where it is ${name}`, async () => {
      const { page } = workbench;
      const { cert, key: own } = makeCertificate({ issuer: authority, from, to });
      const server = await startRawServer({ tls: { cert, key: own } });
      servers.push(server);
      await runCommand(page, "Expert Hub: Connect to a Hub…");
      await answer(page, "Connect to a hub", server.origin);
      await answer(page, `API key for ${server.origin}`, key);
      await page.locator(".quick-input-message", { hasText: sentence }).waitFor();
      assert.deepEqual(server.requests, []);
      await page.keyboard.press("Escape");
      await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    });
});
