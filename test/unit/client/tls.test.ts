import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import nodeTls, * as tls from "node:tls";
import type { TlsOptions } from "node:tls";
import type { HubError } from "../../../src/contract/errors";
import { explain } from "../../../src/platform/core/explain";
import { createSend } from "../../../src/client/undiciSend";
import { startConnectProxy } from "../../support/connectProxy";
import { rawJson, startRawServer } from "../../support/rawServer";
import { makeCertificate } from "../../support/certificate";
import { answer, atEnd, clientOf, closeAll, failureOf, fixture } from "./hubFixture";

const authority = makeCertificate({ name: "Test Authority", authority: true, hosts: [] });
const stranger = makeCertificate({ name: "Stranger", authority: true, hosts: [] });
const middle = makeCertificate({ name: "Middle", authority: true, hosts: [], issuer: authority });
const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
const kept = { ...process.env };

const weak = "ALL:COMPLEMENTOFALL:@SECLEVEL=0";

const serve = (tls: TlsOptions) => ({
  tls,
  answer: ({ socket }: { socket: { write(text: string): unknown } }) =>
    socket.write(rawJson(answer)),
});

describe("TLS", () => {
  beforeEach(() => {
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    process.env["NODE_EXTRA_CA_CERTS"] = file;
  });
  afterEach(async () => {
    await closeAll();
    for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_TLS_REJECT_UNAUTHORIZED"]) {
      if (kept[name] === undefined) delete process.env[name];
      else process.env[name] = kept[name];
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  it("R6 trusts an authority of NODE_EXTRA_CA_CERTS", async () => {
    const { client } = await fixture(serve(makeCertificate({ issuer: authority })));
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
  });

  it("R6 trusts an authority of the system, and lives without a list of them", async () => {
    delete process.env["NODE_EXTRA_CA_CERTS"];
    const { getCACertificates } = nodeTls;
    const outcome = async (system: () => string[]) => {
      nodeTls.getCACertificates = (type) =>
        type === "system" ? system() : getCACertificates.call(nodeTls, type);
      syncBuiltinESMExports();
      const { client } = await fixture(serve(makeCertificate({ issuer: authority })));
      return client.invokeAgent({}).then(
        ({ value }) => value.output,
        ({ kind }: HubError) => kind,
      );
    };
    try {
      assert.equal(await outcome(() => [authority.cert]), "Fine.");
      assert.equal(await outcome(() => []), "tls");
      assert.equal(await outcome(() => assert.fail("no list")), "tls");
    } finally {
      nodeTls.getCACertificates = getCACertificates;
      syncBuiltinESMExports();
    }
  });

  it("R6 says where authorities are taken from, and lives with a broken file of them", async () => {
    for (const text of [
      "no certificate",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ]) {
      writeFileSync(process.env["NODE_EXTRA_CA_CERTS"]!, text);
      const { client } = await fixture(serve(makeCertificate({ issuer: authority })));
      const error = await failureOf(client.invokeAgent({}));
      assert.equal(error.kind, "tls");
      assert.match(error.message, /does not trust.*NODE_EXTRA_CA_CERTS/);
    }
  });

  const upTo12 = { maxVersion: "TLSv1.2" } as const;
  const old = (maxVersion: "TLSv1" | "TLSv1.1"): TlsOptions => ({
    ...makeCertificate({ issuer: authority }),
    minVersion: "TLSv1",
    maxVersion,
    ciphers: weak,
  });
  const bad: [string, TlsOptions, RegExp][] = [
    ["a certificate that signed itself", makeCertificate(), /self-signed/],
    [
      "an expired certificate",
      makeCertificate({ issuer: authority, from: -9, to: -2 }),
      /has expired according to this computer's clock/,
    ],
    [
      "a certificate of the future",
      makeCertificate({ issuer: authority, from: 2, to: 9 }),
      /not valid yet according to this computer's clock/,
    ],
    [
      "a certificate of another host",
      makeCertificate({ issuer: authority, hosts: ["other.example"] }),
      /belongs to another host/,
    ],
    ["an authority nobody knows", makeCertificate({ issuer: stranger }), /does not trust/],
    ["a chain without its middle", makeCertificate({ issuer: middle }), /does not trust/],
    ["TLS 1.1 at most", old("TLSv1.1"), /Could not establish a secure connection/],
    ["TLS 1.0 at most", old("TLSv1"), /Could not establish a secure connection/],
    [
      "a cipher that encrypts nothing",
      { ...makeCertificate({ issuer: authority }), ciphers: "eNULL:@SECLEVEL=0", ...upTo12 },
      /Could not establish a secure connection/,
    ],
    [
      "nobody's certificate",
      { ciphers: "aNULL:@SECLEVEL=0", ...upTo12 },
      /Could not establish a secure connection/,
    ],
  ];
  for (const [name, certificate, about] of bad) {
    it(`R4 refuses ${name} before a byte of HTTP`, async () => {
      const { client, server } = await fixture(serve(certificate));
      for (const call of [client.getUser(), client.invokeAgent({})]) {
        const error = await failureOf(call);
        assert.equal(error.kind, "tls", error.message);
        assert.match(error.message, about);
        assert.equal(error.details.mayHaveRun, undefined);
        assert.deepEqual(explain(error).remedies, ["retry", "showLog"], "nothing that goes on");
      }
      assert.equal(server.bytes, 0);
      assert.equal(server.sockets.length, 2);
    });

    it(`R4 is refused for what it is: a client that checks nothing talks with ${name}`, async () => {
      const { server } = await fixture(serve(certificate));
      const careless = tls.connect({
        port: server.port,
        host: "127.0.0.1",
        rejectUnauthorized: false,
        minVersion: "TLSv1",
        ciphers: weak,
      });
      careless.on("error", () => undefined);
      careless.write("GET / HTTP/1.1\r\n\r\n");
      const [reply] = (await once(careless, "data")) as [Buffer];
      assert.match(reply.toString(), /^HTTP\/1\.1 200/);
      careless.destroy();
    });

    it(`R5 refuses ${name} although the environment switches verification off and allows any cipher`, async () => {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      const defaults = { ciphers: nodeTls.DEFAULT_CIPHERS, version: nodeTls.DEFAULT_MIN_VERSION };
      // What `--tls-cipher-list` and `--tls-min-v1.0` in NODE_OPTIONS set.
      Object.assign(nodeTls, { DEFAULT_CIPHERS: weak, DEFAULT_MIN_VERSION: "TLSv1" });
      try {
        const { client, server } = await fixture(serve(certificate));
        for (const call of [client.getUser(), client.invokeAgent({})])
          assert.equal((await failureOf(call)).kind, "tls");
        assert.equal(server.bytes, 0);
      } finally {
        Object.assign(nodeTls, {
          DEFAULT_CIPHERS: defaults.ciphers,
          DEFAULT_MIN_VERSION: defaults.version,
        });
      }
    });
  }

  it("R4 names plain HTTP where TLS belongs", async () => {
    const { server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const { client } = clientOf(server.origin.replace("http:", "https:"));
    const plain = await startRawServer({
      connected: (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
    });
    atEnd(() => plain.close());
    const error = await failureOf(
      clientOf(plain.origin.replace("http:", "https:")).client.invokeAgent({}),
    );
    assert.equal(error.kind, "tls");
    assert.match(error.message, /does not use TLS/);
    assert.equal(
      (await failureOf(client.invokeAgent({}, { signal: AbortSignal.timeout(100) }))).kind,
      "cancelled",
    );
  });

  for (const behind of [false, true])
    it(`R7 checks each new connection again${behind ? ", also behind a proxy" : ""}`, async () => {
      const { server } = await fixture({
        ...serve(makeCertificate({ issuer: authority, hosts: ["hub.test", "127.0.0.1"] })),
        answer: ({ socket }) => socket.end(rawJson(answer, { head: ["Connection: close"] })),
      });
      const proxy = await startConnectProxy({ hosts: new Map([["hub.test:443", server.port]]) });
      atEnd(() => proxy.close());
      const { client } = behind
        ? clientOf("https://hub.test", {
            send: createSend({ proxy: `http://${proxy.host}` }, () => undefined),
          })
        : clientOf(server.origin);
      assert.equal((await client.invokeAgent({})).value.output, "Fine.");
      server.changeCertificate(makeCertificate({ issuer: stranger, hosts: ["hub.test"] }));
      const { bytes } = server;
      for (const call of [client.invokeAgent({}), client.getUser()])
        assert.equal((await failureOf(call)).kind, "tls");
      assert.equal(server.requests.length, 1);
      assert.equal(server.bytes, bytes);
      assert.equal(server.sockets.length, 3);
      assert.equal(proxy.asked.length, behind ? 3 : 0);
    });

  it("R3 does not go on without TLS where the hub redirects there", async () => {
    const plain = await startRawServer({});
    atEnd(() => plain.close());
    const { client, server } = await fixture({
      ...serve(makeCertificate({ issuer: authority })),
      answer: ({ socket }) =>
        socket.write(
          `HTTP/1.1 302 Found\r\nLocation: ${plain.origin}/\r\nContent-Length: 0\r\n\r\n`,
        ),
    });
    for (const call of [client.getUser(), client.invokeAgent({})])
      assert.equal((await failureOf(call)).kind, "redirect");
    assert.equal(server.requests.length, 2);
    assert.equal(plain.sockets.length, 0);
  });
});
