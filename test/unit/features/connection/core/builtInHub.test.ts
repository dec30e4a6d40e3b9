import assert from "node:assert/strict";
import { BuiltInHub } from "../../../../../src/features/connection/core/builtInHub";
import type {
  BuiltInHubModule,
  BuiltInHubOptions,
} from "../../../../../src/contract/builtInHubApi";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { atEnd, clientOf, closeAll } from "../../../client/hubFixture";

describe("the built-in hub", () => {
  afterEach(closeAll);

  it("is started anew after it was stopped", async () => {
    let closed = 0;
    const startBuiltInHub: BuiltInHubModule["startBuiltInHub"] = async (options) => {
      const running = await builtInHub.startBuiltInHub(options);
      const close = async () => {
        await running.close();
        closed++;
      };
      return { ...running, close };
    };
    const load = async () => ({ ...builtInHub, startBuiltInHub });
    const hub = new BuiltInHub({ load, folders: () => [] });
    atEnd(() => hub.stop());
    await hub.start();
    await hub.stop();
    assert.deepEqual([hub.isRunning, closed], [false, 1]);
    const { baseUrl } = await hub.start();
    const { client } = clientOf(baseUrl, { key: () => hub.key });
    assert.ok((await client.getUser()).name);
  });

  it("C6 does not go on where the window closes before or while it starts", async () => {
    for (const isStarting of [false, true]) {
      let isListening = false;
      const startBuiltInHub: BuiltInHubModule["startBuiltInHub"] = async (options) => {
        const running = await builtInHub.startBuiltInHub(options);
        isListening = true;
        const close = async () => {
          isListening = false;
          await running.close();
        };
        return { ...running, close };
      };
      const hub = new BuiltInHub({
        load: async () => ({ ...builtInHub, startBuiltInHub }),
        folders: () => [],
      });
      let changes = 0;
      hub.onDidChange(() => changes++);
      const starting = isStarting ? hub.start() : undefined;
      hub.dispose();
      await (starting ?? hub.start());
      assert.equal(isListening, false);
      assert.equal(changes, 0);
    }
  });

  it("gets the folders, files, models and times of the moment, and its key", async () => {
    const given: BuiltInHubOptions[] = [];
    const parts = {
      folders: () => [],
      exclude: () => ["*.secret"],
      searchAddress: () => "",
      send: createSend({}, () => undefined),
      models: () => [],
      deadlineMs: () => 7,
    };
    const startBuiltInHub: BuiltInHubModule["startBuiltInHub"] = (options) => {
      given.push(options);
      return builtInHub.startBuiltInHub(options);
    };
    const hub = new BuiltInHub({
      load: async () => ({ ...builtInHub, startBuiltInHub }),
      ...parts,
    });
    atEnd(() => hub.stop());
    await hub.start();
    assert.deepEqual(given, [{ ...parts, key: hub.key }]);
  });

  it("tells when it starts, stops, or cannot start", async () => {
    let isBroken = true;
    const hub = new BuiltInHub({
      load: async () => {
        if (isBroken) throw new Error("no free port");
        return builtInHub;
      },
      folders: () => [],
    });
    atEnd(async () => hub.dispose());
    const running: boolean[] = [];
    hub.onDidChange(() => running.push(hub.isRunning));
    await assert.rejects(hub.start(), /no free port/);
    isBroken = false;
    const [one, other] = await Promise.all([hub.start(), hub.start()]);
    assert.equal(one, other);
    await hub.stop();
    await hub.stop();
    assert.deepEqual(running, [false, true, false]);
  });
});
