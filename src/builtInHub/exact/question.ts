import type { AttachedText, ExactQuestion } from "./exactAbility";

const maxQuestionLength = 4000;
const before =
  /^(?:(?:please|kindly|hey|hi|hello|ok|okay)[,!]?|(?:can|could|would|will) you(?: please)?|i(?: would|'d) like you to)\s+(?=\S)/i;
const asking = /^(?:what(?:['’]?s| is| are)|how (?:much|long) is|tell me|give me)\s+(?=\S)/i;
const behind = /(?:[\s,]+(?:please|thanks|thank you)[.!]?)?\s*\?*\s*$/i;

/** Of a code block in Markdown. */
const openFence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;
const closes = (line: string, mark: string) =>
  line.startsWith(mark) && line === mark.charAt(0).repeat(line.length);

/** The ways to read an input: words alone, or words with one attached text. */
export function questionsIn(input: string, now: Date): ExactQuestion[] {
  const made = (words: string, attached?: AttachedText): ExactQuestion[] => {
    const bare = bareWords(words);
    if (bare.includes("\n") || bare.length > maxQuestionLength) return [];
    // A dot may end a sentence or a text.
    const variants = new Set([bare, bare.replace(/\s*\.$/, "")]);
    return [...variants].map((variant) => ({ words: variant, attached, now }));
  };
  // A carriage return belongs to the text.
  const lines = input.split("\n");
  const open = lines.findIndex((line) => openFence.test(line));
  const [, mark = "", language = ""] = openFence.exec(lines[open] ?? "") ?? [];
  const close = lines.findIndex((line, at) => at > open && closes(line.trim(), mark));
  if (mark !== "" && close !== -1) {
    const around = [lines.slice(0, open), lines.slice(close + 1)];
    const words = around.map((part) => part.join("\n").trim()).filter((part) => part !== "");
    const text = lines.slice(open + 1, close).join("\n");
    return words.length > 1 ? [] : made(words[0] ?? "", attachedFrom(text, language));
  }
  const [, words = "", text = ""] =
    /^\s*([^:\n]{1,200}?)\s*:(?:[ \t]+|[ \t]*\r?\n)([^]+)$/.exec(input) ?? [];
  const afterColon = text.trim() === "" ? [] : made(words, attachedFrom(text, ""));
  return [...made(input), ...afterColon];
}

function attachedFrom(text: string, language: string): AttachedText {
  const name = language.toLowerCase();
  return { text, language: name, isCode: !notCode.test(name) };
}

/** Languages of text and data, as editors and fences name them. */
const notCode =
  /^(?:|text|txt|plain|plaintext|log|markdown|md|csv|tsv|json|jsonc|json5|jsonl|yaml|yml|toml|ini|properties|dotenv|xml|html|diff|base64|jwt|url|regex)$/;

/** The words without polite phrases, "what is" before and the mark at the end. */
function bareWords(words: string): string {
  let text = words.trim();
  for (let last = ""; last !== text;) {
    last = text;
    text = text.replace(before, "");
  }
  text = text.replace(asking, "").replace(behind, "");
  // White space between quotation marks is part of a text.
  return /["'`“/\n]/.test(text) ? text : text.replace(/\s+/g, " ");
}
