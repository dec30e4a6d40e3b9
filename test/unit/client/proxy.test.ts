import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { proxyFor } from "../../../src/client/proxy";
import type { NetworkSettings } from "../../../src/contract/send";
import { createSend } from "../../../src/client/undiciSend";
import { rawJson, type RawServer } from "../../support/rawServer";
import { until } from "../../support/until";
import { makeCertificate, type Certificate } from "../../support/certificate";
import { answer, atEnd, clientOf, closeAll, failureOf, fixture } from "./hubFixture";

const authority = makeCertificate({ name: "Proxy Test Authority", authority: true, hosts: [] });
const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
const kept = { ...process.env };
const variables = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
];

interface Proxy {
  origin: string;
  /** First lines and headers of everything received. */
  seen: { line: string; headers: http.IncomingHttpHeaders }[];
}

/** A proxy that connects every tunnel to one port, or refuses with a status; with `over`, it uses TLS. */
async function startProxy(target: RawServer, status = 200, over?: Certificate): Promise<Proxy> {
  const seen: Proxy["seen"] = [];
  const open = new Set<net.Socket>();
  const answered = (request: http.IncomingMessage, response: http.ServerResponse) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    response.end();
  };
  const proxy = over ? https.createServer(over, answered) : http.createServer(answered);
  proxy.on("connection", (socket: net.Socket) => open.add(socket));
  proxy.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
    seen.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    socket.on("error", () => undefined);
    socket.write(`HTTP/1.1 ${status} Test\r\n\r\n`);
    if (status !== 200) {
      socket.end();
      return;
    }
    const tunnel = net.connect(target.port, "127.0.0.1");
    tunnel.on("error", () => undefined);
    socket.pipe(tunnel).pipe(socket);
    socket.on("close", () => tunnel.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  atEnd(async () => {
    for (const socket of open) socket.destroy();
    proxy.close();
    await once(proxy, "close");
  });
  const { port } = proxy.address() as net.AddressInfo;
  return { origin: `${over ? "https" : "http"}://127.0.0.1:${port}`, seen };
}

const hubOf = (name: string) =>
  fixture({
    tls: makeCertificate({ issuer: authority, hosts: [name] }),
    answer: ({ socket }) => socket.write(rawJson(answer)),
  });

const clientBehind = (network: NetworkSettings) =>
  clientOf("https://hub.test", { send: createSend(network, () => undefined) }).client;

