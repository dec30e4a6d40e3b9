import assert from "node:assert/strict";
import { textOfBytes } from "../../../src/contract/text";

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const swapped = (text: string): Buffer => utf16(text).swap16();

describe("the text of a file", () => {
  it("is read from UTF-8, with and without a mark, and with a replacement character of its own", () => {
    for (const text of ["", "plain", "naïve 中文 👩", "before \uFFFD after", "a \u0001 b"])
      assert.equal(textOfBytes(Buffer.from(text)), text);
    assert.equal(textOfBytes(Buffer.from("\uFEFFmarked")), "marked");
  });

  it("is read from UTF-16, with and without a mark", () => {
    const text = "const größe = 1;\r\n";
    for (const bytes of [
      utf16(text),
      swapped(text),
      utf16(`\uFEFF${text}`),
      swapped(`\uFEFF${text}`),
    ])
      assert.equal(textOfBytes(bytes), text);
    assert.equal(textOfBytes(utf16("\uFEFF中文")), "中文");
  });

  it("is read from Windows-1252", () => {
    assert.equal(
      textOfBytes(Buffer.from("caf\xe9 \x93quoted\x94 \x80 5\n", "latin1")),
      "café “quoted” € 5\n",
    );
  });

  it("is none in what has zeros, control characters or bytes without a meaning", () => {
    for (const bytes of ["a\0b", "\x89PNG\r\n\x1a\n", "caf\xe9 \x01", "\x81\xe9", "\xff\xfea"])
      assert.equal(textOfBytes(Buffer.from(bytes, "latin1")), undefined, JSON.stringify(bytes));
  });
});
