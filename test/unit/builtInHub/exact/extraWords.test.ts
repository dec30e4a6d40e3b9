import assert from "node:assert/strict";
import fc from "fast-check";
import { exactAbilities, exactReading } from "../../../../src/builtInHub/exact/exactAbilities";
import { attach } from "../hubUnderTest";
import { inputOf } from "./hubAnswers";
import { now } from "./readings";
import { sized } from "../../../support/testSize";

const examples = exactAbilities.flatMap((ability) => ability.examples);
const extra = fc.constantFrom(
  ..."exactly quickly twice roughly only without except weekly unused deleted blue customers yesterday's however".split(
    " ",
  ),
);
const isAnswered = (input: string): boolean => {
  const found = exactReading(input, now);
  return found !== undefined && "answer" in found.reading;
};

describe("a grammar that accounts for every word", () => {
  it("X2 refuses a form with one random extra word, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        extra,
        fc.nat(),
        ({ attached, ...example }, word, place) => {
          // A colon divides the words from the text; a quotation and an expression are literal.
          fc.pre(!/[:"/{]/.test(example.question));
          const words = example.question.split(" ");
          const at = place % (words.length + 1);
          const question = words.toSpliced(at, 0, word).join(" ");
          const input = inputOf({
            ...example,
            question,
            ...(attached !== undefined && { attached }),
          });
          assert.equal(isAnswered(input), false, input);
        },
      ),
      { numRuns: sized(700, 2000) },
    );
  });

  it("X2 refuses a form with a second sentence", () => {
    for (const example of examples)
      for (const sentence of [
        " and then explain it",
        ". Why?",
        " in one line",
        ", but only for admins",
      ]) {
        const input = inputOf({ ...example, question: `${example.question}${sentence}` });
        if (!/[:{]/.test(example.question)) assert.equal(isAnswered(input), false, input);
      }
  });

  it("X2 refuses a form without attachment when a text is attached, and code for one that takes text", () => {
    for (const { question, attached } of examples) {
      if (attached === undefined && !/[:"{]/.test(question))
        assert.equal(isAnswered(attach(question, "some text")), false, question);
      if (attached !== undefined && !/^\/|^where/.test(question))
        assert.equal(isAnswered(attach(question, attached, "typescript")), false, question);
    }
  });

  it("X2 refuses random text that is no form", () => {
    const words =
      "the a cart is in to of user price count total line code make new list error 3 12 at".split(
        " ",
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 9 }), (chosen) => {
        const input = chosen.join(" ");
        // "3 in to in" means inches, and is a form.
        fc.pre(!/^(a|3|12|3 12) in (a )?(in|to) (a )?in$/.test(input));
        assert.equal(isAnswered(input), false, input);
      }),
      { numRuns: sized(700, 2000) },
    );
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isAnswered(`Why ${text} now`)));
  });
});
