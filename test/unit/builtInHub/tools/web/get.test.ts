import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import {
  get,
  StatusProblem,
  type GetLimits,
  type GetOptions,
} from "../../../../../src/builtInHub/tools/web/get";
import { anywhere } from "../../../../../src/builtInHub/tools/web/reach";
import { createSend } from "../../../../../src/client/undiciSend";
import { makeCertificate } from "../../../../support/certificate";
import { loopbackServer, page, redirect, type Page } from "../loopbackServer";

const never = new AbortController().signal;
const limits: GetLimits = { redirects: 1, bytes: 100, milliseconds: 10_000 };
const send = createSend({}, () => undefined);
const options: GetOptions = {
  purpose: { by: "chat", kind: "document" },
  accept: "*/*",
  send,
  reach: anywhere,
  limits,
};

async function fetched(answer: Page) {
  await using server = await loopbackServer({ "/": answer });
  return await get(new URL(server.origin), options, never);
}

const unannounced =
  (body: Uint8Array | string, headers = {}): Page =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", ...headers });
    response.write(body);
    response.end();
  };

const status =
  (code: number): Page =>
  (_, response) =>
    response.writeHead(code).end();

describe("a GET of the tools", () => {
  after(() => send.close());

  const gzip = { "content-encoding": "gzip" };
  const forms: Readonly<Record<string, (body: string) => Page>> = {
    announced: (body) => page("text/plain", body),
    "in chunks": (body) => unannounced(body),
    compressed: (body) => unannounced(gzipSync(body), gzip),
  };
  for (const [name, form] of Object.entries(forms))
    it(`reads up to its limit of bytes ${name}`, async () => {
      assert.equal((await fetched(form("x".repeat(100)))).bytes.length, 100);
      await assert.rejects(fetched(form("x".repeat(101))), /larger than/);
    });

  it("gives what has a status of 2xx, and no other", async () => {
    for (const code of [200, 204, 299]) assert.equal((await fetched(status(code))).bytes.length, 0);
    for (const code of [300, 304, 399, 404, 500])
      await assert.rejects(
        fetched(status(code)),
        (error) => error instanceof StatusProblem && error.status === code,
      );
  });

  it("tells type and charset in lower case and without decoration", async () => {
    const { type, charset } = await fetched(page('Text/HTML; x=y; Charset="utf-8"', "x"));
    assert.deepEqual([type, charset], ["text/html", "utf-8"]);
  });

  it("follows as many redirects as it may, except to something that is no address", async () => {
    await using server = await loopbackServer({
      "/one": redirect("/"),
      "/two": redirect("/one"),
      "/none": redirect("http://["),
      "/": page("text/plain", "here"),
    });
    const from = (path: string) => get(new URL(path, server.origin), options, never);
    const { address, bytes } = await from("/one");
    assert.deepEqual([address.pathname, bytes.toString()], ["/", "here"]);
    await assert.rejects(from("/two"), /redirects more than 1 times/);
    await assert.rejects(from("/none"), /redirects to something that is no address/);
  });

  it("G8 is not led from https to http", async () => {
    await using plain = await loopbackServer({ "/": page("text/plain", "canary") });
    const authority = makeCertificate({ name: "Tools Authority", authority: true, hosts: [] });
    const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
    writeFileSync(path.join(folder, "authority.pem"), authority.cert);
    const known = process.env["NODE_EXTRA_CA_CERTS"];
    process.env["NODE_EXTRA_CA_CERTS"] = path.join(folder, "authority.pem");
    const secureSend = createSend({}, () => undefined);
    const server = createServer(makeCertificate({ issuer: authority }), (_, response) =>
      response.writeHead(302, { location: plain.origin }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const secure = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const trusting = { ...options, send: secureSend };
      await assert.rejects(get(secure, trusting, never), /redirects to http:.* is not followed/);
      assert.deepEqual(plain.requests, []);
    } finally {
      if (known === undefined) delete process.env["NODE_EXTRA_CA_CERTS"];
      else process.env["NODE_EXTRA_CA_CERTS"] = known;
      rmSync(folder, { recursive: true });
      await secureSend.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
