import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import * as tls from "node:tls";
import { gzipSync } from "node:zlib";
import { get, StatusProblem, type GetLimits } from "../../../../../src/builtInHub/tools/web/get";
import { anywhere, publicInternet, Targets } from "../../../../../src/builtInHub/tools/web/reach";
import { makeCertificate } from "../../../../support/certificate";
import { loopbackServer, page, redirect, type Page } from "../loopbackServer";

const never = new AbortController().signal;
const limits: GetLimits = { redirects: 1, bytes: 100, milliseconds: 10_000 };
const options = { accept: "*/*", reach: anywhere, limits };

async function fetched(answer: Page) {
  await using server = await loopbackServer({ "/": answer });
  return await get(new URL(server.origin), options, never);
}

describe("a GET of the tools", () => {
  const unannounced =
    (body: Uint8Array | string, headers = {}): Page =>
    (_, response) => {
      response.writeHead(200, { "content-type": "text/plain", ...headers });
      response.write(body);
      response.end();
    };
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
    const status =
      (code: number): Page =>
      (_, response) =>
        response.writeHead(code).end();
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
    const known = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...known, authority.cert]);
    const server = createServer(makeCertificate({ issuer: authority }), (_, response) =>
      response.writeHead(302, { location: plain.origin }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const secure = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await assert.rejects(get(secure, options, never), /redirects to http:.* is not followed/);
      assert.deepEqual(plain.requests, []);
    } finally {
      tls.setDefaultCACertificates(known);
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("the target of a connection", () => {
  it("G8 is one that was checked, unless every target is allowed", () => {
    const targets = new Targets(publicInternet);
    targets.expectFetchable(new URL("http://192.0.1.1"));
    targets.expectChecked("192.0.1.1");
    for (const other of ["192.0.1.2", "127.0.0.1", undefined])
      assert.throws(() => targets.expectChecked(other), /through a proxy/);
    new Targets(anywhere).expectChecked("127.0.0.1");
  });
});
