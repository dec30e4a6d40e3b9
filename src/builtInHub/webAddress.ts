const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a service as a user types it: https, or http on this computer, and no more than a
 * path. Throws an error whose message says what is wrong with it.
 */
export function webAddress(typed: string): URL {
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
  return url;
}
