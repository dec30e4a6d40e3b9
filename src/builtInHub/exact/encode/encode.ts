import { t } from "../../../kit/l10n";
import { fence, paragraphs } from "../../markdown";
import { withOwnTimeLimit } from "../../tools/timeLimit";
import type { ExactAbility } from "../exactAbility";
import { encodeRequest } from "./encodeRequest";

const milliseconds = 1000;
const verbs = { encode: "encoded", decode: "decoded", hash: "hashed" };

export const encode: ExactAbility = {
  id: 33,
  name: () => t("Encode and decode"),
  text: () =>
    t(
      "Encodes and decodes base64, URL, HTML and hexadecimal text, computes MD5 and SHA hashes, and decodes JSON web tokens without checking them.",
    ),
  examples: [
    { question: 'base64 encode "hello world"', answer: "aGVsbG8gd29ybGQ=" },
    { question: "base64 decode aGVsbG8gd29ybGQ=", answer: "hello world" },
    { question: 'url encode "a b&c"', answer: "a%20b%26c" },
    { question: "html decode &copy;", answer: "©" },
    { question: "hex encode hi", answer: "6869" },
    {
      question: "sha256 of abc",
      answer: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    },
    { question: "decode jwt eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", answer: '"sub": "1"' },
  ],
  read: (question) => {
    const request = encodeRequest(question);
    if (!request || "refusal" in request) return request;
    return {
      answer: async () => {
        const { codedTexts } = await import("./codecs");
        try {
          const results = withOwnTimeLimit(milliseconds, () => codedTexts(request));
          const parts = results.map(({ opening, text, language, note }) => {
            const block = fence(text, language ?? "text");
            if (text === "") return "The result is empty.";
            return paragraphs(opening, block, note);
          });
          return paragraphs(...parts);
        } catch (error) {
          return `This cannot be ${verbs[request.act]}. ${(error as Error).message}`;
        }
      },
    };
  },
};
