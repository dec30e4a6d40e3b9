const dated: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet",
};

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

const others =
  /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|ERR_OSSL|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|EPROTO$|PROXY_TLS$)/;

/** Why no secure connection could be established, in words; `undefined` if TLS did not fail. */
export function tlsSentence(code: string, host: string): string | undefined {
  const date = dated[code];
  if (date) return `The certificate of ${host} ${date} according to this computer's clock.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    return `The certificate of ${host} belongs to another host.`;
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return `The certificate of ${host} is self-signed and cannot be trusted.${remedy}`;
  }
  if (untrusted.has(code)) {
    return `The certificate of ${host} comes from an authority that this computer does not trust.${remedy}`;
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return `${host} does not use TLS at this address.`;
  }
  return others.test(code)
    ? `Could not establish a secure connection to ${host} (${code}).`
    : undefined;
}

const remedy =
  " Trusted authorities come from the system and from the file named in NODE_EXTRA_CA_CERTS.";
