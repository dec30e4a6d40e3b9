const commands = new Set(
  (
    "add align beautify calculate capitalize change check compact compute convert count csv decode dedupe deduplicate " +
    "delete encode escape evaluate explain extract find fix format hash indent join json lint list lowercase make match " +
    "minify normalize number one outline parse prettify pretty quote remove rename repair replace reverse round search shuffle " +
    "sort split sum surround test transform translate trim try turn unescape unique unquote uppercase validate wrap write"
  ).split(" "),
);
const openings = new Set(
  (
    "a align an analyse analyze are as average base64 binary camel can compare constant could describe diff dot do does epoch " +
    "from generate get given give here hex histogram how html in into is iso jwt kebab lower max md5 mean median merge min " +
    "pascal please regex regexp review rewrite say screaming sentence sha1 sha224 sha256 sha384 sha512 show snake " +
    "statistics stats summarise summarize table tell the these this timestamp title to token total try unix upper url use " +
    "what what's when which who why would yaml"
  ).split(" "),
);
const prose = /^[\p{L}\p{N}\s,.'"“”’`/()?+&=>#_-]+$/u;
const politeness = /^(?:(?:please|now|then|just|and|can you|could you|would you)\s+)+/i;
const courtesy = /\s*,?\s*(?:please|thanks|thank you)?\s*[.?!]*$/i;

/** Whether these words, which stand before a colon or JSON, ask for something. */
export function isRequest(words: string): boolean {
  const first = firstWord(words);
  return prose.test(words) && (commands.has(first) || openings.has(first));
}

/** Whether a line is a command such as `sort these lines`, and no code. */
export function startsWithCommand(line: string): boolean {
  return /^[\p{L}\p{N}\s,'"’`/_-]+$/u.test(line) && commands.has(firstWord(bare(line)));
}

/** The request without the polite phrases before it; what it says about a text stays as written. */
export function opened(words: string): string {
  return words.trim().replace(politeness, "");
}

/** The request without polite phrases and its last punctuation mark. */
export function bare(words: string): string {
  return opened(words).replace(courtesy, "");
}

function firstWord(words: string): string {
  return /^[\p{L}\p{N}']+/u.exec(words.trim().toLowerCase())?.[0] ?? "";
}

/** The text in quotation marks or backticks, if the words have exactly one. */
export function quotedIn(words: string): string | undefined {
  const found = [
    ...words.matchAll(/(?:^|[\s(])(?:"([^"]+)"|'([^']+)'|`([^`]+)`|“([^”]+)”)(?=$|[\s?.,;:!)])/g),
  ];
  if (found.length !== 1) return undefined;
  return found[0]?.slice(1).find((text) => text !== undefined);
}

/** The text itself if it is wholly in quotation marks or backticks, without them. */
export function unquoted(text: string): string {
  const inner = /^(?:"([^]*)"|'([^]*)'|`([^]*)`|“([^]*)”)$/.exec(text)?.slice(1);
  return inner?.find((part) => part !== undefined) ?? text;
}

const pointer =
  /^(?:(?:this|that|it|these|those|them|the|my|each|all|every|of|above|below|following|selected|given)\b\s*)+(?:[\w-]+\s*){0,3}$/i;

/** Whether words such as `this`, `the text` or `these lines` only point at a text. */
export function pointsAtText(phrase: string): boolean {
  const words = phrase.replace(/[\s.,:?!]+$/, "");
  const nouns =
    /^(?:text|string|strings|value|values|line|lines|list|selection|token|code|name|names|word|words|data|result|block|input|content|html|json|csv|yaml|url|jwt|base64|hex|blob|payload|column|numbers?|variable|identifiers?)?$/i;
  if (!pointer.test(words)) return nouns.test(words.trim());
  const rest = words.replace(
    /\b(?:this|that|it|these|those|them|the|my|each|all|every|of|above|below|following|selected|given)\b/gi,
    " ",
  );
  return rest.split(/\s+/).every((word) => nouns.test(word));
}

/** The attached text, one quoted or written in the words, or what the previous answer gave. */
export function subjectOf(
  question: { isAttached: boolean; text: string; words: string; previous?: string },
  written?: string,
): string | undefined {
  if (question.isAttached) return question.text;
  if (written !== undefined && !pointsAtText(written)) return unquoted(written);
  return quotedIn(question.words) ?? question.previous;
}
