// Prints whether a key is in the memory of this process just after it was read, and a while later.
import { setTimeout as sleep } from "node:timers/promises";
import { Keychain } from "../../../../src/platform/editor/keychain";
import { isInMemory } from "./keyInMemory";
import { TestSecrets } from "./secretStorage";

const secrets = new TestSecrets();
const keys = new Keychain(secrets);

/** The storage creates the key anew each time, like one in another process. */
secrets.get = () => {
  const key = ["KEY", "CANARY", Math.random().toString().slice(2)].join("-");
  return Promise.resolve(JSON.stringify({ origin: "https://hub.example", key }));
};

await keys.get("https://hub.example");
const during = await isInMemory();
await sleep(1_100);
const after = await isInMemory();
process.stdout.write(JSON.stringify({ during, after }));
keys.dispose();
