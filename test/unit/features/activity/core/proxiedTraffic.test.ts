import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSend } from "../../../../../src/client/undiciSend";
import { ActivityLog, logFile } from "../../../../../src/features/activity/core/activityLog";
import type { RequestEntry } from "../../../../../src/features/activity/core/activityEntry";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { makeCertificate } from "../../../../support/certificate";
import { startConnectProxy } from "../../../../support/connectProxy";
import { trustedAuthority } from "../../../../support/trustedAuthority";
import { atEnd, closeAll } from "../../../client/hubFixture";

const login = "ann:PROXY-CANARY";
const unreachable = "203.0.113.1";
const reachable = "203.0.113.7";

describe("requests behind a proxy", () => {
  const authority = trustedAuthority();
  afterEach(closeAll);

  it("Y4 have a line where they reached their server, and none where the proxy refused", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
    atEnd(async () => rmSync(folder, { recursive: true, force: true }));
    const log = new ActivityLog({
      files: async () => new DiskFiles(folder),
      days: () => 90,
      log: { warn: (line) => assert.fail(line) },
    });
    const seen: string[] = [];
    const certificate = makeCertificate({ hosts: ["hub.example"], issuer: authority });
    const server = createServer(certificate, (request, response) => {
      let size = 0;
      request.on("data", (bytes: Buffer) => (size += bytes.length));
      request.on("end", () => {
        seen.push(`https://${request.headers.host} ${size}`);
        response.end("ANSWER-CANARY");
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    atEnd(async () => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const hosts = new Map([
      ["hub.example:443", port],
      ["other.example:443", port],
      [`${reachable}:443`, port],
    ]);
    const proxy = await startConnectProxy({ hosts, login });
    atEnd(() => proxy.close());
    const ask = async (host: string, { body = "é", name = login, addresses = [""] } = {}) => {
      const send = createSend({ proxy: `http://${name}@${proxy.host}` }, log.sent);
      try {
        const answer = await send({
          purpose: { by: "chat", kind: "question" },
          url: new URL(`https://${host}/`),
          method: "POST",
          headers: {},
          body,
          signal: AbortSignal.timeout(10_000),
          ...(addresses[0] !== "" && { addresses }),
        });
        for await (const _ of answer.body);
      } finally {
        await send.close();
      }
    };
    await ask("hub.example");
    await ask("hub.example", { body: "QUESTION-CANARY" });
    await ask("hub.example", { addresses: [unreachable, reachable] });
    await assert.rejects(ask("unknown.example"), { kind: "network" });
    await assert.rejects(ask("hub.example", { name: "ann:wrong" }), { kind: "network" });
    await assert.rejects(ask("hub.example", { addresses: [unreachable] }), { kind: "network" });
    // The certificate is that of another host, so nothing is sent through the tunnel.
    await assert.rejects(ask("other.example"), { kind: "tls" });
    assert.equal(proxy.asked.length, 8);
    assert.equal(seen.length, 3);
    const entries = (await log.entries()) as RequestEntry[];
    assert.deepEqual(
      entries.map(({ to, bytesOut }) => `${to} ${bytesOut}`),
      seen,
    );
    assert.doesNotMatch(readFileSync(path.join(folder, logFile), "utf8"), /CANARY/);
  });
});
