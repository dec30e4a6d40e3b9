import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  Scalar,
  visit,
  type Document,
  type Node,
} from "yaml";
import { checkNames, DataProblem, lineOf, textNode, type DataNode } from "./dataNode";

const maxCopies = 10_000;
const yamlNumber = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const otherBase = /^0(?:o[0-7]+|x[\da-fA-F]+)$/;
const constant = /^(?:true|True|TRUE|false|False|FALSE|~|null|Null|NULL|)$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Text in YAML 1.2, but something else in YAML 1.1: words, times, dates and numbers with underscores. */
const otherInOlderYaml =
  /^(?:y|n|yes|no|on|off|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d\d?(?:[Tt\s].*)?|[-+]?(?:0b[01_]+|0x[\da-f_]+|\d[\d_]*(?:\.[\d_]*)?))$/i;

/** A document of YAML 1.2, and what a reader should know about its conversion. */
export function readYaml(source: string): { readonly root: DataNode; readonly notes: string[] } {
  const [document, second] = parseYaml(source);
  if (second) throw new DataProblem(placeOf(second.contents), "a second document begins.");
  if (!document) throw new DataProblem(0, "there is no YAML.");
  if (document.directives.yaml.version !== "1.2") {
    throw new DataProblem(0, "only YAML 1.2 can be converted.");
  }
  const reader = new Reader(document);
  const root = reader.read(document.contents);
  const texts = reader.otherTexts
    .slice(0, 10)
    .map(({ text, at }) => `\`${text}\` (line ${lineOf(source, at)})`);
  const notes = [
    texts.length > 0 && `As in YAML 1.2, these are texts: ${texts.join(", ")}.`,
    hasComment(document) && "Comments are left out.",
  ];
  return { root, notes: notes.filter((note) => note !== false) };
}

/** Throws a `DataProblem` where the text is not YAML. */
export const checkYaml = (source: string) => void parseYaml(source);

/** Throws a `DataProblem` unless the text is YAML with names or items. */
export function checkCollection(source: string): void {
  const [first] = parseYaml(source);
  if (!isMap(first?.contents) && !isSeq(first?.contents)) throw new DataProblem(0, "it is text.");
}

/** YAML with two spaces of indentation; nothing but white space changes. */
export function formatYaml(source: string): string {
  const documents = parseYaml(source);
  const before = scalarsIn(documents);
  try {
    const written = documents.map((document) => {
      if (documents.length > 1) document.directives.docStart = true;
      return document.toString({ lineWidth: 0 });
    });
    const text = written.join("");
    const [old, fresh] = [source, text].map((each) => each.replace(/^\s*---|\s+/g, ""));
    if (old === fresh && scalarsIn(parseYaml(text)) === before) return text;
  } catch {
    // The library cannot write every document that it reads, such as a name without a value.
  }
  throw new DataProblem(0, "formatting would change more than white space.");
}

function scalarsIn(documents: readonly Document[]): string {
  const values: unknown[] = [];
  const Scalar = (_: unknown, { value }: Scalar) => void values.push(value);
  for (const document of documents) visit(document, { Scalar });
  return JSON.stringify(values);
}

/** The failsafe schema leaves every scalar as it is written. */
function parseYaml(source: string): readonly Document.Parsed[] {
  const parsed = parseAllDocuments(source, { schema: "failsafe", uniqueKeys: isSameName });
  const documents = Array.isArray(parsed) ? parsed : [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error) {
      if (error.message.startsWith("Maximum call stack")) throw new RangeError(error.message);
      const reason = error.message.replace(/(?: at line \d+, column \d+)?:?(?:\n[^]*)?$/, ".");
      throw new DataProblem(error.pos[0], reason);
    }
    const Alias = (_: unknown, alias: Alias) => {
      if (alias.resolve(document)) return;
      throw new DataProblem(placeOf(alias), `there is no anchor \`&${alias.source}\` before.`);
    };
    visit(document, { Alias });
  }
  return documents;
}

function placeOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

function isSameName(a: unknown, b: unknown): boolean {
  return isScalar(a) && isScalar(b) && a.value === b.value && isText(a) === isText(b);
}

class Reader {
  readonly otherTexts: { readonly text: string; readonly at: number }[] = [];
  readonly #document: Document;
  #copies = 0;
  #aliases = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  read(node: unknown): DataNode {
    if (isAlias(node)) {
      this.#aliases += 1;
      const copy = this.read(node.resolve(this.#document));
      this.#aliases -= 1;
      return copy;
    }
    const at = placeOf(node);
    if (this.#aliases > 0 && (this.#copies += 1) > maxCopies) {
      throw new DataProblem(at, "its aliases stand for too much.");
    }
    const { tag } = node as Node;
    if (tag !== undefined && !(isScalar(node) && tag === "tag:yaml.org,2002:str")) {
      throw new DataProblem(at, `the tag \`${tag}\` has no counterpart.`);
    }
    if (isSeq(node)) {
      return { kind: "list", at, items: node.items.map((item) => this.read(item)) };
    }
    if (!isMap(node)) return this.#scalar(node as Scalar, at);
    const members = node.items.map(
      ({ key, value }) => [this.#name(key), this.read(value ?? new Scalar(""))] as const,
    );
    checkNames(members);
    return { kind: "record", at, members };
  }

  #name(key: unknown): string {
    const name = isScalar(key) || isAlias(key) ? this.read(key) : undefined;
    const isMerge = isScalar(key) && key.type === "PLAIN" && key.value === "<<";
    if (name?.kind === "text" && !isMerge) return name.text;
    const reason = isMerge ? "YAML 1.2 has no merge keys." : "a name is not text; quote it.";
    throw new DataProblem(placeOf(key), reason);
  }

  #scalar(scalar: Scalar, at: number): DataNode {
    const text = String(scalar.value);
    if (isText(scalar)) {
      const isOther = scalar.type === "PLAIN" && otherInOlderYaml.test(text);
      if (isOther) this.otherTexts.push({ text, at });
      return textNode(at, text);
    }
    if (notFinite.test(text)) throw new DataProblem(at, `\`${text}\` is no number elsewhere.`);
    if (/^[-+]?0\d/.test(text)) {
      throw new DataProblem(at, `\`${text}\` is another number in YAML 1.1 than in YAML 1.2.`);
    }
    return { kind: "literal", at, text: jsonLiteral(text) };
  }
}

function isText(scalar: Scalar): boolean {
  const text = String(scalar.value);
  const isPlain = scalar.type === "PLAIN" || scalar.type === undefined;
  if (!isPlain || scalar.tag !== undefined) return true;
  return ![constant, yamlNumber, otherBase, notFinite].some((pattern) => pattern.test(text));
}

function jsonLiteral(text: string): string {
  if (constant.test(text)) return text === "" || text === "~" ? "null" : text.toLowerCase();
  if (otherBase.test(text)) return String(BigInt(text));
  return text
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=e|$)/i, ".0");
}

function hasComment(document: Document): boolean {
  let found = Boolean(document.commentBefore ?? document.comment);
  const Node = (_: unknown, { commentBefore, comment }: Node) => {
    found ||= Boolean(commentBefore ?? comment);
  };
  visit(document, { Node });
  return found;
}
