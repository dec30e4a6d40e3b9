import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { HubWithFaults } from "../../support/faults/faults";
import { startHubWithFaults } from "../../support/faults/hub";
import type { JournalEntry } from "../../support/faults/journal";
import { pause, until } from "../../support/until";
import { get, key, post } from "../builtInHub/hubUnderTest";

type Json = Record<string, unknown>;

describe("the built-in hub with faults on", () => {
  const running = {} as { hub: HubWithFaults };
  before(async () => void (running.hub = await startHubWithFaults({ key })));
  after(() => running.hub.close());

  const expert = (id: number, headers = {}) =>
    get(running.hub, `/api/v1/get_expert/${id}`, headers);
  const agent = (id: number, signal?: AbortSignal) =>
    post(running.hub, "/api/v1/invoke_agent", { expert_id: id, input_data: "1 + 1" }, signal);
  const both = (id: number) => Promise.all([expert(id), agent(id)]);

  const user = (name: string) => get(running.hub, "/api/v1/get_user", { "svc-api-key": name });
  const journalOf = (path: string): JournalEntry | undefined =>
    running.hub.journal().findLast((entry) => entry.path === path);

  for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503]) {
    it(`answers expert ${status} with that status and an Error body`, async () => {
      for (const response of await both(status)) {
        assert.equal(response.status, status);
        assert.equal(((await response.json()) as Json)["error"], status);
        assert.equal(response.headers.get("retry-after"), status === 429 ? "2" : null);
      }
    });
  }

  it("answers 2001 with an HTML page under 502", async () => {
    for (const response of await both(2001)) {
      assert.equal(response.status, 502);
      assert.equal(response.headers.get("content-type"), "text/html");
    }
  });

  it("cuts the JSON of 2002 off in the middle", async () => {
    for (const response of await both(2002)) {
      assert.equal(response.status, 200);
      await assert.rejects(response.json());
    }
  });

  it("answers 2003 with no body", async () => {
    for (const response of await both(2003)) {
      assert.equal(response.status, 200);
      assert.equal((await response.arrayBuffer()).byteLength, 0);
    }
  });

  it("redirects 2004 to another origin, which counts what arrives", async () => {
    const { redirectTarget } = running.hub;
    for (const response of await both(2004)) {
      assert.equal(response.status, 302);
      assert.ok(response.headers.get("location")?.startsWith(`${redirectTarget.baseUrl}/api/v1/`));
    }
    assert.notEqual(redirectTarget.baseUrl, running.hub.baseUrl);
    assert.deepEqual([redirectTarget.connections, redirectTarget.requests], [0, 0]);
    await (await fetch(redirectTarget.baseUrl)).arrayBuffer();
    assert.deepEqual([redirectTarget.connections, redirectTarget.requests], [1, 1]);
  });

  it("never answers 2005, and notes that the client left", async () => {
    const controller = new AbortController();
    const pending = assert.rejects(agent(2005, controller.signal));
    await pause(200);
    assert.equal(journalOf("/api/v1/invoke_agent")?.outcome, undefined);
    controller.abort();
    await pending;
    await until("it is noted", () => journalOf("/api/v1/invoke_agent")?.outcome === "left");
  });

  it("answers 2006 well after 6 seconds", async () => {
    const before = performance.now();
    const response = await agent(2006);
    assert.ok(performance.now() - before >= 5990);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as Json)["output"], "2");
  });

  it("sees that the client left 2006 before it would have answered", async () => {
    const controller = new AbortController();
    const pending = assert.rejects(agent(2006, controller.signal));
    await pause(100);
    controller.abort();
    await pending;
    await until("it is seen", () => journalOf("/api/v1/invoke_agent")?.outcome === "left", 5_000);
  });

  it("gives wrong types in every field for 2007", async () => {
    const [record, answer] = await both(2007);
    assert.equal(typeof ((await record.json()) as Json[])[0]?.["id"], "string");
    assert.equal(typeof ((await answer.json()) as Json)["output"], "object");
  });

  it("gives a bare expert for 2008, and an empty array for 2009", async () => {
    assert.equal(((await (await expert(2008)).json()) as Json)["id"], 2008);
    for (const response of await both(2009)) assert.deepEqual(await response.json(), []);
  });

  it("gives 5 MB of Markdown for 2010, whose record is sound", async () => {
    const [record, answer] = await both(2010);
    assert.equal(((await record.json()) as Json[])[0]?.["id"], 2010);
    const output = String(((await answer.json()) as Json)["output"]);
    assert.ok(output.length >= 5 * 1024 * 1024 && output.length < 5.1 * 1024 * 1024);
    assert.match(output, /The end of the very long answer\.\n$/);
  });

  it("gives the faulty answer also to a question that only a language model could answer", async () => {
    const question = { expert_id: 2010, input_data: "Tell me everything" };
    const answer = await post(running.hub, "/api/v1/invoke_agent", question);
    assert.match(String(((await answer.json()) as Json)["output"]), /^# A very long answer/);
    const marked = { expert_id: 2014, input_data: "Tell me everything" };
    const response = await post(running.hub, "/api/v1/invoke_agent", marked);
    assert.deepEqual([...(await response.bytes()).subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  });

  it("gives hostile Markdown for 2011 in every field of text", async () => {
    const [record, answer] = await both(2011);
    assert.match(String(((await record.json()) as Json[])[0]?.["name"]), /onerror/);
    const output = String(((await answer.json()) as Json)["output"]);
    for (const hostile of [
      "<script>",
      "javascript:",
      "command:",
      "![remote image](https://",
      "\u202E",
      "<iframe",
      "\u001B[",
    ]) {
      assert.ok(output.includes(hostile), hostile);
    }
  });

  it("resets the connection of 2012", async () => {
    await assert.rejects(expert(2012));
    await assert.rejects(agent(2012));
  });

  it("streams a gzip bomb of 600 MB for 2013 without holding it", async () => {
    const before = process.memoryUsage.rss();
    const sent = httpRequest(`${running.hub.baseUrl}/api/v1/get_expert/2013`, {
      headers: { "svc-api-key": key },
    });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    assert.equal(response.headers["content-encoding"], "gzip");
    const compressed = await buffer(response);
    // Equal members of a gzip file inflate equally.
    const header = compressed.toString("latin1", 0, 10);
    const members = compressed.toString("latin1").split(header).slice(1);
    const sizes = new Map<string, number>();
    for (const member of new Set(members))
      sizes.set(member, gunzipSync(Buffer.from(`${header}${member}`, "latin1")).length);
    const inflated = members.reduce((sum, member) => sum + sizes.get(member)!, 0);
    assert.ok(inflated > 600 * 1024 * 1024);
    assert.ok(compressed.length < 1024 * 1024);
    assert.ok(process.memoryUsage.rss() - before < 150 * 1024 * 1024);
  });

  it("puts a byte order mark and a wrong charset on 2014, ASCII behind it", async () => {
    for (const response of await both(2014)) {
      assert.equal(response.headers.get("content-type"), "application/json; charset=utf-16");
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
      assert.ok(bytes.subarray(3).every((byte) => byte < 0x80));
      JSON.parse(bytes.subarray(3).toString());
    }
  });

  it("answers 2015 with an Error body under 200", async () => {
    for (const response of await both(2015)) {
      assert.equal(response.status, 200);
      assert.deepEqual(Object.keys((await response.json()) as Json), ["error", "message"]);
    }
  });

  it("answers 2016 with 429 once for each endpoint, then well", async () => {
    for (const request of [() => expert(2016), () => agent(2016)]) {
      const first = await request();
      assert.equal(first.status, 429);
      assert.equal(first.headers.get("retry-after"), "1");
      for (let again = 0; again < 2; again += 1) assert.equal((await request()).status, 200);
    }
  });

  it("gives null in every optional field for 2017", async () => {
    const [record, answer] = await both(2017);
    const [{ id, ...fields } = {}] = (await record.json()) as Json[];
    assert.equal(id, 2017);
    assert.ok(
      Object.values(fields).length === 13 && Object.values(fields).every((value) => value === null),
    );
    const { output, ...rest } = (await answer.json()) as Json;
    assert.equal(typeof output, "string");
    assert.ok(Object.values(rest).every((value) => value === null));
  });

  it("gives another expert's record for 2018", async () => {
    assert.equal(((await (await expert(2018)).json()) as Json[])[0]?.["id"], 1);
  });

  it("has a crowd of working experts up to id 1000", async () => {
    const [record] = (await (await expert(778)).json()) as Json[];
    assert.deepEqual([record?.["id"], record?.["name"]], [778, "Workbench 778"]);
    assert.equal((await agent(778)).status, 200);
    assert.equal((await expert(1001)).status, 404);
  });

  it("still refuses a request that does not keep the description", async () => {
    const response = await post(running.hub, "/api/v1/invoke_agent", { expert_id: 500, more: 1 });
    assert.equal(response.status, 400);
  });

  it("gives get_user the fault that a key named fault-N asks for", async () => {
    assert.equal((await user("fault-401")).status, 401);
    assert.equal((await user("fault-2001")).status, 502);
    assert.equal((await user("fault-9999")).status, 200);
    assert.equal((await expert(1, { "svc-api-key": "fault-401" })).status, 401);
  });

  it("has canaries where a client must let nothing through", async () => {
    const text = await (await get(running.hub, "/api/v1/get_user")).text();
    const { canaries } = running.hub;
    for (const canary of Object.values(canaries)) assert.ok(text.includes(canary));
  });

  it("keeps a journal with the key masked", async () => {
    await (await agent(1)).text();
    assert.ok(!JSON.stringify(running.hub.journal()).includes(key));
    const entry = running.hub.journal().at(-1);
    assert.equal(entry?.method, "POST");
    assert.equal(entry.path, "/api/v1/invoke_agent");
    assert.equal(entry.headers["svc-api-key"], "••••");
    assert.deepEqual(JSON.parse(entry.body ?? ""), { expert_id: 1, input_data: "1 + 1" });
    await until("the answer has ended", () => entry.outcome !== undefined);
    assert.deepEqual([entry.status, entry.outcome], [200, "answered"]);
  });
});
