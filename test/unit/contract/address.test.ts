import assert from "node:assert/strict";
import { endpoint, isId, isKey, parseBaseUrl } from "../../../src/contract/address";
import { lacksScheme } from "../../../src/contract/webAddress";
import { HubError } from "../../../src/contract/errors";
import { naughtyStrings } from "../client/corpora";
import { addresses } from "../client/grammars";

describe("the address of a hub", () => {
  const refused = [
    "",
    "http://hub.example",
    "ftp://hub.example",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
    "http:/",
    "/hub.example",
    "//hub.example",
    "two words",
    "hub.example:x",
    "user@hub.example",
    "hub.example?a=1",
    "https://user@hub.example",
    "https://user:secret@hub.example",
    "https://:secret@hub.example",
    "https://hub.example/?",
    "https://hub.example/?a=1",
    "https://hub.example/#",
    "https://hub.example/#a",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://[::2]",
    "http://0.0.0.0",
  ];
  for (const text of refused) {
    it(`O4 refuses ${JSON.stringify(text)} with a sentence`, () => {
      assert.throws(
        () => parseBaseUrl(text),
        (error) =>
          error instanceof HubError &&
          error.kind === "invalid-request" &&
          /^The base address .*\.$/.test(error.message) &&
          !error.message.includes("secret"),
      );
    });
  }

  for (const [text, origin] of [
    ["https://hub.example", "https://hub.example"],
    ["https://HUB.example:443/", "https://hub.example"],
    ["https://hub.example:8443/x", "https://hub.example:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["http://localhost", "http://localhost"],
    ["http://127.0.0.2", "http://127.0.0.2"],
    ["hub.example", "https://hub.example"],
    [" HUB.example/a ", "https://hub.example"],
    ["hub.example:8443", "https://hub.example:8443"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["10.0.0.1:8080", "https://10.0.0.1:8080"],
    ["localhost.evil.example", "https://localhost.evil.example"],
    ["localhost:8080", "http://localhost:8080"],
    ["LOCALHOST", "http://localhost"],
    ["127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["127.1:3000", "http://127.0.0.1:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
  ] as const) {
    it(`O4 binds ${text} to ${origin}`, () => assert.equal(parseBaseUrl(text).origin, origin));
  }

  it("O4 accepts of all web-platform URLs only what leads to a safe place", () => {
    const inputs = addresses();
    let accepted = 0;
    for (const input of inputs) {
      let parsed;
      try {
        parsed = parseBaseUrl(input);
      } catch (error) {
        assert.ok(error instanceof HubError);
        continue;
      }
      accepted++;
      const url = new URL(lacksScheme(input) ? parsed.base : input.trim());
      const local = /^(?:127\..*|\[::1\]|localhost)$/.test(url.hostname);
      assert.ok(url.protocol === "https:" || (url.protocol === "http:" && local), input);
      assert.equal(url.username + url.password + url.search + url.hash, "", input);
      assert.equal(parsed.origin, url.origin);
      assert.equal(endpoint(parsed.base, "/api/v1/get_user").origin, url.origin);
    }
    assert.ok(accepted > 100 && accepted < inputs.length / 2, `${accepted} of ${inputs.length}`);
  });

  for (const [text, url] of [
    ["https://hub.example", "https://hub.example/api/v1/get_user"],
    ["https://hub.example/", "https://hub.example/api/v1/get_user"],
    ["https://hub.example/a/b", "https://hub.example/a/b/api/v1/get_user"],
    ["https://hub.example/a/b/", "https://hub.example/a/b/api/v1/get_user"],
    ["https://hub.example//a//b//", "https://hub.example/a/b/api/v1/get_user"],
    ["https://hub.example/a%20b", "https://hub.example/a%20b/api/v1/get_user"],
  ] as const) {
    it(`O5 keeps the prefix of ${text} and doubles no slash`, () =>
      assert.equal(endpoint(parseBaseUrl(text).base, "/api/v1/get_user").href, url));
  }

  for (const id of [
    "../get_user",
    "1/../../x",
    "1?x=1",
    "1",
    Infinity,
    2 ** 53,
    -1,
    -0,
    1.5,
    null,
  ]) {
    it(`O6 takes ${JSON.stringify(id)} for no id`, () => assert.equal(isId(id), false));
  }

  it("O6 takes safe whole numbers from 0 up for ids", () => {
    assert.ok([0, 1, 1e3, Number.MAX_SAFE_INTEGER].every(isId));
  });
});

describe("a key", () => {
  it("K4 holds visible ASCII only", () => {
    assert.ok(isKey("aZ09!~-_./+="));
    for (const bad of ["", " a", "a b", "a\r\nb", "a\0", "ké", "a\u200B", "a\t", "a\u007F"]) {
      assert.equal(isKey(bad), false, JSON.stringify(bad));
    }
  });

  it("K4 takes no naughty string that would not fit into a header", () => {
    for (const text of naughtyStrings()) {
      const visible = text !== "" && [...text].every((char) => char >= "!" && char <= "~");
      assert.equal(isKey(text), visible, JSON.stringify(text));
    }
  });
});
