import { KeyMask } from "../contract/secrets/keyMask";
import { t } from "../kit/l10n";
import { isInLocalNetwork, isLoopback } from "../contract/webAddress";

/** A value of a JSON text, and where it begins. */
export interface JsonNode {
  /** What it is without items and members. */
  readonly value: unknown;
  readonly offset: number;
  /** Of a list. */
  readonly items?: readonly JsonNode[];
  /** Of an object, in order; names may occur twice. */
  readonly members?: readonly (readonly [name: JsonNode, value: JsonNode])[];
}

/** Where a text ceases to be JSON. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly offset: number;

  constructor(offset: number) {
    super("not JSON");
    this.offset = offset;
  }
}

const token = /[\t\n\r ]*([{}[\],:]|"(?:[^"\\]|\\[^])*"|[^\t\n\r {}[\],:"]+|[^]|$)/y;
const maxJsonDepth = 20;

/**
 * Reads what `JSON.parse` reads, and keeps the places. Small, because it is loaded with the first
 * view. Throws `JsonFault`, also where lists and objects are nested more than 20 deep.
 */
export function jsonNodes(text: string): JsonNode {
  let next = { text: "", offset: 0 };

  const advance = (): { text: string; offset: number } => {
    const present = next;
    const [whole = "", found = ""] = token.exec(text) ?? [];
    next = { text: found, offset: token.lastIndex - found.length };
    if (whole === "") token.lastIndex = text.length;
    return present;
  };

  const assertNext = (wanted: string): void => {
    const { text: found, offset } = advance();
    if (found !== wanted) throw new JsonFault(offset);
  };

  const scalar = (): JsonNode => {
    const { text: found, offset } = advance();
    try {
      return { value: JSON.parse(found) as unknown, offset };
    } catch {
      throw new JsonFault(offset);
    }
  };

  /** What stands between two brackets, separated by commas. */
  const listed = <T>(close: string, read: () => T): T[] => {
    advance();
    const found: T[] = [];
    if (next.text !== close) found.push(read());
    while (found.length > 0 && next.text === ",") {
      advance();
      found.push(read());
    }
    assertNext(close);
    return found;
  };

  const node = (depth: number): JsonNode => {
    const { text: first, offset } = next;
    if (first !== "{" && first !== "[") return scalar();
    if (depth === maxJsonDepth) throw new JsonFault(offset);
    const value = undefined;
    if (first === "[") return { value, offset, items: listed("]", () => node(depth + 1)) };
    const member = (): readonly [JsonNode, JsonNode] => {
      if (!next.text.startsWith('"')) throw new JsonFault(next.offset);
      const name = scalar();
      assertNext(":");
      return [name, node(depth + 1)];
    };
    return { value, offset, members: listed("}", member) };
  };

  token.lastIndex = 0;
  advance();
  const root = node(0);
  assertNext("");
  return root;
}

/** What a policy file says; a key that is absent narrows nothing. */
export interface PolicyRules {
  /** Origins of the hubs that may be asked; the built-in hub has a key of its own. */
  readonly allowedHubs?: readonly string[];
  /** Origins of model servers, or `vscode:` and the vendor of models that VS Code offers. */
  readonly allowedModels?: readonly string[];
  readonly builtInHub?: boolean;
  readonly mcpServer?: boolean;
  /** Experts in VS Code's own chat, as tools of its agents and as language models. */
  readonly editorChat?: boolean;
  /** Tools of VS Code's extensions and MCP servers for models of the built-in hub. */
  readonly editorTools?: boolean;
  readonly webSearch?: boolean;
  readonly workspaceTools?: boolean;
  /** Plain http in the local network. */
  readonly plainHttp?: boolean;
  /** The largest request to a hub or a model, in bytes. */
  readonly maxRequestBytes?: number;
  /** Globs of files whose text is not sent. */
  readonly exclude?: readonly string[];
  /** Days after its last change until a saved conversation is deleted. */
  readonly historyDays?: number;
  readonly activityLog?: "required";
}

