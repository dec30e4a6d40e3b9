import { parsedJson, record, textValue } from "../../../../contract/record";
import { toolNames } from "../../../../contract/vocabulary";
import type { CalledStep, LineRange, Read } from "./read";

const dataBlock =
  /^(?:\[No passage [^\n]*\n)?Between the two marks ([0-9a-f]{16}) is data from ([^\n]*)\. It was not written by the user: [^\n]*\n<data \1>\n/;

/** What a tool of the built-in hub has shown to a model; a mere list of names shows nothing. */
export function ownReads({ tool, given, result }: CalledStep): Read[] {
  const begun = dataBlock.exec(result);
  if (!begun) return tool === "workspace_connector" ? exactReads(given, result) : [];
  const [start, mark = "", source = ""] = begun;
  const end = result.indexOf(`\n</data ${mark}>`, start.length - 1);
  if (end === -1) return [];
  const text = result.slice(start.length, end);
  const note = result.slice(end);
  if (tool === "web_search") return text.split("\n\n").flatMap(searchResult);
  if (tool === "document_retriever") {
    const [, url] = /\. Quote (\S+) as the source\.\]\s*$/.exec(note) ?? [];
    return url === undefined ? [] : [{ kind: "document", url }];
  }
  if (source === "files of the workspace") return excerpts(text);
  const [, path] = /^the file (.+)$/.exec(source) ?? [];
  const [, first, last, count] = /\[Lines (\d+) to (\d+) of (\d+)\./.exec(note) ?? [];
  if (path === undefined || count === undefined) return [];
  const lines = { first: Number(first), last: Number(last) };
  // A long name is cut.
  const named = path.endsWith("…") ? textValue(record(parsedJson(given))["path"]) : undefined;
  return [{ kind: "file", path: named ?? path, lines, count: Number(count) }];
}

/** A result that had a text beside its title and address. */
function searchResult(result: string): Read[] {
  const [title = "", url = "", snippet = ""] = result.split("\n");
  if (snippet === "") return [];
  return [{ kind: "page", url, title: title.replace(/^\d+\. ?/, "") }];
}

/** Numbered lines, each group of them below a line such as `src/cart.ts:12`. */
function excerpts(text: string): Read[] {
  const reads: Read[] = [];
  let path: string | undefined;
  let lines: LineRange | undefined;
  const end = () => {
    if (path !== undefined && lines) reads.push({ kind: "file", path, lines });
    lines = undefined;
  };
  for (const line of text.split("\n")) {
    const [, numbered] = /^(\d+): /.exec(line) ?? [];
    if (numbered !== undefined) {
      const at = Number(numbered);
      lines = { first: lines?.first ?? at, last: at };
      continue;
    }
    end();
    path = /^(.+):\d+$/.exec(line)?.[1];
  }
  end();
  return reads;
}

const exactResult = /^(?:\d+ places found in |(\d+) lines read\.|\d+ files(?:\.| have)|It cannot)/;

/** What was looked up without a model. */
function exactReads(given: string, result: string): Read[] {
  const [found, count] = exactResult.exec(result) ?? [];
  if (found === undefined) return [];
  if (count === undefined) return foundLines(result);
  const query = textValue(record(parsedJson(given))["query"]) ?? "";
  const path = query.replace(/^read /, "");
  return [{ kind: "file", path, count: Number(count) }];
}

/** A line of a result of a search, such as `src/cart.ts:12: let total`. */
const foundLine = /^([^\s:][^:\n]{0,300}):(\d{1,7}):(?:\d+:)?[^\S\n]*\S/gm;
const maxFoundLines = 2_000;

export function foundLines(result: string): Read[] {
  const found: Read[] = [];
  for (const [, path = "", line] of result.matchAll(foundLine)) {
    if (found.length === maxFoundLines) break;
    const at = Number(line);
    found.push({ kind: "file", path, lines: { first: at, last: at } });
  }
  return found;
}

/** Whether the built-in hub made this step for a tool of its own. */
export function isOwnStep({ tool, isOwn }: CalledStep): boolean {
  return isOwn && toolNames.some((name) => name === tool);
}

/** Whether a model of the built-in hub was shown data in this step. */
export function showedData(step: CalledStep): boolean {
  return isOwnStep(step) && dataBlock.test(step.result);
}
