import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { encode } from "../../../../../src/builtInHub/exact/encode/encode";
import { answerTo, blockIn, type Attached } from "../asking";

const ask = (words: string, attached?: Attached | string) => answerTo(encode, words, attached);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const part = (value: string) => Buffer.from(value).toString("base64url");
const token = `${part('{"alg":"none"}')}.${part('{"sub":9007199254740993123,"exp":1767225600}')}.`;

/** Each form in spellings that people use; `§` is the text in them. */
const forms: readonly { text: string; result: string; spellings: string[] }[] = [
  {
    text: "hello",
    result: "aGVsbG8=",
    spellings: [
      "base64 encode §",
      "Base64 encode §",
      "base64-encode §",
      "base64encode §",
      "b64 encode §",
      "base-64 encode §",
      "encode § in base64",
      "encode § as base64",
      "encode § to base64",
      "convert § to base64",
      "§ to base64",
      "base64 of §",
      "base64 encoding of §",
    ],
  },
  {
    text: "aGVsbG8=",
    result: "hello",
    spellings: [
      "base64 decode §",
      "Base64 Decode §",
      "base64-decode §",
      "b64 decode §",
      "decode base64 §",
      "decode § from base64",
      "decode § as base64",
      "decode this base64 string §",
      "decode the base64 value §",
      "convert § from base64",
      "convert base64 § to text",
    ],
  },
  {
    text: "é/ä",
    result: "%C3%A9%2F%C3%A4",
    spellings: [
      "url encode §",
      "URL encode §",
      "url-encode §",
      "urlencode §",
      "uri encode §",
      "percent encode §",
      "percent-encode §",
      "encode § as url",
      "§ to url encoding",
      "percent encoding of §",
      "encode § with percent encoding",
      "uri component encode §",
    ],
  },
  {
    text: "a%20b%2Bc",
    result: "a b+c",
    spellings: [
      "url decode §",
      "URL decode §",
      "url-decode §",
      "urldecode §",
      "uri decode §",
      "percent decode §",
      "percent-decode §",
      "decode url §",
      "decode this url string §",
      "decode § from url",
    ],
  },
  {
    text: "<a&b>",
    result: "&lt;a&amp;b&gt;",
    spellings: [
      "html encode §",
      "HTML encode §",
      "html-encode §",
      "html escape §",
      "html-escape §",
      "escape html §",
      "encode § as html entities",
      "encode § as html",
      "encode html entities §",
      "convert § to html entities",
    ],
  },
  {
    text: "&lt;&copy;&#233;",
    result: "<©é",
    spellings: [
      "html decode §",
      "HTML decode §",
      "html-decode §",
      "html unescape §",
      "unescape html §",
      "decode html §",
      "decode html entities §",
      "decode § from html",
      "unescape the html string §",
    ],
  },
  {
    text: "hé",
    result: "68c3a9",
    spellings: [
      "hex encode §",
      "Hex encode §",
      "hex-encode §",
      "hexencode §",
      "hexadecimal encode §",
      "encode § as hex",
      "encode § in hex",
      "encode § to hexadecimal",
      "encode hex §",
      "hexadecimal-encode §",
    ],
  },
  {
    text: "68c3a9",
    result: "hé",
    spellings: [
      "hex decode §",
      "Hex decode §",
      "hex-decode §",
      "hexdecode §",
      "decode hex §",
      "decode this hex §",
      "decode § from hex",
      "decode § as hexadecimal",
      "convert § from hex",
      "convert hex § to text",
    ],
  },
  {
    text: "hello",
    result: sha256("hello"),
    spellings: [
      "sha256 of §",
      "SHA256 of §",
      "sha-256 of §",
      "SHA 256 of §",
      "sha256 §",
      "sha256 hash of §",
      "the sha256 of §",
      "compute the sha256 of §",
      "calculate sha256 of §",
      "hash § with sha256",
      "hash § using SHA-256",
      "§ to sha256",
      "sha256 checksum of §",
    ],
  },
  {
    text: "hello",
    result: createHash("md5").update("hello").digest("hex"),
    spellings: ["md5 of §", "md5 §", "MD5 hash of §", "md5sum of §", "hash § with md5"],
  },
  {
    text: token,
    result:
      '{\n  "header": {\n    "alg": "none"\n  },\n  "payload": {\n    "sub": 9007199254740993123,\n    "exp": 1767225600\n  }\n}',
    spellings: [
      "decode jwt §",
      "decode JWT §",
      "decode this jwt §",
      "decode the jwt §",
      "decode jwt token §",
      "decode this JWT token §",
      "decode json web token §",
      "jwt decode §",
      "decode § as a jwt",
      "decode jwt Bearer §",
    ],
  },
];

