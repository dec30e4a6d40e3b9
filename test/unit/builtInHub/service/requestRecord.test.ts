import assert from "node:assert/strict";
import type { RequestRecord } from "../../../../src/builtInHub/index";
import { startHubWithFaults, type HubWithFaults } from "../../../support/faults/hub";
import { until } from "../../../support/until";
import { withEchoModel } from "../../../support/echoModel";
import { get, key, post } from "../hubUnderTest";

describe("the records of requests", () => {
  const records: RequestRecord[] = [];
  const running = {} as { hub: HubWithFaults };
  const onRequest = (record: RequestRecord) => records.push(record);
  before(
    async () => void (running.hub = await startHubWithFaults({ key, onRequest, ...withEchoModel })),
  );
  after(() => running.hub.close());
  const recordOf = async (request: () => Promise<unknown>): Promise<RequestRecord> => {
    records.length = 0;
    await request();
    await until("a record", () => records.length > 0);
    assert.equal(records.length, 1);
    return records[0]!;
  };

  it("G12 say what was asked for and how it ended, and nothing of what was said", async () => {
    const body = {
      expert_id: 5,
      input_data: "SECRET-QUESTION",
      session_id: "SECRET-SESSION",
    };
    let answer = "";
    const record = await recordOf(async () => {
      answer = await (await post(running.hub, "/api/v1/invoke_agent", body)).text();
    });
    const { time, milliseconds, ...rest } = record;
    assert.deepEqual(rest, {
      client: "127.0.0.1",
      method: "POST",
      endpoint: "invoke_agent",
      expert: 5,
      status: 200,
      outcome: "answered",
      requestBytes: Buffer.byteLength(JSON.stringify(body)),
      answerBytes: Buffer.byteLength(answer),
    });
    assert.equal(new Date(time).toISOString(), time);
    assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0);
  });

  const refused: readonly (readonly [string, Record<string, string>, string | null, number])[] = [
    [`/api/v1/${key}?key=${key}`, {}, null, 404],
    [`/${key}`, { "svc-api-key": "WRONG-KEY" }, null, 401],
    [`/api/v1/get_user?key=${key}`, {}, "get_user", 400],
    [`/api/v1/get_expert/${key}`, {}, "get_expert", 400],
    ["/api/v1/openapi.json", { "svc-api-key": "" }, "openapi.json", 200],
  ];
  for (const [path, headers, endpoint, status] of refused) {
    it(`G12 hold no part of the path or the key for ${path.replaceAll(key, "KEY")}`, async () => {
      const record = await recordOf(async () =>
        (await get(running.hub, path, headers)).arrayBuffer(),
      );
      assert.deepEqual([record.endpoint, record.status], [endpoint, status]);
      const text = JSON.stringify(record);
      assert.ok(!text.includes(key) && !text.includes("WRONG-KEY"), text);
    });
  }

  it("tell that an answer broke off", async () => {
    const record = await recordOf(() =>
      assert.rejects(async () => (await get(running.hub, "/api/v1/get_expert/2002")).text()),
    );
    assert.deepEqual([record.status, record.outcome], [200, "left"]);
  });

  it("tell that a client left before its answer", async () => {
    const leaving = new AbortController();
    const record = await recordOf(async () => {
      const request = post(
        running.hub,
        "/api/v1/invoke_agent",
        { expert_id: 2005 },
        leaving.signal,
      );
      const ended = assert.rejects(request);
      await until("it arrived", () =>
        running.hub.journal().some(({ body }) => body?.includes("2005")),
      );
      leaving.abort();
      await ended;
    });
    assert.deepEqual(
      [record.endpoint, record.expert, record.status, record.outcome],
      ["invoke_agent", 2005, null, "left"],
    );
  });
});
