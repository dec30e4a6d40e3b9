/** The base address of an OpenAI-compatible server, and the origin that its key belongs to. */
export interface ModelAddress {
  /** Without a slash at the end: `http://127.0.0.1:11434/v1`. */
  readonly base: string;
  readonly origin: string;
  /** As shown to the user: `127.0.0.1:11434`. */
  readonly host: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads an address as a user types it; throws an error whose message says what is wrong with it. */
export function modelAddress(typed: string): ModelAddress {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || url.hostname === "") throw new Error("This is not a web address.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new Error("The address must begin with https:// or http://.");
  if (url.protocol === "http:" && !loopback.test(url.hostname))
    throw new Error("http is for this computer only: use https for any other.");
  if (url.username !== "" || url.password !== "")
    throw new Error("The address must not contain a name or a password.");
  if (/[?#]/.test(url.href)) throw new Error("The address must not contain ? or #.");
  const path = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$|\/models$/, "");
  return { base: `${url.origin}${path === "" ? "/v1" : path}`, origin: url.origin, host: url.host };
}
