import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  Scalar,
  visit,
  type Document,
  type Node,
  type ParsedNode,
} from "yaml";
import { checkNames, checkText, DataProblem, lineCounter, type DataNode } from "./dataNode";

const maxCopies = 10_000;
const integer = /^-?(?:0|[1-9]\d*)$/;
const number = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const otherBase = /^0(?:o[0-7]+|x[\da-fA-F]+)$/;
const constant = /^(?:true|True|TRUE|false|False|FALSE|~|null|Null|NULL|)$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Text in YAML 1.2, but something else in YAML 1.1: words, times, dates and numbers with underscores. */
const otherInOlderYaml =
  /^(?:y|n|yes|no|on|off|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d\d?(?:[Tt\s].*)?|[-+]?(?:0b[01_]+|0x[\da-f_]+|\d[\d_]*(?:\.[\d_]*)?))$/i;

/** A document of YAML 1.2, and what a reader should know about its conversion. */
export function readYaml(source: string): { readonly root: DataNode; readonly notes: string[] } {
  const documents = parseYaml(source);
  const lineAt = lineOf(source);
  const [document, second] = documents;
  if (second?.contents) {
    throw new DataProblem(lineAt(second.contents), "a second document begins.");
  }
  if (!document?.contents) throw new DataProblem(1, "there is no YAML.");
  if (document.directives?.yaml.explicit && document.directives.yaml.version !== "1.2") {
    throw new DataProblem(1, "only YAML 1.2 can be converted.");
  }
  const reader = new Reader(document, lineAt);
  const root = reader.read(document.contents);
  const texts = reader.otherTexts.slice(0, 10).join(", ");
  const hasComment = commentsIn(documents).length > 0;
  return {
    root,
    notes: [
      ...(texts === "" ? [] : [`As in YAML 1.2, these are texts: ${texts}.`]),
      ...(hasComment ? ["Comments are left out."] : []),
    ],
  };
}

/** How many documents there are; throws a `DataProblem` where the text is not YAML. */
export function countDocuments(source: string): number {
  return parseYaml(source).length;
}

/** YAML with two spaces of indentation. Comments, quotation marks and numbers stay as written. */
export function formatYaml(source: string): string {
  const documents = parseYaml(source);
  const written = documents.map((each) => {
    if (documents.length > 1 && each.directives) each.directives.docStart = true;
    return each.toString({ lineWidth: 0 });
  });
  const formatted = written.join("");
  if (summaryOf(parseYaml(source)) !== summaryOf(parseYaml(formatted))) {
    throw new DataProblem(1, "it cannot be formatted without changing what it says.");
  }
  return formatted;
}

/** The failsafe schema leaves every scalar as it is written. */
function parseYaml(source: string): Document.Parsed[] {
  const documents = parseAllDocuments(source, { schema: "failsafe", uniqueKeys: isSameName });
  if (!Array.isArray(documents)) return [];
  const lineAt = lineOf(source);
  for (const document of documents) {
    const [error] = document.errors;
    if (error) {
      const [message = "", ...excerpt] = error.message.split("\n");
      const reason = message.replace(/(?: at line \d+, column \d+)?:?$/, ".");
      throw new DataProblem(error.linePos?.[0].line ?? 1, reason, excerpt.join("\n").trim());
    }
    visit(document, {
      Alias: (_, alias) => {
        if (alias.resolve(document)) return;
        throw new DataProblem(lineAt(alias), `there is no anchor \`&${alias.source}\` before.`);
      },
    });
  }
  return documents;
}

function isSameName(a: ParsedNode, b: ParsedNode): boolean {
  return isScalar(a) && isScalar(b) && a.value === b.value && isText(a) === isText(b);
}

class Reader {
  readonly otherTexts: string[] = [];
  readonly #document: Document;
  readonly #lineAt: (node: Node) => number;
  #copies = 0;
  #aliases = 0;

  constructor(document: Document, lineAt: (node: Node) => number) {
    this.#document = document;
    this.#lineAt = lineAt;
  }

