import assert from "node:assert/strict";
import { BuiltInHub } from "../../../../src/app/connection/builtInHub";
import { startBuiltInHub } from "../../../../src/builtInHub/index";
import { atEnd, clientOf, closeAll } from "../../hub/hubStage";

describe("the built-in hub", () => {
  afterEach(closeAll);

  it("is started anew after it was stopped", async () => {
    const hub = new BuiltInHub({ load: async () => startBuiltInHub, folders: () => [] });
    atEnd(() => hub.stop());
    await hub.start();
    await hub.stop();
    assert.equal(hub.isRunning, false);
    const { baseUrl } = await hub.start();
    const { client } = clientOf(baseUrl, { key: () => hub.key });
    assert.ok((await client.getUser()).name);
  });
});
