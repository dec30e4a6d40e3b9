import { cutAtWord } from "../../../kit/cut";
import { t } from "../../../kit/l10n";
import type { Question } from "./question";
import type { Turn } from "./turn";

const maxTitleLength = 80;
/** Characters of an answer among which its first words are. */
const maxAnswerLength = 4000;

/** What the user typed in VS Code's chat, which sends it among its own instructions. */
const typedInEditorChat = /<(prompt|userRequest)>([^]*?)<\/\1>/;

type Titled = Pick<Question, "typed" | "caller"> & {
  readonly attachments?: readonly { readonly label: string }[] | undefined;
};

/** The first line of a question with a word, or what it is about. */
export function titleOf(question: Titled): string {
  return cutAtWord(titleLine(question), maxTitleLength);
}

/** The title of a conversation that begins with this turn. */
export function titleOfTurn(turn: Pick<Turn, "question" | "result">): string {
  return cutAtWord(titleLineOf(turn), maxTitleLength);
}

/** The whole line that the title is made of: of a number or a path alone, the answer says more. */
export function titleLineOf({ question, result }: Pick<Turn, "question" | "result">): string {
  const isAnswered = result.state === "done";
  const soFar = result.state === "stopped" ? result.soFar : undefined;
  return titleLine(question, isAnswered ? result.received.value.output : soFar?.output);
}

function titleLine({ typed, attachments, caller }: Titled, answer = ""): string {
  const own = caller === "languageModel" ? typedInEditorChat.exec(typed)?.[2] : undefined;
  const text = (own ?? typed).trim();
  if (text === "") return attachments?.[0]?.label ?? t("Untitled");
  const lines = linesOf(text);
  const line =
    lines.find((one) => !one.startsWith(">") && hasWords(one)) ??
    lines.find(hasWords) ??
    linesOf(answer.slice(0, maxAnswerLength)).map(withoutMarkup).find(hasWords) ??
    text.split(/[\r\n]/)[0]!;
  return line
    .replace(/^(?:(?:#{1,6}|>|[-*+]) +)+(?=\S)/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Without blocks of code, unless there is nothing else. */
function linesOf(text: string): string[] {
  const prose = text.replace(/^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![^]))/gm, "");
  return (prose.trim() === "" ? text : prose).split(/[\r\n]+/).map((line) => line.trim());
}

/** What inline Markdown shows. */
const withoutMarkup = (line: string): string =>
  line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "");

const hasWords = (line: string): boolean =>
  line.split(/\s+/).some(isWord) || (!/\p{L}/u.test(line) && calculation.test(line));

/** Of one of these, a person knows what was asked. */
const calculation = /\p{N}\s*[-+*/^=<>×÷]+\s*[(\p{N}]/u;

/** No number, path or address. */
function isWord(token: string): boolean {
  const bare = token.replace(/^[^\p{L}\p{N}./\\~@]+|[^\p{L}\p{N}/\\]+$/gu, "");
  const isNumber = /^\p{N}/u.test(bare);
  const isPath = /[/\\]|\.[\p{L}\p{N}]+(?::\p{N}.*)?$/u.test(bare);
  return /\p{L}/u.test(bare) && !isNumber && !isPath;
}
