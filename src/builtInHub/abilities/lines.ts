import { count, fence, paragraphs } from "../reading/markdown";
import type { Question } from "../reading/question";
import { bare, quotedIn } from "../reading/request";
import { inTime, type Ability } from "./ability";
import { changes, characters, separatorIn } from "./lineChanges";

const isChange = (words: string) => changes.some(({ asked }) => asked.test(words));
const commands =
  /^(?:sort|reverse|trim|strip|join|split|align|number|remove|delete|dedup\w*|unique|uniq|wrap|surround|enclose|put|quote|prefix|prepend|suffix|append|add|alphabeti[sz]e|replace|change|one|each|to|into|as|write|format|make|turn|convert|list)\b/i;
const counting =
  /^(?:count|word ?count|character ?count|line ?count)\b|\b(?:how many|number of) (?:lines|words|characters|chars|bytes|letters)\b|\blength of\b|\bhow long is (?:this|the) (?:text|string|line|list)\b/i;
const things =
  /\b(?:lines?|words?|characters?|list|items?|entries|these|them|strings?|text|rows|imports)\b/i;

export const lines: Ability = {
  id: 41,
  name: "Lines",
  text: "Sorts, reverses, numbers, trims, joins, splits, wraps or aligns the lines of a selection, removes duplicates and blank lines, or counts. Several at once are done in that order.",
  example: "sort unique:\npear\napple\npear",
  suits(question) {
    const words = bare(question.words);
    const asks = counting.test(words) || (commands.test(words) && isChange(words));
    if (!asks || isAboutCode(words)) return "none";
    if (/\bsplit\b/i.test(words) && separatorIn(words) === undefined && !/\blines?\b/i.test(words))
      return question.isAttached ? "likely" : "none";
    if (question.isAttached || textOf(question) !== undefined) return "certain";
    return things.test(words) || commands.exec(words)?.[0] === words ? "clear" : "none";
  },
  answer(question, { isBrief }) {
    const source = textOf(question);
    if (source === undefined)
      return "Select the lines, or write them below the request, such as `sort:`.";
    return inTime(() => {
      const text = source.replace(/\r\n/g, "\n").replace(/\n$/, "");
      return isChange(question.words) ? changed(text, question, isBrief) : counts(text, isBrief);
    });
  },
};

function isAboutCode(words: string): boolean {
  return /\b(?:function|class|method|code|algorithm|component|module|in (?:python|javascript|typescript|java|go|rust|c|bash|sql|ruby|php))\b/i.test(
    words,
  );
}

/** The attached text, a quoted one where it is counted, or what the previous answer gave. */
function textOf(question: Question): string | undefined {
  const { isAttached, text, words, previous } = question;
  if (isAttached || (words === "" && text.trim().includes("\n"))) return text;
  const quoted = quotedIn(words);
  const isText = counting.test(words) || /\breverse\b/i.test(words);
  return (isText ? quoted : undefined) ?? previous;
}

function changed(text: string, { words, language }: Question, isBrief: boolean): string {
  const before = text.split("\n");
  let after: readonly string[] = before;
  const done: string[] = [];
  for (const change of changes.filter(({ asked }) => asked.test(words))) {
    after = change.apply(after, words);
    done.push(change.done(words));
  }
  const block = fence(after.join("\n"), language || "text");
  if (isBrief) return block;
  const now = after.length === before.length ? "" : ` Now ${after.length}:`;
  return paragraphs(
    `${count(before.length, "line")}: ${done.join(", ")}${now === "" ? ":" : `.${now}`}`,
    block,
  );
}

function counts(text: string, isBrief: boolean): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
  const shown = fence(
    [
      `lines       ${text === "" ? 0 : text.split("\n").length}`,
      `words       ${words.length}`,
      `characters  ${characters(text).length}`,
      `bytes       ${Buffer.byteLength(text)}`,
    ].join("\n"),
    "text",
  );
  return isBrief ? shown : paragraphs("Counted in the text (bytes as UTF-8):", shown);
}
