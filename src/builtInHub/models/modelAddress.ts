import { webAddress } from "../../contract/webAddress";

/** The base address of an OpenAI-compatible server, and the origin that its key belongs to. */
export interface ModelAddress {
  /** Without a slash at the end: `http://127.0.0.1:11434/v1`. */
  readonly base: string;
  readonly origin: string;
  /** As shown to the user: `127.0.0.1:11434`. */
  readonly host: string;
}

/** Reads an address as a user types it; throws an error whose message says what is wrong with it. */
export function modelAddress(typed: string): ModelAddress {
  const { origin, host, pathname } = webAddress(typed);
  const path = pathname.replace(/\/+$/, "").replace(/\/chat\/completions$|\/models$/, "");
  return { base: `${origin}${path === "" ? "/v1" : path}`, origin, host };
}
