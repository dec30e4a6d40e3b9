import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { LookupAddress } from "node:dns";
import type { AddressInfo } from "node:net";
import { documentTool } from "../../../../../src/builtInHub/tools/documents/documentTool";
import type { Reach } from "../../../../../src/builtInHub/tools/web/reach";
import { webSearchTool } from "../../../../../src/builtInHub/tools/web/webSearchTool";
import { UserNetwork } from "../../../../../src/client/userNetwork";
import { makeCertificate } from "../../../../support/certificate";
import { startConnectProxy, type ConnectProxy } from "../../../../support/connectProxy";
import { trustedAuthority } from "../../../../support/trustedAuthority";
import { call, dataIn } from "../callTool";

const publicAddress = "93.184.215.14";
/** Public, but the proxy cannot reach them. */
const unreachable = ["2606:2800:21f::1", "93.184.215.99"];

type Names = Readonly<Record<string, string | readonly string[]>>;

/** What names lead to, as this computer knows it. */
const reachOf = (names: Names): Reach => ({
  allows: (ip) => ip === publicAddress || unreachable.includes(ip),
  resolve(host, done) {
    const found = [names[host] ?? []].flat().map((address): LookupAddress => {
      return { address, family: address.includes(":") ? 6 : 4 };
    });
    setImmediate(() => done(found.length === 0 ? new Error("no such host") : null, found));
  },
});

describe("documents and searches through a proxy", () => {
  const authority = trustedAuthority();
  let server: Server;
  let proxy: ConnectProxy;
  let network: UserNetwork;
  let body = "";

  before(async () => {
    const hosts = ["docs.example", "search.example"];
    server = createServer(makeCertificate({ hosts, issuer: authority }), (request, response) => {
      if (request.url === "/moved")
        response.writeHead(302, { location: "https://inner.example/secret" }).end();
      else response.writeHead(200, { "content-type": "text/plain" }).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    proxy = await startConnectProxy({
      hosts: new Map([
        [`${publicAddress}:443`, port],
        ["search.example:443", port],
        ["inner.example:443", port],
      ]),
    });
    network = new UserNetwork(
      () => ({ proxy: `http://${proxy.host}` }),
      () => undefined,
    );
  });
  after(async () => {
    network.dispose();
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const reading = async (url: string, names: Names) => {
    const before = proxy.asked.length;
    const tool = documentTool([url], {
      cause: { by: "chat" },
      send: network.send,
      reach: reachOf(names),
    });
    return { answer: await call(tool, { url }), asked: proxy.asked.slice(before) };
  };

  it("G8 reads a document at the address that was checked, not at the name", async () => {
    body = "What the page says.";
    const { answer, asked } = await reading("https://docs.example/", {
      "docs.example": publicAddress,
    });
    assert.match(dataIn(answer), /What the page says\./);
    assert.deepEqual(asked, [`CONNECT ${publicAddress}:443`]);
    assert.ok(!proxy.seen().includes(body));
  });

  it("O8 reads a document by the next of its addresses where the proxy cannot reach one", async () => {
    body = "What the page says.";
    const { answer, asked } = await reading("https://docs.example/", {
      "docs.example": [...unreachable, publicAddress],
    });
    assert.match(dataIn(answer), /What the page says\./);
    assert.deepEqual(asked, [
      `CONNECT [${unreachable[0]}]:443`,
      `CONNECT ${unreachable[1]}:443`,
      `CONNECT ${publicAddress}:443`,
    ]);
  });

  it("G8 asks for none of the addresses of a name where one of them is private", async () => {
    const { answer, asked } = await reading("https://docs.example/", {
      "docs.example": [publicAddress, "10.0.0.7"],
    });
    assert.match(answer, /docs\.example is not on the public internet/);
    assert.deepEqual(asked, []);
  });

  it("G8 does not ask the proxy for what leads to a private network, or cannot be checked", async () => {
    const names = { "inner.example": "10.0.0.7" };
    for (const [url, expected] of [
      ["https://inner.example/", /inner\.example is not on the public internet/],
      ["https://10.0.0.7/", /10\.0\.0\.7 is not on the public internet/],
      ["https://unknown.example/", /could not be found, so where it leads could not be checked/],
    ] as const) {
      const { answer, asked } = await reading(url, names);
      assert.match(answer, expected, url);
      assert.deepEqual(asked, [], url);
    }
  });

  it("G8 does not follow a redirect to a private network", async () => {
    const { answer, asked } = await reading("https://docs.example/moved", {
      "docs.example": publicAddress,
      "inner.example": "10.0.0.7",
    });
    assert.match(answer, /inner\.example is not on the public internet/);
    assert.equal(asked.length, 1);
  });

  it("says that plain http is not sent through a proxy", async () => {
    const { answer, asked } = await reading("http://docs.example/", {
      "docs.example": publicAddress,
    });
    assert.match(answer, /could not be fetched\. Plain http is not sent through a proxy\./);
    assert.deepEqual(asked, []);
  });

  it("searches at the user's own address by its name", async () => {
    body = JSON.stringify({ results: [{ title: "Found", url: "https://example.org/" }] });
    const before = proxy.asked.length;
    const tool = webSearchTool({
      cause: { by: "chat" },
      address: "https://search.example",
      send: network.send,
    });
    assert.equal(dataIn(await call(tool, "words")), "1. Found\nhttps://example.org/");
    assert.deepEqual(proxy.asked.slice(before), ["CONNECT search.example:443"]);
  });
});
