import { isRecord, items, parsedJson, record } from "../../../contract/record";
import type { AgentAnswer, Step } from "../../../contract/types";
import { addressEnd, fileIn, fileWritten, isPlainlyFile } from "../../../kit/references";
import { unquotedName } from "../../../kit/quotedName";
import { toolSteps } from "./reasoning";

/** Lines from 1, both included. */
interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Stands for the end of a file whose length is unknown. */
export const maxLine = 9_999_999;

/** A file that the steps of an answer name. */
export interface FileSource {
  readonly kind: "file";
  readonly path: string;
  /** In order and apart from each other; empty if the steps name the file as a whole. */
  readonly lines: readonly LineRange[];
}

/** A web page or a document that they name. */
export interface AddressSource {
  readonly kind: "page" | "document";
  readonly url: string;
  readonly title?: string;
}

export type Source = FileSource | AddressSource;

const computed = new WeakMap<AgentAnswer["intermediate_steps"], readonly Source[]>();

/** The files, pages and documents that the steps of an answer name, in their order, each once. */
export function sourcesOf({ intermediate_steps: steps }: AgentAnswer): readonly Source[] {
  const sources = computed.get(steps) ?? joinedSources(namedBy(steps));
  computed.set(steps, sources);
  return sources;
}

/** The path of the source of which an answer writes only the end, if it is the only one. */
export function sourcePath(answer: AgentAnswer, written: string): string | undefined {
  const paths = sourcesOf(answer).flatMap((source) =>
    source.kind === "file" && isEndOf(written, source.path) ? [source.path] : [],
  );
  return paths.length === 1 ? paths[0] : undefined;
}

const noSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Also if it stands right after a sentence in a script without spaces. */
function isEndOf(written: string, path: string): boolean {
  // Disks differ in whether capitals and accents count.
  const [end, whole] = [written, path].map((one) => one.normalize().toLowerCase()) as [
    string,
    string,
  ];
  if (`/${whole}`.endsWith(`/${end}`)) return true;
  return end.endsWith(whole) && noSpaces.test(end.slice(0, -whole.length));
}

/** One place that a step names; a file without lines is named as a whole. */
type Named =
  | { readonly kind: "file"; readonly path: string; readonly lines?: LineRange }
  | AddressSource;

/** Of one answer, such as lines that its searches have found. */
const maxNamed = 20_000;

function namedBy(steps: readonly (readonly Step[])[]): Named[] {
  const named: Named[] = [];
  for (const step of toolSteps(steps).flatMap((group) => calledSteps(group))) {
    named.push(...namedByStep(step));
    if (named.length > maxNamed) break;
  }
  return named;
}

/** A step as it was called, and what came of it as far as it says so. */
interface CalledStep {
  readonly tool: string;
  /** As the model wrote them; empty if the step has none. */
  readonly given: string;
  readonly input: unknown;
  readonly result: string;
}

/** What frameworks for agents write at the beginning of a log. */
const invoking = /^\s*Invoking:? .*\n/;

/** The steps of a group that called a tool. Some hubs write the result of a call as a text after it. */
export function calledSteps(group: readonly Step[]): CalledStep[] {
  return group.flatMap((step, at) => {
    const { tool, tool_input: input, log = "" } = step;
    if (tool === undefined) return [];
    const given = givenTo(step);
    const next = group[at + 1]?.raw;
    const said = typeof next === "string" ? next : log.replace(given, "").replace(invoking, "");
    return [{ tool, given, input, result: said }];
  });
}

/** The arguments of the step's own call, among those that were made at once. */
export function givenTo({ message_log: messages = [], tool_call_id: id }: Step): string {
  const calls = messages.flatMap(({ additional_kwargs: more }) => more?.tool_calls ?? []);
  const own = calls.find((call) => id !== undefined && call.id === id);
  const only = calls.length === 1 ? calls[0] : undefined;
  return (own ?? only)?.function?.arguments ?? "";
}

