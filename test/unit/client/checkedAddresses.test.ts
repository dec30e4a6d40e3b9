import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import * as net from "node:net";
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

const portOf = (server: net.Server) => (server.address() as AddressInfo).port;

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

  describe("through a proxy", () => {
    const [unreachable, silent, cut] = ["203.0.113.1", "203.0.113.2", "2001:4860::1"];

    async function behindProxy() {
      const certificate = makeCertificate({ hosts: ["docs.example"], issuer: authority });
      const { port } = await serverWith(hostOf, certificate);
      const strange = await serverWith(hostOf, makeCertificate({ hosts: ["docs.example"] }));
      const nothing = net.createServer((socket) => socket.end());
      const hanging = net.createServer(() => undefined);
      for (const server of [nothing, hanging]) {
        await once(server.listen(0, "127.0.0.1"), "listening");
        atEnd(async () => void server.close());
      }
      const hosts = new Map([
        [`${checked}:443`, port],
        [`${silent}:443`, portOf(hanging)],
        [`[${cut}]:443`, portOf(nothing)],
        ["203.0.113.9:443", strange.port],
      ]);
      const proxy = await startConnectProxy({ hosts });
      atEnd(() => proxy.close());
      const { send, get } = sendWith({ proxy: `http://${proxy.host}` });
      const asked = () => proxy.asked.map((line) => line.replace(/^CONNECT |:443$/g, ""));
      return {
        send,
        proxy,
        asked,
        get: (...given: string[]) => get("https://docs.example/", given),
      };
    }

    it("O8 is requested by each of its addresses until one can be reached", async () => {
      const { get, asked } = await behindProxy();
      assert.equal(await get(unreachable, cut, checked), "200 docs.example");
      assert.deepEqual(asked(), [unreachable, `[${cut}]`, checked]);
    });

    it("O8 is requested by the next address while one does not answer", async () => {
      const { get, asked } = await behindProxy();
      assert.equal(await get(silent, checked), "200 docs.example");
      assert.deepEqual(asked(), [silent, checked]);
    });

    it("O8 says what is wrong once no address is left", async () => {
      const { get, proxy, asked } = await behindProxy();
      const { message } = await failureOf(get(cut, unreachable));
      assert.match(message, new RegExp(`^The proxy ${proxy.host} refused .* status 502`));
      assert.deepEqual(asked(), [`[${cut}]`, unreachable]);
    });

    it("O8 R5 is requested by no further address where the certificate is wrong", async () => {
      const { get, asked } = await behindProxy();
      assert.equal((await failureOf(get("203.0.113.9", checked))).kind, "tls");
      assert.deepEqual(asked(), ["203.0.113.9"]);
    });

    it("O8 asks a proxy once that is dead or wants a login", async () => {
      const { proxy, get } = await behindProxy();
      await proxy.close();
      const { message } = await failureOf(get(unreachable, checked));
      assert.equal(message, `The proxy ${proxy.host} refused the connection.`);
      const locked = await startConnectProxy({ hosts: new Map(), login: "ann:word" });
      atEnd(() => locked.close());
      const asked = sendWith({ proxy: `http://${locked.host}` });
      const refused = await failureOf(asked.get("https://docs.example/", [unreachable, checked]));
      assert.match(refused.message, /requires a user name and a password/);
      assert.equal(locked.asked.length, 1);
    });

    it("O8 is stopped while it is requested by its addresses", async () => {
      const { send, get, asked } = await behindProxy();
      const one = failureOf(get(silent, silent));
      await until("both are asked for", () => asked().length === 2);
      await send.close();
      assert.equal((await one).kind, "cancelled");
    });
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