describe("a proxy", () => {
  beforeEach(() => {
    for (const name of variables) delete process.env[name];
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    process.env["NODE_EXTRA_CA_CERTS"] = file;
  });
  afterEach(closeAll);
  after(() => {
    rmSync(folder, { recursive: true });
    for (const name of [...variables, "NODE_EXTRA_CA_CERTS"]) {
      if (kept[name] === undefined) delete process.env[name];
      else process.env[name] = kept[name];
    }
  });

  it("O8 sees a tunnel only, without the key", async () => {
    const { server } = await hubOf("hub.test");
    const proxy = await startProxy(server);
    const client = clientBehind({ proxy: proxy.origin.replace("//", "//us%3Ber:p%40ss@") });
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
    assert.deepEqual(
      proxy.seen.map(({ line }) => line),
      ["CONNECT hub.test:443"],
    );
    assert.equal(proxy.seen[0]!.headers["svc-api-key"], undefined);
    assert.equal(proxy.seen[0]!.headers["proxy-authorization"], `Basic ${btoa("us;er:p@ss")}`);
    assert.match(server.requests[0]!, /svc-api-key/);
    assert.doesNotMatch(server.requests[0]!, /proxy-auth/i);
  });

  for (const [login, sent = login] of [
    ["ann:p%zz"],
    ["ann:100%"],
    ["ann:%"],
    ["ann:%4"],
    ["ann:a@b@c"],
    ["ann:a:b"],
    ["ann:a/b"],
    ["ann:12/b"],
    ["ann:a#b"],
    ["ann:a?b"],
    ["ann:a b"],
    ["ann:a\\b"],
    ["ann:http://a"],
    ["firm\\ann:[secret]"],
    ["ann:pässwörd 密码 🔑"],
    ["ann:%C3%A9%40%25%2F", "ann:é@%/"],
    ["ann:%40%zz%", "ann:@%zz%"],
    ["ann", "ann:"],
    [":secret"],
  ] as [string, string?][])
    it(`O8 gets the login ${JSON.stringify(login)} as it is meant`, async () => {
      const { server } = await hubOf("hub.test");
      const proxy = await startProxy(server);
      const address = proxy.origin.replace("//", `//${login}@`);
      assert.equal((await clientBehind({ proxy: address }).invokeAgent({})).value.output, "Fine.");
      process.env["HTTPS_PROXY"] = ` ${address.replace("http://", "")} `;
      assert.equal((await clientBehind({}).invokeAgent({})).value.output, "Fine.");
      assert.deepEqual(
        proxy.seen.map(({ headers }) => headers["proxy-authorization"]),
        Array.from({ length: 2 }, () => `Basic ${Buffer.from(sent).toString("base64")}`),
      );
    });

  it("O8 gets bytes that are no UTF-8 in its login as they are", () => {
    const proxy = proxyFor(new URL("https://hub.test"), { proxy: "http://a:%FF%fe@p:1" }, {});
    const login = Buffer.from("a:\xff\xfe", "latin1");
    assert.equal(proxy?.authorization, `Basic ${login.toString("base64")}`);
  });

  for (const [address, about] of [
    ["socks5://ann:S3CRET@proxy:1080", "must start with http:// or https://."],
    ["S3CRET://proxy", "must start with http:// or https://."],
    ["http://ann:S3CRET@", "does not end in a valid host and port."],
    ["http://ann:S3CRET@proxy:S3CRET", "does not end in a valid host and port."],
    ["http://ann:S3CRET@pro xy:3128", "does not end in a valid host and port."],
    ["http://ann:S3CRET/proxy:3128", "does not end in a valid host and port."],
    ["ann:S3CRET@proxy:99999", "does not end in a valid host and port."],
  ] as const)
    it(`O8 with the address ${JSON.stringify(address)} is refused in a sentence with its setting`, async () => {
      const set = await failureOf(clientBehind({ proxy: address }).invokeAgent({}));
      assert.deepEqual(
        [set.kind, set.message],
        ["network", `The proxy address in http.proxy ${about}`],
      );
      process.env["http_proxy"] = address;
      const inherited = await failureOf(clientBehind({}).invokeAgent({}));
      assert.equal(inherited.message, `The proxy address in http_proxy ${about}`);
    });

  it("O8 takes the proxy from the environment", async () => {
    const { server } = await hubOf("hub.test");
    const proxy = await startProxy(server);
    process.env["HTTPS_PROXY"] = proxy.origin;
    assert.equal((await clientBehind({}).invokeAgent({})).value.output, "Fine.");
    assert.equal(proxy.seen.length, 1);
  });

  it("O8 is asked with the login that its address has now", async () => {
    const { server } = await hubOf("hub.test");
    const proxy = await startProxy(server);
    const client = clientBehind({});
    for (const login of ["one", "two"]) {
      process.env["HTTPS_PROXY"] = proxy.origin.replace("//", `//${login}:x@`);
      await client.invokeAgent({});
    }
    assert.deepEqual(
      proxy.seen.map(({ headers }) => headers["proxy-authorization"]),
      [`Basic ${btoa("one:x")}`, `Basic ${btoa("two:x")}`],
    );
  });

  it("O8 R5 does not loosen TLS within the tunnel", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const { server } = await hubOf("other.test");
      const proxy = await startProxy(server);
      const error = await failureOf(clientBehind({ proxy: proxy.origin }).invokeAgent({}));
      assert.equal(error.kind, "tls");
      assert.match(error.message, /hub\.test belongs to another host/);
      assert.deepEqual(server.requests, []);
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
  });

  it("O8 R5 is asked over TLS where its address says so, and only by its own name", async () => {
    const { server } = await hubOf("hub.test");
    const own = await startProxy(server, 200, makeCertificate({ issuer: authority }));
    assert.equal((await clientBehind({ proxy: own.origin }).invokeAgent({})).value.output, "Fine.");
    assert.equal(own.seen.length, 1);

    const certificate = makeCertificate({ issuer: authority, hosts: ["hub.test"] });
    const foreign = await startProxy(server, 200, certificate);
    const error = await failureOf(clientBehind({ proxy: foreign.origin }).invokeAgent({}));
    assert.equal(error.kind, "tls");
    assert.ok(error.message.includes(`the proxy ${new URL(foreign.origin).host}`), error.message);
    assert.deepEqual(foreign.seen, []);
  });

  it("O8 is still passed through by what waits when the door is retired", async () => {
    const retired = Promise.withResolvers<void>();
    const { server } = await fixture({
      tls: makeCertificate({ issuer: authority, hosts: ["hub.test"] }),
      // Closes after each answer, so that the next question needs its own tunnel.
      answer: ({ socket }) =>
        void retired.promise.then(() =>
          socket.end(rawJson(answer, { head: ["Connection: close"] })),
        ),
    });
    const proxy = await startProxy(server);
    const send = createSend({ proxy: proxy.origin }, () => undefined);
    const { client } = clientOf("https://hub.test", { send });
    const answers = Array.from({ length: 12 }, () => client.invokeAgent({}));
    await until("eight are on their way", () => server.sockets.length === 8);
    const retiring = send.retire();
    retired.resolve();
    const [outcomes] = await Promise.all([Promise.all(answers), retiring]);
    assert.deepEqual(
      outcomes.map(({ value }) => value.output),
      answers.map(() => "Fine."),
    );
  });

  for (const [status, about] of [
    [407, "requires a user name and a password."],
    [502, "refused the connection with status 502."],
  ] as const) {
    it(`O8 that answers ${status} is named`, async () => {
      const { server } = await hubOf("hub.test");
      const proxy = await startProxy(server, status);
      const error = await failureOf(clientBehind({ proxy: proxy.origin }).invokeAgent({}));
      assert.equal(error.kind, "network");
      assert.equal(error.message, `The proxy ${new URL(proxy.origin).host} ${about}`);
    });
  }

  for (const [what, tls, scheme, expected] of [
    ["speaks no TLS where its address says so", undefined, "https", ["tls", /secure connection/]],
    ["has a certificate of its own making", makeCertificate({}), "https", ["tls", /secure/]],
    ["speaks TLS where its address does not", makeCertificate({}), "http", ["network", /proxy/]],
    ["speaks something else", undefined, "http", ["network", /answer as a proxy does/]],
  ] as const)
    it(`O8 R5 that ${what} is named, and not the hub`, async () => {
      const { server: proxy } = await fixture({
        ...(tls && { tls }),
        connected: (socket) => void socket.write("220 mail.example ESMTP\r\n"),
      });
      const host = new URL(proxy.origin).host;
      const error = await failureOf(
        clientBehind({ proxy: `${scheme}://ann:secret@${host}` }).invokeAgent({}),
      );
      assert.equal(error.kind, expected[0]);
      assert.match(error.message, expected[1]);
      assert.ok(error.message.includes(`proxy ${host}`), error.message);
      assert.doesNotMatch(error.message, /hub\.test|secret/);
    });

  it("O8 that is dead is named, without its password", async () => {
    const { server } = await fixture({});
    await closeAll();
    const proxy = `http://user:secret@127.0.0.1:${server.port}`;
    const error = await failureOf(clientBehind({ proxy }).invokeAgent({}));
    assert.deepEqual(
      [error.kind, error.message],
      ["network", `The proxy 127.0.0.1:${server.port} refused the connection.`],
    );
  });

  for (const [how, close] of Object.entries({
    ends: (socket: net.Socket) => socket.end(),
    resets: (socket: net.Socket) => socket.resetAndDestroy(),
  }))
    it(`O8 that ${how} the connection in place of an answer is named, and asked once`, async () => {
      const { server: proxy } = await fixture(({ socket }) => void close(socket));
      const { host } = new URL(proxy.origin);
      const error = await failureOf(clientBehind({ proxy: proxy.origin }).invokeAgent({}));
      assert.equal(error.kind, "network");
      assert.match(
        error.message,
        how === "ends" ? new RegExp(`^The proxy ${host} ended`) : /ended/,
      );
      assert.equal(error.details.mayHaveRun, undefined);
      assert.equal(proxy.requests.length, 1);
    });

  it("O8 waits one deadline for a proxy that hangs", async () => {
    const { server } = await fixture({});
    const { client } = clientOf("https://hub.test", {
      send: createSend({ proxy: server.origin }, () => undefined),
      timeoutSeconds: () => 0.2,
    });
    assert.equal((await failureOf(client.invokeAgent({}))).kind, "timeout");
  });

  it("O8 never sees plain http of this computer", async () => {
    const { server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const proxy = await startProxy(server);
    for (const name of variables.slice(0, 4)) process.env[name] = proxy.origin;
    const { client } = clientOf(server.origin, {
      send: createSend({ proxy: proxy.origin }, () => undefined),
    });
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
    assert.deepEqual(proxy.seen, []);
  });

  for (const [entry, url, proxied] of [
    ["hub.test", "https://hub.test", false],
    ["HUB.test", "https://hub.test", false],
    ["hub.test", "https://a.hub.test", false],
    [".hub.test", "https://a.hub.test", false],
    ["*.hub.test", "https://a.hub.test", false],
    ["*", "https://a.hub.test", false],
    ["a, hub.test", "https://hub.test", false],
    ["hub.test:443", "https://hub.test", false],
    ["hub.test:8443", "https://hub.test:8443", false],
    ["[::1]", "https://[::1]", false],
    ["::1", "https://[::1]", false],
    ["::1", "https://[::1]:1", false],
    ["[::1]:8443", "https://[::1]:8443", false],
    ["[::1]:8443", "https://[::1]", true],
    ["::443", "https://[::443]", false],
    ["10.0.0.0/8", "https://10.1.2.3", false],
    ["10.0.0.0/8", "https://10.1.2.3:8443", false],
    ["10.0.0.0/8", "https://[::ffff:10.1.2.3]", false],
    ["10.1.2.3/8", "https://10.200.0.1", false],
    ["10.0.0.0/8:8443", "https://10.1.2.3:8443", false],
    ["10.0.0.0/8:8443", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.0.0.1", true],
    ["10.0.0.0/8", "https://10.example", true],
    ["192.168.1.128/25", "https://192.168.1.127", true],
    ["192.168.1.128/25", "https://192.168.1.129", false],
    ["0.0.0.0/0", "https://8.8.8.8", false],
    ["10.0.0.0/33", "https://10.0.0.0", true],
    ["10.0.0.0/", "https://10.0.0.0", false],
    ["10.0.0.0/x", "https://10.0.0.0", true],
    ["10.0.0.1", "https://0x0a000001", false],
    ["0.0.1", "https://10.0.0.1", true],
    ["fd00::/8", "https://[fd12:3456::1]", false],
    ["[fd00::]/8", "https://[fd12:3456::1]", false],
    ["[fd00::/8]", "https://[fd12:3456::1]", false],
    ["FD00::/8", "https://[fe80::1]", true],
    ["2001:db8::/32", "https://10.0.0.1", true],
    ["0:0:0:0:0:0:0:1", "https://[::1]", false],
    ["192.168.1.*", "https://192.168.1.9", false],
    ["192.168.*", "https://192.168.1.9", false],
    ["192.168.*.9", "https://192.168.1.9", false],
    ["192.168.1.*:8443", "https://192.168.1.9", true],
    ["192.168.1.*", "https://192.168.10.9", true],
    ["192.168.1.*", "https://192.168.1.evil.test", true],
    ["10.*", "https://10.evil.test", true],
    ["*.corp", "https://hub.corp", false],
    [".corp", "https://hub.corp", false],
    ["hub-*.corp", "https://hub-7.corp", false],
    ["hub-*.corp", "https://hub.corp", true],
    ["*.corp", "https://hub.corp.evil.test", true],
    ["*hub*", "https://myhub.test", false],
    ["*:8443", "https://hub.test:8443", false],
    ["*:8443", "https://hub.test", true],
    ["<local>", "https://hub", false],
    ["<LOCAL>", "https://localhost", false],
    ["<local>", "https://127.0.0.1", false],
    ["<local>", "https://[::1]", false],
    ["<local>", "https://[2001:db8::1]", true],
    ["<local>", "https://hub.test", true],
    ["https://hub.test/", "https://hub.test", false],
    ["http://hub.test", "https://hub.test", true],
    ["bücher.test", "https://bücher.test", false],
    ["*.bücher.test", "https://a.xn--bcher-kva.test", false],
    ["a b;10.0.0.0/8", "https://10.1.2.3", false],
    ["(hub.test", "https://hub.test", true],
    ["hub.test:8443", "https://hub.test", true],
    ["hub.test", "https://evilhub.test", true],
    ["", "https://hub.test", true],
  ] as const) {
    it(`O8 ${proxied ? "is used" : "is left out"} for ${url} with noProxy ${JSON.stringify(entry)}`, () =>
      assert.equal(through(url, entry), proxied));
  }

  for (const [text, url, proxied] of [
    ["other hub.test", "https://hub.test", false],
    ["other,hub.test", "https://hub.test", false],
    ["other ,  HUB.test\t", "https://a.hub.test", false],
    ["hub.test.", "https://hub.test", false],
    ["hub.test", "https://hub.test.", false],
    ["127.0.0.1,localhost,10.0.0.0/8", "https://10.9.9.9", false],
    ["localhost 192.168.1.*", "https://192.168.1.2", false],
    ["localhost;[fd00::]/8", "https://[fd00::7]", false],
    ["other", "https://hub.test", true],
    [" , ", "https://hub.test", true],
  ] as const)
    for (const name of ["NO_PROXY", "no_proxy"])
      it(`O8 ${proxied ? "is used" : "is left out"} for ${url} with ${name}=${JSON.stringify(text)}`, () => {
        const env = { HTTPS_PROXY: "http://proxy:3128", [name]: text };
        assert.equal(proxyFor(new URL(url), {}, env) !== undefined, proxied);
      });

  it("O8 is the one that is named first: for https before http, in lower case before upper case", () => {
    const env: Record<string, string> = {
      HTTP_PROXY: "d:1",
      http_proxy: "c:1",
      HTTPS_PROXY: "b:1",
      https_proxy: "a:1",
    };
    for (const host of ["a:1", "b:1", "c:1", "d:1"]) {
      assert.equal(proxyFor(new URL("https://hub.test"), { proxy: "" }, env)?.host, host);
      delete env[Object.keys(env).at(-1)!];
    }
    assert.equal(proxyFor(new URL("https://hub.test"), {}, env), undefined);
  });

  it("O8 is left out by no_proxy in lower case before upper case", () => {
    const env = { https_proxy: "proxy:1", no_proxy: "other", NO_PROXY: "hub.test" };
    assert.ok(proxyFor(new URL("https://hub.test"), {}, env));
    assert.equal(proxyFor(new URL("https://hub.test"), {}, { ...env, no_proxy: "" }), undefined);
  });

  it("O8 of the settings comes before that of the environment", () => {
    const env = { HTTPS_PROXY: "environment:1", NO_PROXY: "hub.test" };
    const url = new URL("https://hub.test");
    assert.equal(
      proxyFor(url, {}, { HTTPS_PROXY: "environment:1" })?.origin,
      "http://environment:1",
    );
    assert.equal(proxyFor(url, { proxy: "http://settings:2" }, {})?.host, "settings:2");
    assert.equal(proxyFor(url, {}, env), undefined);
    assert.equal(proxyFor(url, { noProxy: [] }, env), undefined);
    assert.equal(proxyFor(url, { noProxy: ["other"] }, env)?.host, "environment:1");
    assert.throws(() => proxyFor(url, { proxy: "socks5://a:1" }, {}), /http:\/\/ or https:\/\//);
  });
});

function through(url: string, noProxy: string): boolean {
  const network = { proxy: "http://proxy:3128", noProxy: noProxy.split(",") };
  return proxyFor(new URL(url), network, {}) !== undefined;
}
