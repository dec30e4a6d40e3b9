import fc from "fast-check";
import { casesOf, readJson, sampled } from "./corpora";

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((each) => each.join(""));
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const some = (part: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(part, { maxLength }).map((each) => each.join(""));

const host = fc.oneof(
  often(3, fc.domain()),
  often(2, fc.ipV4()),
  fc.ipV4Extended(),
  fc.ipV6().map((address) => `[${address}]`),
  oneOf("localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.1", "0x7f.1"),
  oneOf("0177.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[::"),
  oneOf("bücher.example", "xn--bcher-kva.example", "ｅxample.com", "ex%41mple.com", "a%00b"),
  oneOf("", ".", "..", "a..b", "a b", "a<b", "a^b", "1.2.3.4.5", "256.0.0.1", "xn--", "a_b"),
);
const segment = fc.oneof(
  fc.webSegment(),
  oneOf(".", "..", "%2e", "%2E%2e", "\\", "//", "a b", "é", "%", "%zz", "\u{1F600}", ";", "@", ":"),
);

/** Texts that are web addresses, or nearly so. */
const webAddresses: readonly string[] = sampled(
  joined(
    oneOf("", "", "", "", " ", "\t", "\u00A0", "\u0000"),
    fc.oneof(
      often(6, oneOf("https:", "https:", "HTTPS:", "hTtPs:", "http:")),
      oneOf("ftp:", "file:", "ws:", "javascript:", "data:", "about:", "blob:https:", "", "1:", ":"),
    ),
    oneOf("//", "//", "//", "//", "//", "/", "", "///", "\\\\", "/\\", "/\t/"),
    fc.oneof(often(5, fc.constant("")), oneOf("user@", "user:secret@", ":@", "@", "a@b@", "%40@")),
    host,
    fc.oneof(
      often(5, fc.constant("")),
      oneOf(":443", ":80", ":8443", ":0", ":", ":65535", ":65536", ":-1", ":a", ":00443"),
    ),
    some(
      segment.map((text) => `/${text}`),
      4,
    ),
    fc.oneof(often(4, fc.constant("")), oneOf("?", "?a=1", "?a=%", "?é", "??", "?#")),
    fc.oneof(often(4, fc.constant("")), oneOf("#", "#a", "#\u0000", "##")),
    oneOf("", "", "", "", " ", "\n", "\u200B"),
  ),
  1500,
);

/** Those, and the addresses of the web platform tests. */
export function addresses(): readonly string[] {
  return casesOf(webAddresses, "wpt-url", (folder) =>
    (readJson(folder, "urltestdata.json") as ({ input: string } | string)[]).flatMap((entry) =>
      typeof entry === "string" ? [] : [entry.input],
    ),
  );
}
