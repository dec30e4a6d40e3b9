import MarkdownIt from "markdown-it";
import { HubError } from "../../../contract/errors";
import { isTooDeep } from "../../../contract/json";
import { isRecord, parsedJson } from "../../../contract/record";
import type { AgentAnswer } from "../../../contract/types";
import { failureSentence } from "../../../platform/core/explain";
import { t } from "../../../kit/l10n";
import { Conversation } from "../../conversation/core/conversation";
import type { AttachedPicture } from "../../conversation/core/attachment";
import { omittedInWords } from "../../conversation/core/omitted";
import { hasSameContent } from "../../conversation/core/question";
import { toolSteps } from "../../conversation/core/reasoning";
import { maxLine, sourcesOf, type Source } from "../../conversation/core/sources";
import type { Change, SavedConversation, Turn } from "../../conversation/core/turn";
import {
  ChangeReader,
  encodeWhole,
  headOf,
  peek,
} from "../../conversation/core/conversationRecord";
import { fenced } from "../../../kit/fence";
import { withoutOrigin } from "./withoutPrivate";

// What one person writes must not change what follows it in a document.

const parsers = [new MarkdownIt({ html: true }), new MarkdownIt({ html: false })] as const;
type Parser = (typeof parsers)[0];

/** Text as typed: its lines are not headings of the document. */
function containedText(text: string): string {
  return closed(
    withHeadings(text, ({ lines }) =>
      lines.map((line) => line.replace(/^ {0,3}(?=[#=-])/, "$&\\")),
    ),
  );
}

/** Markdown for a second-level section: its own headings are at least of the third level. */
function containedMarkdown(markdown: string): string {
  return closed(
    withHeadings(markdown, ({ lines, depth, isUnderlined }) => {
      if (depth > 2) return lines;
      const words = (isUnderlined ? lines.slice(0, -1) : lines).map((line) => line.trim());
      return [`${"#".repeat(depth + 2)} ${words.join(" ").replace(/^#+(?=\s|$)\s*/, "")}`];
    }),
  );
}

interface Heading {
  readonly lines: string[];
  readonly depth: number;
  readonly isUnderlined: boolean;
}

/** The text with its headings replaced, except those in lists and quotations. */
function withHeadings(text: string, change: (heading: Heading) => string[]): string {
  // A replaced heading may now be text above a line that underlines it.
  let changed = text;
  for (let before; before !== changed;) {
    before = changed;
    changed = withHeadingsOnce(before, change);
  }
  return changed;
}

function withHeadingsOnce(text: string, change: (heading: Heading) => string[]): string {
  return parsers.reduce((before, parser) => {
    const lines = before.split(/\r\n?|\n/);
    const headings = parser
      .parse(before, {})
      .filter(({ type, level }) => type === "heading_open" && level === 0);
    for (const { map, tag, markup } of headings.toReversed()) {
      const [start, end] = map ?? [0, 0];
      const depth = Number(tag.slice(1));
      const isUnderlined = !markup.startsWith("#");
      const changed = change({ lines: lines.slice(start, end), depth, isUnderlined });
      lines.splice(start, end - start, ...changed);
    }
    return headings.length === 0 ? before : lines.join("\n");
  }, text);
}

const maxOpenParts = 4;

/** The Markdown with everything closed that it leaves open at its end. */
function closed(markdown: string): string {
  let text = markdown;
  for (let turn = 0; turn < maxOpenParts; turn++) {
    const ends = parsers.map((parser) => openEnd(text, parser));
    if (ends.every((end) => end === undefined)) return text;
    const end = ends.find((one) => one !== undefined);
    if (end === "") break;
    text += `\n${end}`;
  }
  return fenced(markdown, "markdown");
}

const marker = "end of this part";

/** What closes the text; `undefined` if nothing is open, empty if that is unknown. */
function openEnd(text: string, parser: Parser): string | undefined {
  const tokens = parser.parse(`${text}\n\n## ${marker}\n`, {});
  const [open, inline] = tokens.slice(-3);
  if (open?.type === "heading_open" && open.level === 0 && inline?.content === marker)
    return undefined;
  const last = tokens.at(-1);
  if (last?.type === "fence") return last.markup;
  return last?.type === "html_block" ? htmlEnd(last.content.trimStart()) : "";
}

function htmlEnd(html: string): string {
  if (html.startsWith("<!--")) return "-->";
  if (html.startsWith("<?")) return "?>";
  if (html.startsWith("<![CDATA[")) return "]]>";
  if (html.startsWith("<!")) return ">";
  const [, name] = /^<(script|pre|style|textarea)/i.exec(html) ?? [];
  return name === undefined ? "" : `</${name}>`;
}

/** A whole conversation except its session; `withoutPrivate` removes other private data. */
export function toJson(conversation: Conversation): string {
  const { id, changes, turns } = conversation;
  const whole = {
    ...headOf({ id, createdAt: turns[0]?.askedAt ?? 0 }),
    changes: encodeWhole({ changes: changes.filter(({ kind }) => kind !== "session") }),
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** Reads what `toJson` wrote. Throws `invalid-request` with a sentence for anything else. */
export function fromJson(bytes: Uint8Array): SavedConversation {
  if (isTooDeep(bytes, 100))
    throw refused(t("The file was not imported: it is nested too deeply."));
  const value = parsedJson(new TextDecoder().decode(bytes));
  const head = peek(value);
  if (head.kind === "newer")
    throw refused(t("The file was not imported: it comes from a newer version of Expert Hub."));
  if (head.kind === "broken" || !isRecord(value) || !Array.isArray(value["changes"]))
    throw refused(
      t("The file was not imported: it contains no conversation that Expert Hub exported as JSON."),
    );
  const reader = new ChangeReader();
  const changes = value["changes"].map((record: unknown, at): Change => {
    const change = reader.read(record);
    if (!change || change.kind === "session")
      throw refused(t("The file was not imported: entry {0} is not valid.", at + 1));
    if (change.kind !== "turn") return change;
    // Whoever wrote the file may not name documents of this computer.
    return { ...change, turn: { ...change.turn, question: withoutOrigin(change.turn.question) } };
  });
  if (!changes.some(({ kind }) => kind === "turn"))
    throw refused(t("The file was not imported: it contains no question."));
  return { id: head.header.id, changes };
}

/** The name of the file beside the Markdown that has a picture; absent if it has none. */
type FileOf = (picture: AttachedPicture) => string | undefined;

/** For reading: who asked whom, when, and what the answers were. */
export function toMarkdown(conversation: Conversation, fileOf: FileOf = () => undefined): string {
  const { title = "Untitled", turns } = conversation;
  const parts = turns.flatMap((turn) => partsAt(turn, conversation, fileOf));
  return `${[`# ${line(title)}`, ...parts].join("\n\n")}\n`;
}

/** A turn with the answers beside it, and then what was set aside for it. */
function partsAt(turn: Turn, conversation: Conversation, fileOf: FileOf): string[] {
  const others = conversation
    .alternatives(turn.id)
    .flatMap((other) => [
      ...(hasSameContent(turn.question, other.question) ? [] : questionOf(other, fileOf)),
      ...answeredIn(other),
    ]);
  const aside = conversation.asideFor(turn.id).flatMap((one) => partsAt(one, conversation, fileOf));
  return [...questionOf(turn, fileOf), ...answeredIn(turn), ...others, ...aside];
}

/** What was left out of its request, whose answer it is, and what that says. */
function answeredIn(turn: Turn): string[] {
  const { asked, beside, omitted, question, sent } = turn;
  const { attachments = [] } = question;
  const { temperature } = sent.body;
  const how = temperature === undefined ? undefined : `temperature ${temperature}`;
  const names = [asked.expertName, asked.abilityName, asked.modelName, how];
  const who = names.filter(Boolean).join(" · ");
  return [
    ...(omitted ? [`*${line(omittedInWords(omitted, attachments))}*`] : []),
    `## ${line(who)}${beside === undefined ? "" : " (other answer)"}`,
    // One by one: a part that leaves a fence open would swallow the next.
    ...answerOf(turn).map(containedMarkdown),
  ];
}

function questionOf({ question, askedAt, aside }: Turn, fileOf: FileOf): string[] {
  const { typed, attachments = [] } = question;
  return [
    `## You, ${new Date(askedAt).toLocaleString()}${aside ? " (set aside)" : ""}`,
    ...(typed.trim() === "" ? [] : [containedText(typed)]),
    ...attachments.flatMap(({ label, detail, text, languageId, picture }) => [
      containedText(`${line(label)} (${line(detail)})`),
      picture ? imageOf(fileOf(picture)) : fenced(text, languageId.replace(/[^\w+#.-]/g, "")),
    ]),
  ];
}

function imageOf(file: string | undefined): string {
  return file === undefined
    ? "*This picture was not exported.*"
    : `![](${encodeURIComponent(file)})`;
}

function answerOf(turn: Turn): string[] {
  const { result } = turn;
  if (result.state === "done") return partsOf(result.received.value);
  const soFar = result.state === "stopped" && result.soFar;
  return [whyUnanswered(turn), ...(soFar ? partsOf(soFar) : [])];
}

function partsOf(answer: AgentAnswer): string[] {
  const { output, intermediate_steps: groups } = answer;
  const steps = toolSteps(groups)
    .flat()
    .map(({ tool, tool_input: input }) => {
      const query = isRecord(input) && typeof input["query"] === "string" ? input["query"] : input;
      const asked = typeof query === "string" ? query : (JSON.stringify(query) ?? "");
      return `- ${line([tool ?? "step", asked].filter(Boolean).join(": "))}`;
    });
  const sources = sourcesOf(answer).map((source) => `- ${line(sourceLine(source))}`);
  return [
    output,
    ...(steps.length > 0 ? ["Steps:", steps.join("\n")] : []),
    ...(sources.length > 0 ? ["Sources:", sources.join("\n")] : []),
  ];
}

function sourceLine(source: Source): string {
  if (source.kind !== "file") return [source.title, source.url].filter(Boolean).join(": ");
  const ranges = source.lines.map(({ first, last }) => {
    if (first === last) return String(first);
    return last === maxLine ? `${first}–` : `${first}–${last}`;
  });
  return [source.path, ranges.join(", ")].filter(Boolean).join(":");
}

/** What stands in place of an answer that did not arrive as a whole. */
function whyUnanswered(turn: Turn): string {
  const { state } = turn.result;
  if (state === "failed") return `*${line(failureIn(turn) ?? "")}*`;
  if (state === "waiting") return "*Not answered yet.*";
  if (state !== "stopped") return "*No answer so far; the hub may have processed the question.*";
  return turn.result.soFar
    ? "*Stopped before the answer was complete.*"
    : "*Stopped before an answer arrived.*";
}

/** Why there is no answer, in the words that the chat shows. */
function failureIn({ result }: Turn): string | undefined {
  return result.state === "failed" ? failureSentence(result.error) : undefined;
}

function line(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function refused(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
