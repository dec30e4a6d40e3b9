import type { SendOne } from "../../../../src/hub/send";
import { UserNetwork } from "../../../../src/hub/userNetwork";

/** The way to the network without proxies, whatever the environment of the tests names. */
export const send: SendOne = new UserNetwork(() => ({ noProxy: ["*"] })).send;
