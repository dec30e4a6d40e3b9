// Prints whether a key is in the memory of this process while it is being stored, and after that has failed.
import { HubError } from "../../../../src/contract/errors";
import { Keychain } from "../../../../src/platform/editor/keychain";
import { isInMemory } from "./keyInMemory";
import { TestSecrets } from "./secretStorage";

const secrets = new TestSecrets();
const keys = new Keychain(secrets);
let during = false;
secrets.locked = async () => {
  during = await isInMemory();
  throw new Error("The keyring is read-only.");
};

async function attempt(): Promise<string> {
  const key = ["KEY", "CANARY", Math.random().toString().slice(2)].join("-");
  try {
    await keys.store("https://hub.example", key);
    return "kept";
  } catch (error) {
    return error instanceof HubError ? error.kind : "thrown";
  }
}

const kind = await attempt();
await new Promise((resolve) => setTimeout(resolve, 20));
const after = await isInMemory();
process.stdout.write(JSON.stringify({ during, after, kind }));
keys.dispose();