describe("encoding without a model", () => {
  for (const { text, result, spellings } of forms) {
    const [first = ""] = spellings;
    it(`X1 answers ${first.replace("§", "…")} in every spelling, of a word, a quotation and an attachment`, async () => {
      for (const words of spellings) {
        assert.equal(blockIn(await ask(words.replace("§", () => text))), result, words);
        if (words.includes("Bearer")) continue;
        assert.equal(blockIn(await ask(words.replace("§", () => `"${text}"`))), result, words);
        assert.equal(blockIn(await ask(words.replace("§", "this text"), text)), result, words);
      }
    });

    it(`X2 refuses ${first.replace("§", "…")} with one more word`, async () => {
      const extra = fc.constantFrom(
        ..."twice uppercase fox carefully only UTF-16 bytes quickly salt reversed first,".split(
          " ",
        ),
        "and reverse it",
        "with salt x",
        "in uppercase",
        "please also",
      );
      const property = fc.asyncProperty(
        fc.constantFrom(...spellings),
        extra,
        fc.nat(9),
        async (form, word, at) => {
          const rows = form.split(" ");
          const longer = rows
            .toSpliced(at % (rows.length + 1), 0, word)
            .join(" ")
            .replace("§", () => text);
          assert.equal(await ask(longer), undefined, longer);
        },
      );
      await fc.assert(property, { numRuns: 60 });
    });
  }

  it("X1 gives the answers of its own table", async () => {
    for (const { question, answer } of encode.examples)
      assert.ok((await ask(question))?.includes(answer), question);
  });

  it("X1 takes a text literally, to the last space", async () => {
    for (const text of [
      "the quick brown fox",
      " pad ",
      "don't",
      "a  b",
      "please",
      "this",
      "",
      "\ttab",
      "x?",
      "日本 👩‍👩‍👧",
    ]) {
      assert.equal(blockIn(await ask(`sha256 of "${text}"`)), sha256(text), text);
      assert.equal(
        blockIn(await ask("sha256 of this", { text, isCode: true })),
        sha256(text),
        text,
      );
    }
    assert.equal(blockIn(await ask("sha256:", "of the cat")), sha256("of the cat"));
  });

  it("X2 refuses words without quotation marks, and words that mean something else", async () => {
    for (const words of [
      "base64 encode the quick brown fox",
      "sha256 of the cat",
      "sha256 of file",
      "sha256 of this",
      "base64 encode",
      "encode hello",
      "decode aGVsbG8=",
      "base64 hello",
      "hex to base64",
      "base64 to hex",
      "image to base64",
      "rgb(255, 99, 71) to hex",
      "rgb(255,99,71) to hex",
      "255 to hex",
      "hex of 255",
      "hex encode 255",
      "#ff6347 to hex",
      "tomato to hex",
      'sha256 of "a" and "b"',
      'sha256 of "a',
      "sha256 of «hello»",
      "sha256 of hello,",
      "html to text",
      "html of page",
      "url of github",
      "github to url",
      "title from html",
      "sha256 algorithm",
      "generate sha256 function",
      "create md5 hash function",
      "hello to hex",
    ])
      assert.equal(await ask(words), undefined, words);
    assert.equal(await ask("sha256 of hello", "another text"), undefined);
    assert.equal(await ask('sha256 of "hello"', { text: "x", isCode: true }), undefined);
  });

  it("X2 refuses to take another meaning of HTML, URL or hex for an encoding", async () => {
    const words = [
      "to html",
      "convert this to html",
      "turn this into html",
      "as html",
      "to a url",
      "to url",
    ];
    for (const each of words) assert.equal(await ask(each, "# Title"), undefined, each);
    for (const text of ["255", "10 20", "#fff", "rgb(1, 2, 3)", "red", "0xff", "-1"])
      assert.equal(await ask("to hex", text), undefined, text);
  });

  it("X1 turns an attached base64 text to text", async () => {
    assert.equal(blockIn(await ask("convert this base64 to text", "aGVsbG8=")), "hello");
    assert.equal(blockIn(await ask("base64 to text", "aGVsbG8=")), "hello");
  });

  it("X2 refuses a text in quotation marks that may not belong to it", async () => {
    assert.match(
      (await ask("sha256", '"hello"')) ?? "",
      /^Put the text without its quotation marks/,
    );
    const block = { text: '"hello"', language: "text" };
    assert.equal(blockIn(await ask("sha256", block)), sha256('"hello"'));
  });

  it("X2 refuses a mark that may end the sentence or the text", async () => {
    for (const words of ["sha256 of hello.", "base64 encode hello!"])
      assert.match((await ask(words)) ?? "", /^Put the text in quotation marks/);
    assert.equal(blockIn(await ask('sha256 of "hello."')), sha256("hello."));
  });

  it("X2 refuses endless words at once", async () => {
    const started = performance.now();
    assert.equal(await ask(`base64 encode ${" ".repeat(100_000)}x`), undefined);
    assert.ok(performance.now() - started < 500);
  });

  it("X2 asks whether the name or the content of a file is meant", async () => {
    for (const name of ["package.json", "src/index.ts", ".env", "Makefile", "./a", "index.d.ts"]) {
      assert.equal(
        await ask(`sha256 of ${name}`),
        `\`sha256 of "${name}"\` is about the name; for the file, attach it and write \`sha256 of this\`.`,
      );
    }
    assert.equal(blockIn(await ask('sha256 of "package.json"')), sha256("package.json"));
  });

  it("X3 brings any text there and back", async () => {
    const property = fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      for (const name of ["base64", "url", "hex"]) {
        const answer = await ask(`${name} encode this`, { text, language: "text" });
        // A number has another hexadecimal form.
        if (answer === undefined) return assert.match(text, /[\d#]/);
        const coded = blockIn(answer);
        if (!text.isWellFormed()) return assert.equal(coded, "");
        if (text === "") continue;
        const back = (await ask(`${name} decode this`, coded)) ?? "";
        const isNoted = /its bytes: `([\da-f]+)`/.exec(back)?.[1];
        const held = isNoted === undefined ? blockIn(back) : Buffer.from(isNoted, "hex").toString();
        assert.equal(back.includes("ends with a line break") ? `${held}\n` : held, text);
      }
      return undefined;
    });
    await fc.assert(property, { numRuns: 150 });
  });

  const wrong: readonly [string, string, RegExp][] = [
    ["base64 decode this", "aGVsbG8", /hello/],
    ["base64 decode this", "aGVs\nbG8=", /hello/],
    ["base64 decode this", "_-8=", /2 bytes of no UTF-8 text[^]*ffef/],
    ["base64 decode this", "aGVsbG8*", /cannot be decoded/],
    ["base64 decode this", "aGVsb", /cannot be decoded/],
    ["base64 decode this", "aGVsbG9=", /cannot be decoded/],
    ["base64 decode this", "aGVsbG8==", /cannot be decoded/],
    ["base64 decode this", "data:text/plain;base64,aGVsbG8=", /cannot be decoded/],
    ["hex decode this", "68 65 6C:6c-6f", /hello/],
    ["hex decode this", "0x68 0x65", /he/],
    ["hex decode this", "686", /cannot be decoded/],
    ["hex decode this", "6 8 6 5", /cannot be decoded/],
    ["url decode this", "100%", /cannot be decoded/],
    ["url decode this", "%ff", /cannot be decoded/],
    ["url decode this", "a+b", /a space[^]*\na b\n[^]*a plus[^]*\na\+b\n/],
    ["url encode this", "\ud800", /cannot be encoded/],
    ["decode jwt", "a.b", /cannot be decoded/],
    ["decode jwt", "a.b.c.d.e", /cannot be decoded/],
    ["decode jwt", token, /`exp` is 2026-01-01T00:00:00\.000Z/],
    ["decode jwt", `Bearer ${token}`, /signature was not checked/],
  ];
  for (const [words, attached, expected] of wrong)
    it(`X3 is right about ${words} of ${JSON.stringify(attached.slice(0, 40))}`, async () => {
      assert.match((await ask(words, attached)) ?? "", expected);
    });
});
