import assert from "node:assert/strict";
import fc from "fast-check";
import { endpoint, parseBaseUrl } from "../../../src/contract/address";
import { retryAfterSeconds } from "../../../src/contract/serverWait";
import { valueOf } from "../client/records";

describe("any address at all", () => {
  const segment = fc.stringMatching(/^[\w.~%!$&'()*+,;=:@-]{1,12}$/);
  const paths = fc.array(fc.oneof(segment, fc.constantFrom("..", ".", "%2e%2e", "")));

  it("O5 O6 every endpoint is below its base, at its origin, with no slash doubled", () => {
    const hosts = fc.oneof(fc.domain(), fc.ipV4(), fc.constant("[::1]"));
    let accepted = 0;
    fc.assert(
      fc.property(
        hosts,
        fc.option(fc.integer({ min: 1, max: 65_535 })),
        paths,
        fc.nat(Number.MAX_SAFE_INTEGER),
        (host, port, path, id) => {
          const typed = `https://${host}${port === null ? "" : `:${port}`}/${path.join("/")}`;
          const address = valueOf(() => parseBaseUrl(typed));
          if (address === undefined) return;
          accepted++;
          const url = endpoint(address.base, `/api/v1/get_expert/${id}`);
          assert.equal(url.origin, new URL(typed).origin);
          assert.equal(url.origin, address.origin);
          assert.equal(url.href, `${address.base}/api/v1/get_expert/${id}`);
          assert.doesNotMatch(url.pathname, /\/\//);
          assert.equal(url.search + url.hash + url.username + url.password, "");
        },
      ),
    );
    assert.ok(accepted > 50, `${accepted} of 100 are addresses`);
  });

  it("O4 any text is an address that is safe, or refused in words", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.webUrl({ validSchemes: ["https"] }),
      fc
        .tuple(fc.constantFrom("http:", "https:", "file:", "HTTPS:"), fc.string())
        .map(([scheme, rest]) => `${scheme}//${rest}`),
    );
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(texts, (text) => {
        const address = valueOf(() => parseBaseUrl(text));
        if (address === undefined) {
          refused++;
          return;
        }
        accepted++;
        const url = new URL(address.base);
        const isLocal = /^(?:127\..*|\[::1\]|localhost)$/.test(url.hostname);
        assert.ok(url.protocol === "https:" || (url.protocol === "http:" && isLocal));
        assert.equal(url.search + url.hash + url.username + url.password, "");
      }),
      { numRuns: 200 },
    );
    assert.ok(accepted > 10 && refused > 10, `${accepted} are addresses, ${refused} are none`);
  });
});

describe("any Retry-After at all", () => {
  const now = Date.UTC(2026, 0, 1);

  it("M15 is whole seconds from 0 up, or nothing", () => {
    const headers = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.constantFrom("-1", "1e9", "0x10", " 5", "5 ", "١", "9".repeat(30)),
      fc.array(fc.string()),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(headers, (header) => {
        const seconds = retryAfterSeconds({ "retry-after": header }, now);
        if (seconds !== undefined) assert.ok(Number.isSafeInteger(seconds) && seconds >= 0);
      }),
    );
  });

  it("M15 is what the hub wrote, as digits and as a date", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        assert.equal(retryAfterSeconds({ "retry-after": String(seconds) }, now), seconds);
        const date = new Date(now + seconds * 1000).toUTCString();
        assert.equal(retryAfterSeconds({ "retry-after": date }, now), seconds);
      }),
    );
  });
});
