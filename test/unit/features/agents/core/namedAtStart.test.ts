import assert from "node:assert/strict";
import { namedAtStart } from "../../../../../src/features/agents/core/namedExpert";

const names = ["Text", "Text Desk", "Über-Prüfer", "C++ Reader", "İzmir Λόγος", " "];

describe("a name at the beginning of a message", () => {
  const found: Record<string, [named: string, rest: string]> = {
    "text desk: shorten this": ["Text Desk", "shorten this"],
    "  Text, and more": ["Text", "and more"],
    "TEXT\nline": ["Text", "line"],
    "über-prüfer": ["Über-Prüfer", ""],
    "i̇zmir λόγοσ: why?": ["İzmir Λόγος", "why?"],
    "C++ Reader what?": ["C++ Reader", "what?"],
    "2006 why?": ["2006", "why?"],
    "2006: why?": ["2006", "why?"],
  };
  for (const [message, [named, rest]] of Object.entries(found))
    it(`is found in ${JSON.stringify(message)}`, () => {
      assert.deepEqual(namedAtStart(names, message), { named, rest });
    });

  for (const message of ["Textual analysis", "what is Text Desk?", "", "2006th question", "3.5 kg"])
    it(`is not found in ${JSON.stringify(message)}`, () => {
      assert.equal(namedAtStart(names, message), undefined);
    });
});
