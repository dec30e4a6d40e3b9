import type { ModelAddress } from "../../contract/builtInHubApi";
import { webAddress } from "../../contract/webAddress";

/** Reads an address as a user types it; throws an error whose message says what is wrong with it. */
export function modelAddress(typed: string): ModelAddress {
  const { origin, host, pathname } = webAddress(typed);
  const path = pathname.replace(/\/+$/, "").replace(/\/chat\/completions$|\/models$/, "");
  return { base: `${origin}${path === "" ? "/v1" : path}`, origin, host };
}
