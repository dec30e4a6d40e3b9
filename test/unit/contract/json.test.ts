import assert from "node:assert/strict";
import fc from "fast-check";
import { essenceOf, isJsonType } from "../../../src/client/answer";
import { HubError } from "../../../src/contract/errors";
import { isTooDeep, parseJson } from "../../../src/contract/json";
import { KeyMask } from "../../../src/contract/secrets/keyMask";
import { keepsBudget, workedMs } from "../../support/machineSpeed";

const key = "KEY-CANARY/5f0c";
const parse = (text: string | Buffer) => parseJson(Buffer.from(text), new KeyMask(key));

function assertRefused(bytes: Buffer, about: string): void {
  assert.throws(
    () => parseJson(bytes, new KeyMask(key)),
    (error) => error instanceof HubError && error.kind === "bad-response",
    about,
  );
}

describe("JSON from a hub", () => {
  it("S9 may begin with one byte order mark", () => {
    assert.deepEqual(parse("\uFEFF[1]"), [1]);
    assertRefused(Buffer.from("\uFEFF\uFEFF[1]"), "two marks");
    assertRefused(Buffer.from("[1]", "utf16le"), "UTF-16");
  });

  it("S6 refuses blanks as JSON", () => {
    for (const text of ["", " ", "\r\n\t ", "\uFEFF"]) {
      assert.throws(() => parse(text), /The hub's answer is empty\./);
    }
  });

  it("S10 refuses JSON that is not valid UTF-8", () => {
    for (const bytes of ["80", "c3", "c080", "eda080", "f8888080", "ff", "f4908080"]) {
      assertRefused(
        Buffer.concat([Buffer.from('"'), Buffer.from(bytes, "hex"), Buffer.from('"')]),
        bytes,
      );
    }
  });

  const deep: Record<string, string> = {
    "100,000 deep": "[".repeat(100_000) + "]".repeat(100_000),
    "5,000,000 brackets": "[".repeat(5_000_000),
    "5,000,000 braces and names": '{"a":'.repeat(1_000_000),
    "deep below a free-form field": `[{"id":7,"apps":${"[".repeat(70)}${"]".repeat(70)}}]`,
    "deep at the end of a long text": `["${"x".repeat(5_000_000)}",${"[".repeat(64)}`,
  };
  for (const [name, text] of Object.entries(deep)) {
    it(`S12 is refused at once where it nests: ${name}`, async () => {
      const bytes = Buffer.from(text);
      await keepsBudget(() => workedMs(() => assertRefused(bytes, name)) / 100);
    });
  }

  it("S12 may nest 64 levels, and brackets in strings do not count", () => {
    assert.equal(isTooDeep(nested(64)), false);
    assert.equal(isTooDeep(nested(65)), true);
    const text = JSON.stringify([
      "[".repeat(100),
      '\\"[{'.repeat(100),
      "\\",
      { "[[": "{".repeat(70) },
    ]);
    assert.deepEqual(parse(text), JSON.parse(text));
    assert.equal(isTooDeep(Buffer.from("[]".repeat(100_000))), false);
  });

  it("S12 is measured as JSON.parse would nest it", () => {
    const layers = fc.array(fc.tuple(fc.boolean(), fc.string()), { maxLength: 80 });
    fc.assert(
      fc.property(layers, fc.jsonValue({ maxDepth: 0 }), (wraps, core) => {
        const value = wraps.reduce<unknown>(
          (inner, [list, text]) => (list ? [text, inner] : { [text]: inner }),
          core,
        );
        assert.equal(isTooDeep(Buffer.from(JSON.stringify(value))), wraps.length > 64);
      }),
    );
  });

  // The second one can be spelled in another way by its code points only.
  for (const secret of [key, "KEY-CANARY-5f0c"])
    it(`K14 shows the key ${secret} nowhere, however it is spelled`, () => {
      const spelled = [
        secret,
        secret.replace("/", "\\/"),
        secret.replaceAll("K", "\\u004b"),
        secret.replaceAll("5", "\\u0035"),
        secret.replaceAll("c", "\\u0063"),
        `a ${secret} b ${secret}`,
      ];
      for (const text of spelled) {
        const json = `{"output":"${text}","${text}":[{"log":["${text}"]}],"n":1,"z":null}`;
        const parsed = JSON.stringify(parseJson(Buffer.from(json), new KeyMask(secret)));
        assert.ok(!parsed.includes(secret), text);
        assert.ok(parsed.includes("••••"), text);
      }
    });

  it("K14 leaves an answer without the key as it is", () => {
    const value = { a: ["é", "\u00e9", null, 1, true, { "": "" }] };
    assert.deepEqual(parse('{"a":["é","\\u00e9",null,1,true,{"":""}]}'), value);
  });
});

describe("the type of an answer", () => {
  for (const type of [
    "application/json",
    "Application/JSON; charset=latin1",
    " application/problem+json ;x",
    "application/vnd.hub+json",
  ]) {
    it(`S8 is JSON: ${type}`, () => assert.ok(isJsonType(essenceOf(type))));
  }
  for (const type of [
    "",
    "text/html",
    "json",
    "application/json/x",
    "application/jsonx",
    "a b/x+json",
    "+json",
  ]) {
    it(`S8 is not JSON: ${JSON.stringify(type)}`, () => assert.ok(!isJsonType(essenceOf(type))));
  }
});

function nested(levels: number): Buffer {
  return Buffer.from("[".repeat(levels) + "]".repeat(levels));
}
