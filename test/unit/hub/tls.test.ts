import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rawJson, startRawServer } from "../../support/rawServer";
import { makeCertificate, type Certificate } from "./certificate";
import { answer, atEnd, clientOf, closeAll, failureOf, stage } from "./stage";

const authority = makeCertificate({ name: "Test Authority", authority: true, hosts: [] });
const stranger = makeCertificate({ name: "Stranger", authority: true, hosts: [] });
const middle = makeCertificate({ name: "Middle", authority: true, hosts: [], issuer: authority });
const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
const kept = { ...process.env };

const serve = (tls: Certificate & { maxVersion?: "TLSv1.1"; minVersion?: "TLSv1" }) => ({
  tls: { ...tls, ...(tls.maxVersion && { ciphers: "DEFAULT@SECLEVEL=0" }) },
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
    const { client } = await stage(serve(makeCertificate({ issuer: authority })));
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
  });

  it("R6 says where authorities are taken from, and lives with a broken file of them", async () => {
    for (const text of [
      "no certificate",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ]) {
      writeFileSync(process.env["NODE_EXTRA_CA_CERTS"]!, text);
      const { client } = await stage(serve(makeCertificate({ issuer: authority })));
      const error = await failureOf(client.invokeAgent({}));
      assert.equal(error.kind, "tls");
      assert.match(error.message, /does not trust.*NODE_EXTRA_CA_CERTS/);
    }
  });

  const bad: [string, Parameters<typeof serve>[0], RegExp][] = [
    ["a certificate that signed itself", makeCertificate(), /signed by itself/],
    [
      "an expired certificate",
      makeCertificate({ issuer: authority, from: -9, to: -2 }),
      /has expired at this computer's time/,
    ],
    [
      "a certificate of the future",
      makeCertificate({ issuer: authority, from: 2, to: 9 }),
      /not valid yet at this computer's time/,
    ],
    [
      "a certificate of another host",
      makeCertificate({ issuer: authority, hosts: ["other.example"] }),
      /belongs to another host/,
    ],
    ["an authority nobody knows", makeCertificate({ issuer: stranger }), /does not trust/],
    ["a chain without its middle", makeCertificate({ issuer: middle }), /does not trust/],
    [
      "TLS 1.1",
      { ...makeCertificate({ issuer: authority }), minVersion: "TLSv1", maxVersion: "TLSv1.1" },
      /No safe connection/,
    ],
  ];
  for (const [name, certificate, about] of bad) {
    it(`R4 refuses ${name} before a byte of HTTP`, async () => {
      const { client, server } = await stage(serve(certificate));
      for (const call of [client.getUser(), client.invokeAgent({})]) {
        const error = await failureOf(call);
        assert.equal(error.kind, "tls", error.message);
        assert.match(error.message, about);
        assert.equal(error.details.mayHaveRun, undefined);
      }
      assert.deepEqual(server.requests, []);
      assert.equal(server.sockets.length, 2);
    });
  }

  it("R4 names plain HTTP where TLS belongs", async () => {
    const { server } = await stage(({ socket }) => socket.write(rawJson(answer)));
    const { client } = clientOf(server.origin.replace("http:", "https:"));
    const plain = await startRawServer({
      connected: (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
    });
    atEnd(() => plain.close());
    const error = await failureOf(
      clientOf(plain.origin.replace("http:", "https:")).client.invokeAgent({}),
    );
    assert.equal(error.kind, "tls");
    assert.match(error.message, /does not speak TLS/);
    assert.equal(
      (await failureOf(client.invokeAgent({}, { signal: AbortSignal.timeout(100) }))).kind,
      "cancelled",
    );
  });

  it("R5 refuses a self-signed certificate although the environment switches verification off", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const { client, server } = await stage(serve(makeCertificate()));
    assert.equal((await failureOf(client.invokeAgent({}))).kind, "tls");
    assert.deepEqual(server.requests, []);
  });

  it("R7 checks each new connection again", async () => {
    const served = serve(makeCertificate({ issuer: authority }));
    const { client, server } = await stage({
      ...served,
      answer: ({ socket }) => socket.end(rawJson(answer, { head: ["Connection: close"] })),
    });
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
    server.changeCertificate(makeCertificate({ issuer: stranger }));
    assert.equal((await failureOf(client.invokeAgent({}))).kind, "tls");
    assert.equal(server.requests.length, 1);
  });

  it("R3 does not go on without TLS where the hub redirects there", async () => {
    const plain = await startRawServer({});
    atEnd(() => plain.close());
    const { client } = await stage({
      ...serve(makeCertificate({ issuer: authority })),
      answer: ({ socket }) =>
        socket.write(
          `HTTP/1.1 302 Found\r\nLocation: ${plain.origin}/\r\nContent-Length: 0\r\n\r\n`,
        ),
    });
    assert.equal((await failureOf(client.invokeAgent({}))).kind, "redirect");
    assert.equal(plain.sockets.length, 0);
  });
});
