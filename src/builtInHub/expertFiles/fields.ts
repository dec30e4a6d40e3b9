import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Pair,
  type ParsedNode,
  type YAMLParseError,
} from "yaml";
import { t } from "../../kit/l10n";
import { headerStartsIn, withQuotedDescription, type Complaint } from "./parts";

/** More items of a list are ignored. */
const maxItems = 200;
const empty = new Set(["", "~", "null"]);
const yamlOptions = {
  // Every value is text: a name such as 007 stays what it is, and no tag creates anything else.
  schema: "failsafe",
  resolveKnownTags: false,
  // Compares each key with each other one.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
} as const;

type Node = ParsedNode | null;

/**
 * The fields of a front matter. Only the values that are asked for are read, as text and at one
 * level: nothing is built from the rest, and aliases within it are never followed.
 */
export class Fields {
  readonly #document: Document.Parsed;
  readonly #lineOf: (offset: number) => number;
  readonly #pairs: readonly Pair<ParsedNode, Node>[];
  readonly complaints: Complaint[] = [];

  /** Never throws: what is wrong with the YAML is an error among the complaints. */
  static read(header: string): Fields {
    const fields = new Fields(header);
    if (fields.complaints.length === 0) return fields;
    const quoted = new Fields(withQuotedDescription(header));
    return quoted.complaints.length === 0 ? quoted : fields;
  }

  private constructor(header: string) {
    const lineCounter = new LineCounter();
    this.#lineOf = (offset) => lineCounter.linePos(offset).line + headerStartsIn - 1;
    this.#document = parseDocument(header, { ...yamlOptions, lineCounter });
    const { contents, errors } = this.#document;
    const [error] = errors;
    this.#pairs = isMap(contents) ? contents.items : [];
    if (error) {
      const line = this.#lineOf(error.pos[0]);
      const message = t("The front matter is not valid YAML: {0}", reasonOf(error));
      this.complaints.push({ severity: "error", line, message });
    } else if (contents !== null && !isMap(contents)) {
      const message = t("The front matter must consist of fields such as “name: Reviewer”.");
      this.complaints.push({ severity: "error", line: headerStartsIn, message });
    }
  }

  text(name: string): string | undefined {
    const { value, line } = this.#find(name);
    if (value === undefined || value === null) return undefined;
    if (isScalar(value)) return scalarText(value.value);
    this.#warn(line, t("“{0}” must be text, so it is ignored.", name));
    return undefined;
  }

  /** The items of a list, or of a text that separates them; `undefined` if the field is absent. */
  list(name: string, itemsOf: (text: string) => readonly string[]): readonly string[] | undefined {
    const { value, line } = this.#find(name);
    if (value === undefined || value === null) return undefined;
    if (isScalar(value)) {
      const text = scalarText(value.value);
      return text === undefined ? undefined : itemsOf(text);
    }
    if (!isSeq(value)) {
      this.#warn(line, t("“{0}” must be a list, so it counts as an empty one.", name));
      return [];
    }
    const nodes = value.items.slice(0, maxItems).map((item) => this.#resolved(item as Node));
    const items = nodes.map((node) => (isScalar(node) ? scalarText(node.value) : undefined));
    if (items.includes(undefined)) {
      this.#warn(line, t("“{0}” has items that are no text; they are ignored.", name));
    }
    return items.filter((item) => item !== undefined);
  }

  /** Notes what is wrong with the value of this field. */
  warn(name: string, message: string): void {
    this.#warn(this.#find(name).line, message);
  }

  /** Whether there is a field whose name is most likely meant as this one; warns of it. */
  hasMisspelt(name: string): boolean {
    const meant = name.toLowerCase();
    const pair = this.#pairs.find(({ key }) => {
      if (!isScalar(key) || typeof key.value !== "string" || key.value === name) return false;
      return isNearly(key.value.toLowerCase().replaceAll(/[-_ ]|^allowed[-_ ]?/g, ""), meant);
    });
    if (!pair) return false;
    this.#warn(
      this.#lineOf(pair.key.range[0]),
      t(
        "“{0}” is no field of an expert, but “{1}” is. Until that is corrected, the expert has no tools.",
        String(isScalar(pair.key) ? pair.key.value : ""),
        name,
      ),
    );
    return true;
  }

  #find(name: string): { value?: Node | undefined; line: number } {
    const [pair, again] = this.#pairs.filter(({ key }) => this.#isNamed(key, name));
    const line = this.#lineOf(pair?.key.range[0] ?? 0);
    if (again) {
      const second = this.#lineOf(again.key.range[0]);
      this.#warn(second, t("“{0}” is given more than once; the first one counts.", name));
    }
    const value = pair && this.#resolved(pair.value);
    if (isAlias(pair?.value) && !value) {
      this.#warn(line, t("“{0}” refers to an anchor that is not defined above it.", name));
    }
    return { value, line };
  }

  #isNamed(key: ParsedNode, name: string): boolean {
    return isScalar(key) && key.value === name;
  }

  #resolved(node: Node): Node | undefined {
    if (!isAlias(node)) return node;
    return node.resolve(this.#document) as Node | undefined;
  }

  #warn(line: number, message: string): void {
    this.complaints.push({ severity: "warning", line, message });
  }
}

/** The same, but for one letter that is missing, added, another one or in the wrong place. */
function isNearly(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, wanted] = [one.slice(start), other.slice(start)];
  return (
    rest === wanted ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest.length > 1 && `${rest[1]}${rest[0]}${rest.slice(2)}` === wanted)
  );
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" && !empty.has(value.trim()) ? value : undefined;
}

/** The parser itself speaks English; these are its usual complaints. */
function reasonOf({ code, message }: YAMLParseError): string {
  switch (code) {
    case "TAB_AS_INDENT":
      return t("Tabs cannot be used for indentation.");
    case "BAD_INDENT":
      return t("The indentation is wrong.");
    case "BLOCK_AS_IMPLICIT_KEY":
      return t("A text with a colon must be in quotes.");
    case "MISSING_CHAR":
      return t("A closing quote or bracket, or a colon, is missing.");
    default:
      return sentence(message);
  }
}

function sentence(message: string): string {
  const [first = ""] = message.split("\n");
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
