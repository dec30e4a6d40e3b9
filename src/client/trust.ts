import { constants } from "node:crypto";
import { readFileSync } from "node:fs";
import * as tls from "node:tls";

/** Strict TLS for every connection, regardless of the environment. */
export interface StrictTls {
  rejectUnauthorized: true;
  secureContext: tls.SecureContext;
}

/** Trusts what Node, the system and NODE_EXTRA_CA_CERTS trust. Slow: call once, when first needed. */
export function strictTls(): StrictTls {
  const known = [...tls.rootCertificates, ...systemAuthorities()];
  return { rejectUnauthorized: true, secureContext: contextOf(known, extraAuthorities()) };
}

function contextOf(known: string[], extra: string[]): tls.SecureContext {
  // Node's own list, regardless of NODE_OPTIONS.
  const strict = { minVersion: "TLSv1.2", ciphers: constants.defaultCoreCipherList } as const;
  try {
    return tls.createSecureContext({ ...strict, ca: [...known, ...extra] });
  } catch {
    // A broken file of extra authorities must not affect the others.
    return tls.createSecureContext({ ...strict, ca: known });
  }
}

function systemAuthorities(): string[] {
  try {
    return tls.getCACertificates("system");
  } catch {
    return [];
  }
}

/** Read here, because a host process may have started before Node could. */
function extraAuthorities(): string[] {
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    return [];
  }
}