/** Words in the name of a tool, or of what it shall do, for what shows no text of a file or page. */
const showsNothing =
  /(?:^|_)(?:list|ls|dir|tree|glob|find|search|grep|stat|exists|write|create|make|delete|remove|move|rename|copy|edit|update|replace|insert|patch|save|upload|send|run|exec|execute)(?:_|$)/;
const pathNames =
  /^(?:(?:absolute|relative|target|full)?_?(?:file_?)?(?:path|name)s?|(?:target_?)?files?|uri|source|document)$/i;
const addressNames =
  /^(?:(?:document|page|web)?_?(?:url|uri|link|href|address)(?:s|es)?|source|document)$/i;
const firstNames = /^(?:from|start|first|begin)_?line$|^line_?(?:start|from|begin)$|^line$/i;
const lastNames = /^(?:to|end|last)_?line$|^line_?(?:end|to)$/i;
/** A short result that begins so; files may, as well. */
const failure =
  /^(?!.{300})[\s"'{[]*(?:error["']?\s*:(?!\s*(?:null|false|""))|enoent|failed to|cannot |could not |unable to|(?:file )?not found|no such|\w+ denied)/is;
export const tellsFailure = (result: string): boolean => failure.test(result);

const verb = /^(?:read|open|show|cat|view|get|fetch|load)\s+/i;
const maxNamedByStep = 200;

/** What a step's arguments name, or else the places in its result. */
function namedByStep(step: CalledStep): Named[] {
  const { tool, given, input, result } = step;
  if (tellsFailure(result)) return [];
  if (tool === "web_search") return addressesFound(step);
  const parsed = parsedJson(given);
  const named = isRecord(parsed) ? parsed : record(input);
  const query = typeof input === "string" ? input : (record(input)["query"] ?? parsed);
  const action = named["action"] ?? named["command"] ?? named["operation"];
  const isReading = [tool, action].every((words) => !showsNothing.test(snakeCase(words)));
  const byArguments = isReading ? namedByArguments(tool, { ...record(input), ...named }) : [];
  if (byArguments.length > 0) return byArguments;
  return [
    ...(isReading && typeof query === "string" ? namedByQuery(tool, query) : []),
    ...(tool === "document_retriever" ? [] : placesFound(result)),
  ];
}

/** `readFile` as `read_file`. */
function snakeCase(name: unknown): string {
  if (typeof name !== "string") return "";
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "_");
}

function namedByArguments(tool: string, given: Readonly<Record<string, unknown>>): Named[] {
  const lines = linesIn(given);
  return Object.entries(given)
    .filter(([name]) => pathNames.test(name) || addressNames.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? items(value) : [value]))
    .slice(0, maxNamedByStep)
    .flatMap((value) => {
      const text = isRecord(value) ? (value["path"] ?? value["url"]) : value;
      return typeof text === "string" ? placeIn(tool, text, lines) : [];
    });
}

function linesIn(given: Readonly<Record<string, unknown>>): LineRange | undefined {
  const numberOf = (names: RegExp) => {
    const [, value] = Object.entries(given).find(([name]) => names.test(name)) ?? [];
    const line = typeof value === "string" && value !== "" ? Number(value) : value;
    return typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? line : undefined;
  };
  const [first, last] = [numberOf(firstNames), numberOf(lastNames)];
  if (first === undefined && last === undefined) return undefined;
  return { first: first ?? 1, last: last ?? maxLine };
}

/** A query that is nothing but a path or an address, such as `read src/cart.ts`. */
function namedByQuery(tool: string, query: string): Named[] {
  const words = query.trim().replace(verb, "");
  return /\s/.test(words) ? [] : placeIn(tool, words);
}

