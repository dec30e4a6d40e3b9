import path from "node:path";
import { t } from "../../kit/l10n";
import type { NamedTools } from "../../contract/namedTools";
import {
  oneOf,
  reasoningEfforts,
  type ReasoningEffort,
  type ToolName,
  toolNames,
} from "../../contract/vocabulary";
import type { Fields } from "./fields";
import { frontMatterOf } from "./frontMatter";
import { cleaned, inOneLine, unusableFile, type Complaint } from "./parts";

/** The tools of this hub that do what tools of VS Code, Copilot and Claude Code do. */
const counterparts: ReadonlyMap<string, readonly ToolName[]> = new Map([
  ["*", toolNames],
  ...toolNames.map((name): [string, readonly ToolName[]] => [name, [name]]),
  ..."read search grep glob ls notebookread codebase usages readfile filesearch textsearch findtestfiles"
    .split(" ")
    .map((name): [string, readonly ToolName[]] => [name, ["workspace_connector"]]),
  ["web", ["web_search", "document_retriever"]],
  ["web/fetch", ["document_retriever"]],
  ["web/search", ["web_search"]],
  ["fetch", ["document_retriever"]],
  ["webfetch", ["document_retriever"]],
  ["websearch", ["web_search"]],
]);

/**
 * The tools of this hub that a file allows, or `undefined` if it does not restrict them. Names that
 * nothing here corresponds to are ignored, as elsewhere. The computation engine reads nothing and
 * has no counterpart in other products, so only an empty list excludes it.
 */
export function allowedTools(
  wanted: readonly string[] | undefined,
  unwanted: readonly string[],
): readonly ToolName[] | undefined {
  if (wanted === undefined && unwanted.length === 0) return undefined;
  const allowed = new Set(wanted === undefined ? toolNames : wanted.flatMap(counterpartsOf));
  if (wanted !== undefined && wanted.length > 0) allowed.add("computation_engine");
  for (const tool of unwanted.flatMap(counterpartsOf)) allowed.delete(tool);
  return toolNames.filter((name) => allowed.has(name));
}

function counterpartsOf(name: string): readonly ToolName[] {
  const plain = name.toLowerCase().replace(/\(.*$/s, "");
  return counterparts.get(plain) ?? counterparts.get(plain.split("/")[0] ?? "") ?? [];
}

/** What a file says, whether it is about an expert or a skill. */
export interface ParsedFile {
  readonly name: string;
  readonly description: string;
  /** The text after the front matter. */
  readonly body: string;
  readonly tools: readonly ToolName[] | undefined;
  readonly namedTools: NamedTools | undefined;
  readonly models: readonly string[];
  readonly reasoningEffort: ReasoningEffort | undefined;
  /** Meant for other agents only, not to be chosen by a user. */
  readonly isHidden: boolean;
}

export interface Parsed {
  /** `undefined` if the file cannot be used: an error among the complaints says why. */
  readonly parsed: ParsedFile | undefined;
  readonly complaints: readonly Complaint[];
}

const maxExpertName = 100;
const maxDescription = 4096;

/** Reads a file of VS Code, Copilot or Claude Code. Unknown fields are ignored. */
export async function parseFile(text: string, name: string): Promise<Parsed> {
  const front = await frontMatterOf(text);
  if (!front.fields) return { parsed: undefined, complaints: front.complaints };
  const { fields, body } = front;
  const { complaints } = fields;
  const parsed = {
    name:
      inOneLine(fields.text("name") ?? "", maxExpertName) ||
      inOneLine(nameFromFile(name), maxExpertName),
    description: cleaned(fields.text("description") ?? "")
      .slice(0, maxDescription)
      .toWellFormed(),
    body: cleaned(body),
    ...toolsOf(fields, name),
    models: (fields.list("model", (text) => [text]) ?? [])
      .map((model) => inOneLine(model, maxExpertName))
      .filter((model) => model !== "" && model !== "inherit"),
    reasoningEffort: effortOf(fields, name),
    isHidden: fields.text("user-invocable") === "false",
  };
  if (parsed.body === "" && parsed.description === "") {
    const message = t("This file has no instructions: write them below the front matter.");
    return { parsed: undefined, complaints: [unusableFile(message)] };
  }
  return { parsed, complaints };
}

/** A file that means to restrict its tools, but does not name the field right, has none. */
function toolsOf(fields: Fields, file: string): Pick<ParsedFile, "tools" | "namedTools"> {
  // Skills have fields of their own for tools, which do not count here.
  const restricting = ["tools", "disallowedTools"];
  if (!isSkill(file) && restricting.some((field) => fields.hasMisspelt(field)))
    return { tools: [], namedTools: { wanted: [], unwanted: [] } };
  const wanted = fields.list("tools", namesIn);
  const unwanted = fields.list("disallowedTools", namesIn);
  const namedTools = wanted || unwanted ? { wanted, unwanted: unwanted ?? [] } : undefined;
  return { tools: allowedTools(wanted, unwanted ?? []), namedTools };
}

/** What other products call the levels of models that have more of them. */
const otherEfforts: ReadonlyMap<string, ReasoningEffort> = new Map([
  ["minimal", "low"],
  ["xhigh", "high"],
  ["max", "high"],
]);

function effortOf(fields: Fields, file: string): ReasoningEffort | undefined {
  if (isSkill(file)) return undefined;
  for (const field of ["effort", "reasoning_effort", "reasoning-effort", "reasoningEffort"]) {
    const said = fields.text(field)?.trim().toLowerCase();
    if (said === undefined) continue;
    const effort = oneOf(reasoningEfforts, said) ?? otherEfforts.get(said);
    if (effort) return effort;
    fields.warn(field, t("“{0}” must be low, medium or high, so it is ignored.", field));
  }
  return undefined;
}

const isSkill = (file: string): boolean => path.posix.basename(file) === "SKILL.md";

/** The name of a file that does not say one: the folder of a skill, or the file name of an expert. */
function nameFromFile(file: string): string {
  const base = path.posix.basename(file);
  if (isSkill(file)) return path.posix.basename(path.posix.dirname(file));
  return base.replace(/(?:\.agent)?\.md$/i, "");
}

/** `Read, Grep, Bash(git log:*)`: commas and spaces separate, except within parentheses. */
function namesIn(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}
