import type { SendOne } from "../../../../src/contract/send";
import { UserNetwork } from "../../../../src/client/userNetwork";

/** The way to the network without proxies, whatever the environment of the tests names. */
export const send: SendOne = new UserNetwork(
  () => ({ noProxy: ["*"] }),
  () => undefined,
).send;
