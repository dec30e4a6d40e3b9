import assert from "node:assert/strict";
import dns from "node:dns";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDeafServer } from "../../support/deafServer";
import { assertSoon } from "../../support/machineSpeed";
import { rawJson, startRawServer } from "../../support/rawServer";
import { makeCertificate } from "../../support/certificate";
import { answer, atEnd, clientOf, closeAll } from "./hubFixture";

const authority = makeCertificate({ name: "Test Authority", authority: true, hosts: [] });
const certificate = makeCertificate({ issuer: authority, hosts: ["localhost"] });
const { lookup } = dns;
const kept = process.env["NODE_EXTRA_CA_CERTS"];

/** `localhost` resolves to this computer's IPv6 address first, then to its IPv4 address. */
function resolveToBoth(): void {
  const both = [
    { address: "::1", family: 6 },
    { address: "127.0.0.1", family: 4 },
  ] as const;
  type Told = (failure: null, found: unknown, family?: number) => void;
  const stub = (name: string, options: dns.LookupOptions, told: Told) => {
    if (name !== "localhost") lookup(name, options, told as never);
    else if (options.all) told(null, both);
    else told(null, both[0].address, both[0].family);
  };
  Object.assign(dns, { lookup: stub });
}

describe("a name with a dead IPv6 address first, then a live IPv4 one", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));

  before(() => {
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    process.env["NODE_EXTRA_CA_CERTS"] = file;
    resolveToBoth();
  });
  afterEach(closeAll);
  after(() => {
    Object.assign(dns, { lookup });
    if (kept === undefined) delete process.env["NODE_EXTRA_CA_CERTS"];
    else process.env["NODE_EXTRA_CA_CERTS"] = kept;
    rmSync(folder, { recursive: true });
  });

  for (const scheme of ["http", "https"]) {
    for (const death of ["refuses", "never answers"]) {
      it(`R8 is reached at once over ${scheme} where the IPv6 address ${death}`, async () => {
        const server = await startRawServer({
          answer: ({ socket }) => socket.write(rawJson(answer)),
          ...(scheme === "https" && { tls: certificate }),
        });
        atEnd(() => server.close());
        if (death === "never answers") {
          const deaf = await startDeafServer("::1", server.port);
          atEnd(() => deaf.close());
        }
        const { client } = clientOf(`${scheme}://localhost:${server.port}`);
        const started = performance.now();
        assert.equal((await client.invokeAgent({})).value.output, "Fine.");
        // 2 s are promised; a connection that is abandoned only at its limit takes 10.
        assertSoon(performance.now() - started, 5_000);
        assert.equal(server.sockets.length, 1);
        assert.equal(server.requests.length, 1);
      });
    }
  }
});
