import assert from "node:assert/strict";
import { closeAll } from "../../hub/hubStage";
import { connected } from "../appStage";

describe("the connection", () => {
  afterEach(closeAll);

  it("P7 goes to the hub that another window chose, and gives the other one neither key nor question", async () => {
    const { connection, own, builtIn, builtInHub, store } = await connected();
    await (await connection.client()).getUser();
    const before = own.bytes;
    let changes = 0;
    connection.onDidChange(() => changes++);
    await store.set("useBuiltInHub", true);
    const { value } = await (await connection.client()).invokeAgent({ input_data: "secret" });
    assert.equal(value.output, "Fine.");
    assert.equal(own.bytes, before);
    assert.equal(changes, 1);
    assert.ok(builtIn.requests[0]?.includes(builtInHub.key));

    const there = builtIn.bytes;
    await store.set("useBuiltInHub", false);
    await (await connection.client()).getUser();
    assert.equal(builtIn.bytes, there);
    assert.match(own.requests.at(-1) ?? "", /svc-api-key: k\r\n/);
  });
});
