import assert from "node:assert/strict";
import { inspect } from "node:util";
import { HubError } from "../../../src/hub/errors";
import { sendFailure } from "../../../src/hub/sendFailure";

const hub = new URL("https://hub.example:8443/prefix");
const proxy = new URL("http://user:secret@proxy.example:3128");

const coded = (code: string, message = "SECRET 10.0.0.1") =>
  Object.assign(new Error(message), { code });

const table: [code: string, kind: string, about: RegExp][] = [
  ["ENOTFOUND", "network", /^The name hub\.example:8443 could not be found\.$/],
  ["EAI_AGAIN", "network", /online/],
  ["ECONNREFUSED", "network", /^hub\.example:8443 refused/],
  ["EHOSTUNREACH", "network", /cannot be reached/],
  ["ENETUNREACH", "network", /cannot be reached/],
  ["UND_ERR_CONNECT_TIMEOUT", "network", /within 10 seconds/],
  ["ECONNRESET", "network", /ended early/],
  ["EPIPE", "network", /ended early/],
  ["UND_ERR_SOCKET", "network", /ended early/],
  ["UND_ERR_BODY_TIMEOUT", "timeout", /60 seconds/],
  ["UND_ERR_HEADERS_OVERFLOW", "bad-response", /head/],
  ["UND_ERR_DESTROYED", "cancelled", /cancelled/],
  ["CERT_HAS_EXPIRED", "tls", /has expired according to this computer's clock/],
  ["CERT_NOT_YET_VALID", "tls", /not valid yet according to this computer's clock/],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls", /self-signed/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", /does not trust/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", /another host/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", /does not use TLS/],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "tls", /Could not establish a secure connection/],
  ["EPROTO", "tls", /Could not establish a secure connection/],
  ["CERT_REVOKED", "tls", /Could not establish a secure connection/],
];

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
      assert.doesNotMatch(error.message, /secret|hub\.example/);
    }
    assert.match(sendFailure(coded("PROXY_TLS"), hub, proxy).message, /proxy\.example/);
    assert.match(sendFailure(coded("CERT_HAS_EXPIRED"), hub, proxy).message, /hub\.example/);
  });

  it("is found below other errors", () => {
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
