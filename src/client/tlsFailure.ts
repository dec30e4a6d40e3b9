import { t } from "../kit/l10n";

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

const others =
  /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|ERR_OSSL|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|EPROTO$)/;

/** Why no secure connection could be established, in words; `undefined` if TLS did not fail. */
export function tlsSentence(code: string, host: string): string | undefined {
  if (code === "CERT_HAS_EXPIRED")
    return t("The certificate of {0} has expired according to this computer's clock.", host);
  if (code === "CERT_NOT_YET_VALID")
    return t("The certificate of {0} is not valid yet according to this computer's clock.", host);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    return t("The certificate of {0} belongs to another host.", host);
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return `${t("The certificate of {0} is self-signed and cannot be trusted.", host)} ${remedy()}`;
  }
  if (untrusted.has(code)) {
    return `${t("The certificate of {0} comes from an authority that this computer does not trust.", host)} ${remedy()}`;
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return t("{0} does not use TLS at this address.", host);
  }
  return others.test(code)
    ? t("Could not establish a secure connection to {0} ({1}).", host, code)
    : undefined;
}

const remedy = (): string =>
  t("Trusted authorities come from the system and from the file named in NODE_EXTRA_CA_CERTS.");