function placeIn(tool: string, text: string, lines?: LineRange): Named[] {
  const written = text.trim();
  const url = /^https?:\/\/\S+$/i.test(written) ? URL.parse(written) : null;
  if (url) return [{ kind: tool === "document_retriever" ? "document" : "page", url: url.href }];
  const file = fileIn(written.replace(/^file:\/\//i, "").replace(/(?<=:\d+)–(?=\d+$)/, "-"));
  if (!file) return [];
  const range = file.lines ?? lines;
  return [{ kind: "file", path: file.path, ...(range && { lines: range }) }];
}

/** A line that a search has found, such as `src/cart.ts:12: let total`. */
const foundLine = /^([^\s:][^:]{0,300}):(\d{1,7}):(?:\d+:)?\s*\S/;
/** A numbered one below the name of its file, as `rg --heading` writes them. */
const numberedLine = /^(\d{1,7})[:-]/;
const maxFound = 2_000;

/** The lines in the result of a search. */
function placesFound(result: string): Named[] {
  const found: Named[] = [];
  let heading = "";
  for (const line of result.split("\n")) {
    if (found.length === maxFound) break;
    const [, number] = numberedLine.exec(line) ?? [];
    const [, path, at] =
      number === undefined ? (foundLine.exec(line) ?? []) : ["", heading, number];
    if (number === undefined) heading = unquotedName(line.trim().replace(/:\d+$/, ""));
    if (path === undefined || !isFile(path)) continue;
    found.push({ kind: "file", path, lines: { first: Number(at), last: Number(at) } });
  }
  return found;
}

function isFile(path: string): boolean {
  const file = fileWritten(path);
  return file !== undefined && file.lines === undefined && isPlainlyFile(file);
}

/** With what may follow, so that nothing is looked at twice. */
const webAddress = /https:\/\/[^\s"'`<>\\]*/g;

/** What a search of the web has found, other than what it was asked for. */
function addressesFound({ given, input, result }: CalledStep): Named[] {
  const asked = given + JSON.stringify(input ?? "");
  const alone: AddressSource[] = [];
  const within: AddressSource[] = [];
  for (const { index } of result.matchAll(webAddress)) {
    if (alone.length + within.length === maxNamedByStep) break;
    const end = addressEnd(result, index) ?? index;
    const url = result.slice(index, end);
    if (url === "" || asked.includes(url)) continue;
    const isAlone = [result[index - 1], result[end]].every((one) => (one ?? "\n") === "\n");
    if (!isAlone) within.push({ kind: "page", url });
    else alone.push({ kind: "page", url, ...titleBefore(result, index) });
  }
  // Those in the text of a result were not found themselves.
  return alone.length > 0 ? alone : within;
}

/** The line before an address, such as `1. Rounding of amounts`. */
function titleBefore(result: string, index: number): { title?: string } {
  const before = result.slice(Math.max(0, index - 500), Math.max(0, index - 1));
  const title = before.slice(before.lastIndexOf("\n") + 1).replace(/^\d+[.)]\s*/, "");
  return /^\s*$|:\/\//.test(title) ? {} : { title };
}

function joinedSources(named: readonly Named[]): readonly Source[] {
  const byPlace = Map.groupBy(named, (one) =>
    one.kind === "file" ? `file ${plainPath(one.path)}` : `address ${plainAddress(one.url)}`,
  );
  return [...byPlace.values()].flatMap((same): Source[] => {
    const [first] = same;
    if (!first) return [];
    if (first.kind !== "file") {
      // What was read counts more than that it was found.
      const kind = same.some((one) => one.kind === "document") ? "document" : first.kind;
      return [{ ...first, kind }];
    }
    const ranges = same.flatMap((one) => (one.kind === "file" && one.lines) || []);
    const lines = ranges.length === same.length ? joinedRanges(ranges) : [];
    return [{ kind: "file", path: plainPath(first.path), lines }];
  });
}

function joinedRanges(ranges: readonly LineRange[]): LineRange[] {
  const apart: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = apart.at(-1);
    if (!before || range.first > before.last + 1) apart.push(range);
    else apart[apart.length - 1] = { ...before, last: Math.max(before.last, range.last) };
  }
  return apart;
}

/** With slashes, without `./`. */
function plainPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

/** What is the same wherever an address is written. */
function plainAddress(url: string): string {
  const { host = "", pathname = "", search = "" } = URL.parse(url) ?? {};
  return host === "" ? url : `${host}${pathname.replace(/\/$/, "")}${search}`;
}
