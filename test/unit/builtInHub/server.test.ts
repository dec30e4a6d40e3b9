import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import { startBuiltInHub } from "../../../src/builtInHub/index";
import { startHubWithFaults } from "../../support/faults/hub";
import { withEchoModel } from "../../support/echoModel";
import { get, hubUnderTest, key } from "./hubUnderTest";

interface ErrorBody {
  error: number;
  message: string;
}

async function refusal(response: Response): Promise<[number, string]> {
  const body = (await response.json()) as ErrorBody;
  assert.deepEqual(Object.keys(body), ["error", "message"]);
  assert.equal(body.error, response.status);
  return [response.status, body.message];
}

/** fetch does not allow setting Host. */
async function statusWith(
  baseUrl: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const sent = httpRequest(`${baseUrl}/api/v1/get_user`, {
    headers: { "svc-api-key": key, ...headers },
  });
  sent.end();
  const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

describe("the built-in hub's server", () => {
  const running = hubUnderTest(withEchoModel);
  const start: BuiltInHubModule["startBuiltInHub"] = startBuiltInHub;

  it("listens on 127.0.0.1 and tells its experts", () => {
    assert.match(running.hub.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(running.hub.expertIds, [5, 1]);
  });

  it("answers get_user with an array of one user", async () => {
    const response = await get(running.hub, "/api/v1/get_user");
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
    const [entry] = (await response.json()) as [{ user: { name: string } }];
    assert.equal(entry.user.name, "Local user");
    assert.doesNotMatch(JSON.stringify(entry), /true/, "nobody verified or agreed to anything");
  });

  for (const path of [
    "/api/v1/get_expert/5",
    "/api/v1/get_expert?id=5",
    "/api/v1/get_expert/?id=5",
    "/api/v1/get_expert/5?id=5",
  ]) {
    it(`answers ${path} with an array of that expert`, async () => {
      const experts = (await (await get(running.hub, path)).json()) as { id: number }[];
      assert.deepEqual(
        experts.map(({ id }) => id),
        [5],
      );
    });
  }

  it("refuses a missing and a wrong key before it looks at anything else", async () => {
    const paths = ["/api/v1/get_user", "/api/v1/nothing", "/api/v1/get_expert/x", "/_journal"];
    for (const path of paths) {
      for (const headers of [{}, { "svc-api-key": "" }, { "svc-api-key": `${key}x` }]) {
        const response = await fetch(running.hub.baseUrl + path, { headers });
        const [status, message] = await refusal(response);
        assert.equal(status, 401, path);
        assert.ok(!message.includes(key));
      }
    }
  });

  it("refuses requests of web pages, the key notwithstanding", async () => {
    const response = await get(running.hub, "/api/v1/get_user", { origin: "https://page.example" });
    assert.equal((await refusal(response))[0], 403);
    assert.equal(await statusWith(running.hub.baseUrl, { origin: "null" }), 403);
  });

  it("refuses a Host that is not the loopback address", async () => {
    for (const host of [
      "rebound.example",
      "rebound.example:80",
      "127.0.0.1.rebound.example",
      "10.0.0.1",
    ]) {
      assert.equal(await statusWith(running.hub.baseUrl, { host }), 403, host);
    }
    for (const host of ["localhost:1234", "127.0.0.1", "[::1]:80"]) {
      assert.equal(await statusWith(running.hub.baseUrl, { host }), 200, host);
    }
  });

  const refused: readonly (readonly [string, string, number, RegExp])[] = [
    ["GET", "/", 404, /nothing/],
    ["GET", "/_journal", 404, /nothing/],
    ["GET", "/api/v2/get_user", 404, /nothing/],
    ["GET", "/api/v1/get_user/1", 404, /nothing/],
    ["GET", "/api/v1/get_expert/1/2", 404, /nothing/],
    ["GET", "/api/v1/get_user?id=1", 400, /^id is not a parameter/],
    ["GET", "/api/v1/get_expert", 400, /^id is required/],
    ["GET", "/api/v1/get_expert/one", 400, /^id must be an integer/],
    ["GET", "/api/v1/get_expert/1.0", 400, /^id must be an integer/],
    ["GET", "/api/v1/get_expert/01", 400, /^id must be an integer/],
    ["GET", "/api/v1/get_expert/-1", 400, /^id must be an integer/],
    ["GET", "/api/v1/get_expert/1?id=5", 400, /^id is given more than once/],
    ["GET", "/api/v1/get_expert/9007199254740993", 400, /^id must be an integer/],
    ["GET", "/api/v1/get_expert/77", 404, /no expert 77/],
    ["GET", "/api/v1/get_expert/500", 404, /no expert 500/],
    ["DELETE", "/api/v1/get_user", 405, /takes GET/],
    ["PUT", "/api/v1/get_expert/1", 405, /takes GET/],
    ["GET", "/api/v1/invoke_agent", 405, /takes POST/],
    ["GET", "/api/v1/invoke_llm", 405, /takes POST/],
  ];
  for (const [method, path, status, message] of refused) {
    it(`answers ${method} ${path} with ${status}`, async () => {
      const response = await fetch(running.hub.baseUrl + path, {
        method,
        headers: { "svc-api-key": key },
      });
      const [given, text] = await refusal(response);
      assert.equal(given, status);
      assert.match(text, message);
    });
  }

  it("refuses a body on a GET", async () => {
    for (const framing of [{ "content-length": 2 }, { "transfer-encoding": "chunked" }]) {
      const sent = httpRequest(`${running.hub.baseUrl}/api/v1/get_user`, {
        headers: { "svc-api-key": key, ...framing },
      });
      sent.end("{}");
      const [response] = (await once(sent, "response")) as [
        { statusCode?: number; resume(): void },
      ];
      response.resume();
      assert.equal(response.statusCode, 400);
    }
  });

  const bodies: readonly (readonly [string, string, string | Uint8Array<ArrayBuffer>, number])[] = [
    ["text/plain", "another content type", "{}", 415],
    ["application/json; charset=utf-16", "another charset", "{}", 415],
    ["application/json", "broken JSON", '{"expert_id":', 400],
    ["application/json", "an empty body", "", 400],
    ["application/json", "an array", "[]", 400],
    ["application/json", "a byte order mark", '\uFEFF{"expert_id":5}', 400],
    ["application/json", "bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400],
    [
      "application/json",
      "a body over 10 MiB",
      `{"input_data":"${"a".repeat(10 * 1024 * 1024)}"}`,
      413,
    ],
  ];
  for (const [type, name, body, status] of bodies) {
    it(`refuses ${name} with ${status}`, async () => {
      const response = await fetch(`${running.hub.baseUrl}/api/v1/invoke_agent`, {
        method: "POST",
        headers: { "svc-api-key": key, "content-type": type },
        body,
      });
      assert.equal((await refusal(response))[0], status);
    });
  }

  it("refuses a body over 10 MiB that comes in chunks", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const body = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 12; sent += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const response = await fetch(`${running.hub.baseUrl}/api/v1/invoke_agent`, {
      method: "POST",
      headers: { "svc-api-key": key, "content-type": "application/json" },
      body,
      duplex: "half",
    });
    assert.equal((await refusal(response))[0], 413);
  });

  it("answers what is no HTTP with an Error body and closes", async () => {
    const socket = connect(Number(new URL(running.hub.baseUrl).port), "127.0.0.1");
    socket.end("HELO there\r\n\r\n");
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 400 [^]*"error":400/);
  });

  it("keeps a connection open for the next request", async () => {
    const response = await get(running.hub, "/api/v1/get_user");
    await response.arrayBuffer();
    assert.match(response.headers.get("connection") ?? "", /keep-alive/);
  });

  it("closes at once, idle and busy connections included", async () => {
    const hub = await startHubWithFaults({ key });
    await get(hub, "/api/v1/get_user").then((response) => response.arrayBuffer());
    const pending = assert.rejects(get(hub, "/api/v1/get_expert/2005"));
    await delay(50);
    await hub.close();
    await pending;
    await assert.rejects(fetch(hub.baseUrl));
  });

  it("says so where the port is taken", async () => {
    const port = Number(new URL(running.hub.baseUrl).port);
    await assert.rejects(startHubWithFaults({ key, port }), /EADDRINUSE/);
  });

  it("does not start without a key", async () => {
    await assert.rejects(start({ key: "" }), /needs a key/);
  });
});
