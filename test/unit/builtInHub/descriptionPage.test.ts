import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { description } from "../../../src/contract/conformity";
import { get, hubUnderTest, post } from "./hubUnderTest";

const page = "/api/v1/openapi.json";

describe("the description that the built-in hub serves", () => {
  const running = hubUnderTest();
  const statusWith = async (headers: Record<string, string>) => {
    const sent = httpRequest(running.hub.baseUrl + page, { headers });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it("is given without a key, and names this hub as its server", async () => {
    const response = await fetch(`${running.hub.baseUrl}${page}?format=json`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
    const served = (await response.json()) as { servers: { url: string }[] };
    assert.deepEqual(
      served.servers.map(({ url }) => new URL(url, response.url).origin),
      [running.hub.baseUrl],
    );
    assert.deepEqual({ ...served, servers: [] }, { ...description, servers: [] });
  });

  it("is refused to web pages and under a foreign host name, with or without the key", async () => {
    assert.equal(await statusWith({}), 200);
    assert.equal(await statusWith({ origin: "https://page.example" }), 403);
    assert.equal(await statusWith({ host: "rebound.example" }), 403);
    const response = await get(running.hub, page, { origin: "null" });
    assert.equal(response.status, 403);
  });

  it("is read by GET only, and at its own path only", async () => {
    assert.equal((await post(running.hub, page, {})).status, 405);
    assert.equal((await get(running.hub, `${page}/more`)).status, 404);
    assert.equal((await fetch(`${running.hub.baseUrl}/openapi.json`)).status, 401);
  });
});
