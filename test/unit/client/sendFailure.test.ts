import assert from "node:assert/strict";
import { inspect } from "node:util";
import { HubError } from "../../../src/contract/errors";
import { sendFailure } from "../../../src/client/sendFailure";

const hub = new URL("https://hub.example:8443/prefix");
const proxy = {
  setting: "HTTPS_PROXY",
  origin: "http://proxy.example:3128",
  host: "proxy.example:3128",
  authorization: undefined as string | undefined,
};

const coded = (code: string, message = "SECRET 10.0.0.1") =>
  Object.assign(new Error(message), { code });

const table: [code: string, kind: string, about: RegExp][] = [
  ["ENOTFOUND", "network", /^The name hub\.example:8443 could not be found\.$/],
  ["EAI_AGAIN", "network", /online/],
  ["ECONNREFUSED", "network", /^hub\.example:8443 refused/],
  ["EHOSTUNREACH", "network", /cannot be reached/],
  ["ENETUNREACH", "network", /cannot be reached/],
  ["UND_ERR_CONNECT_TIMEOUT", "network", /within 10 seconds/],
  ["ENETDOWN", "network", /^hub\.example:8443 cannot be reached\. Is this computer online\?$/],
  ["EADDRNOTAVAIL", "network", /^hub\.example:8443 cannot be reached\. Is this computer online\?$/],
  ["EACCES", "network", /does not allow a connection to hub\.example:8443\.$/],
  ["EPERM", "network", /does not allow a connection to hub\.example:8443\.$/],
  ["ETIMEDOUT", "network", /within 10 seconds/],
  ["ECONNRESET", "network", /ended early/],
  ["EPIPE", "network", /ended early/],
  ["UND_ERR_SOCKET", "network", /ended early/],
  ["UND_ERR_HEADERS_OVERFLOW", "bad-response", /head/],
  ["UND_ERR_DESTROYED", "cancelled", /cancelled/],
  ["UND_ERR_CLOSED", "cancelled", /cancelled/],
  ["CERT_HAS_EXPIRED", "tls", /has expired according to this computer's clock/],
  ["CERT_NOT_YET_VALID", "tls", /not valid yet according to this computer's clock/],
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "tls",
    /self-signed and cannot be trusted\..*NODE_EXTRA_CA_CERTS/,
  ],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", /does not trust/],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", /does not trust.*NODE_EXTRA_CA_CERTS/],
  ["UNABLE_TO_GET_ISSUER_CERT", "tls", /does not trust/],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls", /does not trust/],
  ["CERT_UNTRUSTED", "tls", /does not trust/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", /another host/],
  ["HOSTNAME_MISMATCH", "tls", /another host/],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "tls", /does not use TLS/],
  ["CRL_HAS_EXPIRED", "tls", /secure connection to hub\.example:8443 \(CRL_HAS_EXPIRED\)\.$/],
  ["ERR_OSSL_X", "tls", /Could not establish a secure connection/],
  ["INVALID_CA", "tls", /Could not establish a secure connection/],
  ["INVALID_PURPOSE", "tls", /Could not establish a secure connection/],
  ["PATH_LENGTH_EXCEEDED", "tls", /Could not establish a secure connection/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", /does not use TLS/],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "tls", /Could not establish a secure connection/],
  ["EPROTO", "tls", /Could not establish a secure connection/],
  ["CERT_REVOKED", "tls", /Could not establish a secure connection/],
];

const refused = (status: number, by = proxy) =>
  sendFailure(Object.assign(coded("PROXY_STATUS"), { status }), hub, by).message;

describe("a failure of the network", () => {
  for (const [code, kind, about] of table) {
    it(`M13 F5 ${code} is kind ${kind}, in words, and nothing else of it`, () => {
      const error = sendFailure(coded(code), hub, undefined);
      assert.equal(error.kind, kind);
      assert.match(error.message, about);
      assert.match(error.message, /^[A-Za-z].*[.?]$/);
      assert.doesNotMatch(inspect(error, { depth: 10 }), /SECRET|10\.0\.0\.1/);
    });
  }

  it("O8 is the proxy's where there is one", () => {
    for (const code of ["ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "PROXY_ENDED"]) {
      const error = sendFailure(coded(code), hub, proxy);
      assert.equal(error.kind, "network");
      assert.match(error.message, /[Tt]he proxy proxy\.example:3128/);
      assert.match(error.message, /^[A-Z]/);
      assert.doesNotMatch(error.message, /secret|hub\.example/);
    }
    assert.match(sendFailure(coded("PROXY_TLS"), hub, proxy).message, /proxy\.example/);
    assert.match(sendFailure(coded("CERT_HAS_EXPIRED"), hub, proxy).message, /hub\.example/);
  });

  it("O8 is a refusal with its status, or a request to log in", () => {
    assert.equal(refused(407), "The proxy proxy.example:3128 requires a user name and a password.");
    assert.equal(
      refused(407, { ...proxy, authorization: "Basic c2VjcmV0" }),
      "The proxy proxy.example:3128 did not accept the user name and the password in HTTPS_PROXY.",
    );
    assert.equal(
      refused(403),
      "The proxy proxy.example:3128 refused the connection with status 403.",
    );
  });

  it("finds a failure of the network below other errors", () => {
    const wrapped = new Error("outer", { cause: coded("ENOTFOUND") });
    assert.equal(sendFailure(wrapped, hub, undefined).kind, "network");
  });

  it("M20 is internal where it is no failure of the network", () => {
    for (const failure of [new TypeError("x is not a function"), "text", undefined, null]) {
      assert.equal(sendFailure(failure, hub, undefined).kind, "internal");
    }
  });

  it("is left alone where it is told already", () => {
    const told = new HubError("tls", "Told.");
    assert.equal(sendFailure(told, hub, undefined), told);
  });
});