  read(node: unknown): DataNode {
    if (isAlias(node)) {
      this.#aliases += 1;
      const copy = this.read(node.resolve(this.#document));
      this.#aliases -= 1;
      return copy;
    }
    const line = this.#lineAt(node as Node);
    if (this.#aliases > 0 && (this.#copies += 1) > maxCopies) {
      throw new DataProblem(line, "its aliases stand for too much.");
    }
    const { tag } = node as Node;
    if (tag !== undefined && !(isScalar(node) && tag === "tag:yaml.org,2002:str")) {
      throw new DataProblem(line, `the tag \`${tag}\` has no counterpart.`);
    }
    if (isSeq(node)) {
      return { kind: "list", line, items: node.items.map((item) => this.read(item)) };
    }
    if (isMap(node)) {
      const members = node.items.map(
        ({ key, value }) => [this.#name(key), this.read(value ?? new Scalar(""))] as const,
      );
      checkNames(
        members.map(([name]) => name),
        (at) => this.#lineAt(node.items[at]!.key as Node),
      );
      return { kind: "record", line, members };
    }
    return this.#scalar(node as Scalar, line);
  }

  #name(key: unknown): string {
    const line = this.#lineAt(key as Node);
    const name = isScalar(key) || isAlias(key) ? this.read(key) : undefined;
    if (name?.kind !== "text") {
      throw new DataProblem(line, "a name is not text; put it in quotation marks.");
    }
    if (name.text === "<<" && (key as Scalar).type === "PLAIN") {
      throw new DataProblem(line, "merge keys (`<<`) are not part of YAML 1.2.");
    }
    return name.text;
  }

  #scalar(scalar: Scalar, line: number): DataNode {
    const text = String(scalar.value);
    if (isText(scalar)) {
      checkText(text, line);
      if (scalar.type === "PLAIN" && otherInOlderYaml.test(text)) {
        this.otherTexts.push(`\`${text}\` (line ${line})`);
      }
      return { kind: "text", line, text };
    }
    if (notFinite.test(text)) {
      throw new DataProblem(line, `\`${text}\` has no counterpart as a number.`);
    }
    if (constant.test(text)) {
      const isNull = text === "" || text === "~";
      return { kind: "literal", line, text: isNull ? "null" : text.toLowerCase() };
    }
    if (otherBase.test(text)) return { kind: "literal", line, text: String(BigInt(text)) };
    if (/^[-+]?0\d/.test(text)) {
      throw new DataProblem(
        line,
        `\`${text}\` is another number in YAML 1.1 than in YAML 1.2; write it without the zero or in quotation marks.`,
      );
    }
    return { kind: "literal", line, text: jsonNumber(text) };
  }
}

function isText(scalar: Scalar): boolean {
  const text = String(scalar.value);
  const isPlain = scalar.type === "PLAIN" || scalar.type === undefined;
  if (!isPlain || scalar.tag !== undefined) return true;
  return ![constant, number, otherBase, notFinite].some((pattern) => pattern.test(text));
}

function jsonNumber(text: string): string {
  if (integer.test(text)) return text;
  return text
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=e|$)/i, ".0");
}

function lineOf(source: string): (node: Node) => number {
  let line = lineCounter(source);
  let last = 0;
  return ({ range }) => {
    const at = range?.[0] ?? last;
    if (at < last) line = lineCounter(source);
    last = at;
    return line(at);
  };
}

function commentsIn(documents: readonly Document[]): string[] {
  const found: (string | null | undefined)[] = [];
  for (const document of documents) {
    found.push(document.commentBefore, document.comment);
    visit(document, { Node: (_, node) => void found.push(node.commentBefore, node.comment) });
  }
  return found.flatMap((comment) => comment?.split("\n") ?? []).map((line) => line.trim());
}

/** Everything that a document says, whatever its layout. */
function summaryOf(documents: readonly Document[]): string {
  const parts: unknown[] = [commentsIn(documents).filter(Boolean).toSorted()];
  for (const document of documents) {
    parts.push("document");
    visit(document, {
      Node: (key, node) => {
        const value = isScalar(node) ? [node.value, isText(node)] : isAlias(node) ? node.source : 0;
        const size = isMap(node) || isSeq(node) ? node.items.length : 0;
        parts.push([
          key,
          node.constructor.name,
          node.tag,
          "anchor" in node && node.anchor,
          value,
          size,
        ]);
      },
    });
  }
  return JSON.stringify(parts);
}
