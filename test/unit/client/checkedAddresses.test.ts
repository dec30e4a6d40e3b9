import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import type { NetworkSettings, SendRequest } from "../../../src/contract/send";
import { createSend } from "../../../src/client/undiciSend";
import { makeCertificate, type Certificate } from "../../support/certificate";
import { startConnectProxy } from "../../support/connectProxy";
import { trustedAuthority } from "../../support/trustedAuthority";
import { until } from "../../support/until";
import { atEnd, closeAll, failureOf } from "./hubFixture";

const checked = "203.0.113.7";
const noProxy = { noProxy: ["*"] };

async function serverWith(answer: RequestListener, tls?: Certificate) {
  const server: Server = tls ? createHttps(tls, answer) : createHttp(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const sendWith = (settings: NetworkSettings) => {
  const send = createSend(settings, () => undefined);
  atEnd(() => send.close());
  const get = async (url: string, addresses: readonly string[] | undefined) => {
    const request: SendRequest = {
      purpose: { by: "chat", kind: "model" },
      url: new URL(url),
      method: "GET",
      headers: {},
      signal: AbortSignal.timeout(10_000),
      ...(addresses && { addresses }),
    };
    const { status, body } = await send(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return `${status} ${Buffer.concat(chunks).toString()}`;
  };
  return { send, get };
};

const hostOf: RequestListener = ({ headers }, response) => response.end(headers.host);

describe("a request to addresses that were checked", () => {
  const authority = trustedAuthority();
  afterEach(closeAll);

  it("goes to them and not where its name leads, each over a connection of its own", async () => {
    const { server, port } = await serverWith(hostOf);
    let [opened, closed] = [0, 0];
    server.on("connection", (socket) => {
      opened++;
      socket.on("close", () => closed++);
    });
    const { get } = sendWith(noProxy);
    const url = `http://name.example:${port}/`;
    for (let nth = 1; nth <= 2; nth++)
      assert.equal(await get(url, ["127.0.0.1"]), `200 name.example:${port}`);
    await until("both connections are closed", () => closed === 2);
    assert.equal(opened, 2);
  });

  it("tries the next of them where one does not answer", async () => {
    const { port } = await serverWith(hostOf);
    const { get } = sendWith(noProxy);
    const url = `http://name.example:${port}/`;
    assert.match(await get(url, ["::1", "127.0.0.1"]), /^200/);
  });

  it("needs the certificate of its name, not of the address", async () => {
    const { get } = sendWith(noProxy);
    for (const [hosts, isRight] of [
      [["docs.example"], true],
      [["127.0.0.1"], false],
    ] as const) {
      const certificate = makeCertificate({ hosts: [...hosts], issuer: authority });
      const { port } = await serverWith(hostOf, certificate);
      const asked = get(`https://docs.example:${port}/`, ["127.0.0.1"]);
      if (isRight) assert.match(await asked, /^200 docs\.example/);
      else assert.equal((await failureOf(asked)).kind, "tls");
    }
  });

  it("G8 asks a proxy for the address, with the certificate of the name", async () => {
    const certificate = makeCertificate({ hosts: ["docs.example"], issuer: authority });
    const { port } = await serverWith(hostOf, certificate);
    const hosts = new Map([
      [`${checked}:443`, port],
      ["[2001:4860::8888]:8443", port],
    ]);
    const proxy = await startConnectProxy({ hosts });
    atEnd(() => proxy.close());
    const { get } = sendWith({ proxy: `http://${proxy.host}` });
    assert.equal(await get("https://docs.example/", [checked]), "200 docs.example");
    assert.match(await get("https://docs.example:8443/", ["2001:4860::8888"]), /^200/);
    const other = get("https://other.example/", [checked]);
    assert.equal((await failureOf(other)).kind, "tls");
    assert.deepEqual(proxy.asked, [
      `CONNECT ${checked}:443`,
      "CONNECT [2001:4860::8888]:8443",
      `CONNECT ${checked}:443`,
    ]);
  });

  it("says why a proxy was asked for an address, where it refuses", async () => {
    const proxy = await startConnectProxy({ hosts: new Map() });
    atEnd(() => proxy.close());
    const { get } = sendWith({ proxy: `http://${proxy.host}` });
    const refusal = `The proxy ${proxy.host} refused the connection with status 502.`;
    const pinned = await failureOf(get("https://docs.example/", [checked]));
    assert.equal(
      pinned.message,
      `${refusal} It was asked for the IP address that had been checked, because a name could lead it elsewhere; some proxies accept names only.`,
    );
    const named = await failureOf(get("https://docs.example/", undefined));
    assert.equal(named.message, refusal);
  });

  it("G3 is not sent past a proxy over plain http, unless its host is excluded", async () => {
    const { port } = await serverWith(hostOf);
    const proxy = "http://127.0.0.1:9";
    const url = `http://name.example:${port}/`;
    const { message } = await failureOf(sendWith({ proxy }).get(url, ["127.0.0.1"]));
    assert.equal(
      message,
      "Plain http is not sent through a proxy. Use an https address, or list name.example in http.noProxy.",
    );
    const direct = sendWith({ proxy, noProxy: [`name.example:${port}`] });
    assert.match(await direct.get(url, ["127.0.0.1"]), /^200/);
    assert.match(await sendWith({ proxy }).get(`http://127.0.0.1:${port}/`, undefined), /^200/);
  });

  it("ends with the network, and is completed before the network retires", async () => {
    const waiting: (() => void)[] = [];
    const { port } = await serverWith((_, response) => waiting.push(() => response.end("late")));
    const url = `http://name.example:${port}/`;
    const closing = sendWith(noProxy);
    const cut = failureOf(closing.get(url, ["127.0.0.1"]));
    await until("the request has arrived", () => waiting.length === 1);
    await closing.send.close();
    assert.equal((await cut).kind, "cancelled");
    const retiring = sendWith(noProxy);
    const complete = retiring.get(url, ["127.0.0.1"]);
    await until("the request has arrived", () => waiting.length === 2);
    const retired = retiring.send.retire();
    waiting[1]?.();
    assert.equal(await complete, "200 late");
    await retired;
  });
});