/** Why a policy file cannot be used. */
export class PolicyProblem extends Error {
  override readonly name = "PolicyProblem";
  /** From 1; `undefined` if the problem is with the whole file. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** Throws an error whose message says what is expected; at the item where a list has one. */
type Check = (node: JsonNode, key: string) => void;

const checks: Readonly<Record<keyof PolicyRules | "$schema", Check>> = {
  $schema: one(
    (value) => typeof value === "string",
    (key) => t("{0} must be text", key),
  ),
  allowedHubs: listWhere(isOrigin, (key) =>
    t("{0} must be a list of origins such as {1}", key, "https://hub.example"),
  ),
  allowedModels: listWhere(
    (item) => isOrigin(item) || /^vscode:\S+$/.test(item),
    (key) =>
      t("{0} must be a list of origins such as {1}", key, "https://models.example, vscode:copilot"),
  ),
  builtInHub: one(isBoolean, trueOrFalse),
  mcpServer: one(isBoolean, trueOrFalse),
  editorChat: one(isBoolean, trueOrFalse),
  editorTools: one(isBoolean, trueOrFalse),
  webSearch: one(isBoolean, trueOrFalse),
  workspaceTools: one(isBoolean, trueOrFalse),
  plainHttp: one(isBoolean, trueOrFalse),
  maxRequestBytes: one(isPositiveInteger, positiveWholeNumber),
  exclude: listWhere(
    (item) => item !== "",
    (key) => t("{0} must be a list of globs such as {1}", key, "**/*.pem"),
  ),
  historyDays: one(isPositiveInteger, positiveWholeNumber),
  activityLog: one(
    (value) => value === "required",
    (key) => t("{0} must be {1}", key, '"required"'),
  ),
};

/** The names of all keys, for the schema that is published. */
export const policyKeys: readonly string[] = Object.keys(checks);

/** Reads the text of a policy file. Throws `PolicyProblem` for whatever is not exactly as expected. */
export function parsePolicy(text: string): PolicyRules {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  try {
    return rulesOf(jsonNodes(text));
  } catch (error) {
    if (error instanceof JsonFault)
      throw new PolicyProblem(t("this is not valid JSON"), lineAt(error.offset));
    if (error instanceof Misfit) throw new PolicyProblem(error.message, lineAt(error.node.offset));
    throw error;
  }
}

function rulesOf(root: JsonNode): PolicyRules {
  if (!root.members) throw new Misfit(t("a policy is an object in braces"), root);
  const rules: Record<string, unknown> = {};
  for (const [name, node] of root.members) {
    const key = String(name.value);
    if (!Object.hasOwn(checks, key)) {
      // A text in the wrong place may be anything.
      const shown = new KeyMask().line(key, 80);
      throw new Misfit(t("{0} is not a key of a policy", shown), name);
    }
    if (Object.hasOwn(rules, key)) throw new Misfit(t("{0} is there twice", key), name);
    checks[key as keyof typeof checks](node, key);
    rules[key] = node.items ? node.items.map(({ value }) => value) : node.value;
  }
  delete rules["$schema"];
  return rules;
}

class Misfit extends Error {
  readonly node: JsonNode;

  constructor(message: string, node: JsonNode) {
    super(message);
    this.node = node;
  }
}

function one(fits: (value: unknown) => boolean, words: (key: string) => string): Check {
  return (node, key) => {
    if (!fits(node.value)) throw new Misfit(words(key), node);
  };
}

function listWhere(fits: (item: string) => boolean, words: (key: string) => string): Check {
  return (node, key) => {
    if (!node.items) throw new Misfit(words(key), node);
    const wrong = node.items.find(({ value }) => typeof value !== "string" || !fits(value));
    if (wrong) throw new Misfit(words(key), wrong);
  };
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** Exactly as `URL.origin` gives it: what looks like more than an origin would seem to narrow to it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.origin !== text) return false;
  const isNear = isLoopback(url.hostname) || isInLocalNetwork(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isNear);
}

function trueOrFalse(key: string): string {
  return t("{0} must be true or false", key);
}

function positiveWholeNumber(key: string): string {
  return t("{0} must be a whole number of 1 or more", key);
}
