import { isRecord, items, parsedJson, record } from "../../../../contract/record";
import { fileReference, isPlainlyFile, type FileReference } from "../../../../kit/fileReference";
import { addressEnd, fileIn, fileWritten } from "../../../../kit/references";
import { foundLines } from "./ownReads";
import { maxLine, type CalledStep, type LineRange, type Read } from "./read";

/** Words in the name of a tool, or of what it shall do, for what shows no text of a file or page. */
const showsNothing =
  /(?:^|_)(?:list|ls|dir|tree|glob|find|search|grep|stat|exists|write|create|make|delete|remove|move|rename|copy|edit|update|replace|insert|patch|save|upload|send|run|exec|execute)(?:_|$)/;
const pathNames =
  /^(?:(?:absolute|relative|target|full)?_?(?:file_?)?(?:path|name)s?|(?:target_?)?files?|uri|source|document)$/i;
const addressNames =
  /^(?:(?:document|page|web)?_?(?:url|uri|link|href|address)(?:s|es)?|source|document)$/i;
const firstNames = /^(?:from|start|first|begin)_?line$|^line_?(?:start|from|begin)$|^line$/i;
const lastNames = /^(?:to|end|last)_?line$|^line_?(?:end|to)$/i;
/** A short text that begins so; files may, as well. */
const failed =
  /^(?!.{300})[\s"'{[]*(?:error["']?\s*:(?!\s*(?:null|false|""))|enoent|failed to|cannot |could not |unable to|(?:file )?not found|no such|\w+ denied)/is;
const verb = /^(?:read|open|show|cat|view|get|fetch|load)\s+/i;
const maxReads = 200;
/** With what may follow, so that nothing is looked at twice. */
const webAddress = /https:\/\/[^\s"'`<>\\]*/g;

/** What a step of another hub has read: what its arguments name, and the places in its result. */
export function namedReads(step: CalledStep): Read[] {
  const { tool, given, input, result } = step;
  if (failed.test(result)) return [];
  const parsed = parsedJson(given);
  const named = isRecord(parsed) ? parsed : record(input);
  const query = typeof input === "string" ? input : (record(input)["query"] ?? parsed);
  const action = named["action"] ?? named["command"] ?? named["operation"];
  const isReading = [tool, action].every((words) => !showsNothing.test(snakeCase(words)));
  return [
    ...(isReading ? readsOfArguments(step, { ...record(input), ...named }) : []),
    ...(isReading && typeof query === "string" ? readOfQuery(step, query) : []),
    ...(tool === "web_search" ? addresses(step) : []),
    ...(tool === "web_search" || tool === "document_retriever"
      ? []
      : foundLines(result).filter((one) => one.kind === "file" && isFile(one.path))),
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

function readsOfArguments(step: CalledStep, given: Readonly<Record<string, unknown>>): Read[] {
  const lines = linesIn(given);
  return Object.entries(given)
    .filter(([name]) => pathNames.test(name) || addressNames.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? items(value) : [value]))
    .slice(0, maxReads)
    .flatMap((value) => {
      const text = isRecord(value) ? (value["path"] ?? value["url"]) : value;
      return typeof text === "string" ? readOf(step, text, lines) : [];
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
function readOfQuery(step: CalledStep, query: string): Read[] {
  const named = query.trim().replace(verb, "");
  return /\s/.test(named) ? [] : readOf(step, named);
}

/** What a text as a whole names. */
function readOf({ tool }: CalledStep, text: string, lines?: LineRange): Read[] {
  const written = text.trim();
  const url = /^https?:\/\/\S+$/i.test(written) ? URL.parse(written) : null;
  if (url) {
    const kind = tool === "document_retriever" ? "document" : "page";
    return tool === "web_search" ? [] : [{ kind, url: url.href }];
  }
  const file = fileIn(written.replace(/^file:\/\//i, "").replace(/(?<=:\d+)–(?=\d+$)/, "-"));
  if (!file || tool === "web_search") return [];
  const range = file.lines ?? lines;
  return [{ kind: "file", path: file.path, ...(range && { lines: range }) }];
}

function isFile(path: string): boolean {
  const file: FileReference | undefined = fileReference(path) ?? fileWritten(path);
  return file !== undefined && file.lines === undefined && isPlainlyFile(file);
}

/** What a search of the web has found, other than what it was asked for. */
function addresses({ given, input, result }: CalledStep): Read[] {
  const asked = given + JSON.stringify(input ?? "");
  const reads: Read[] = [];
  for (const { index } of result.matchAll(webAddress)) {
    if (reads.length === maxReads) break;
    const url = result.slice(index, addressEnd(result, index) ?? index);
    if (url !== "" && !asked.includes(url)) reads.push({ kind: "page", url });
  }
  return reads;
}
