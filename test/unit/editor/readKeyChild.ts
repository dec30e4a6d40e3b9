// Prints whether a key is in the memory of this process while it was just read, and a while after.
import { setTimeout as sleep } from "node:timers/promises";
import { Keychain } from "../../../src/editor/adapters/keychain";
import { isInMemory } from "./keyInMemory";
import { TestSecrets } from "./secretStorage";

const secrets = new TestSecrets();
const keys = new Keychain(secrets);

/** The storage makes the key anew each time, as one in another process does. */
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
