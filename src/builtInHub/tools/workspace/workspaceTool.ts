import {
  withErrorText,
  CallProblem,
  type ServiceTool,
  argumentsOf,
  countArgument,
  textArgument,
  type GivenArguments,
} from "../tool";
import { searchFiles } from "./searchFiles";
import type { SearchIndex } from "./searchIndex";
import {
  placeMeant,
  tidied,
  type View,
  cutShort,
  namesBelow,
  rootsOf,
  limits,
  shownAs,
} from "./walk";
import { quotedName } from "../../../kit/quotedName";
import { asData, wholeEnd } from "../dataBlock";
import type { MaskedSecret } from "../../../contract/secrets/maskSecrets";
import { maskedNote, textFilesNamed, type MaskedFile } from "./textFiles";

const defaultLines = 200;
const maxLines = 400;
const maxCharacters = 16_000;
const maxLineLength = 2000;

/** A part of a file; lines and columns count from 1. */
interface Range {
  readonly from: number;
  readonly to: number | undefined;
  /** Where the first line starts. */
  readonly column: number;
}

/** Numbered lines of one file, with notes on what was cut or masked. */
async function readLines(view: View, path: string, range: Range): Promise<string> {
  const [file, ...others] = await textFilesCalled(view, path);
  if (!file) {
    throw new CallProblem(
      `${quotedName(path)} cannot be read. It is not a file in the open folders, or it is ignored, excluded, in a hidden folder, binary, likely to hold secrets, or larger than ${limits.fileBytes / 1024} KiB.`,
    );
  }
  if (others.length > 0) {
    const names = [file, ...others].map(({ name }) => quotedName(name));
    throw new CallProblem(`Several folders have this file; say which: ${names.join(", ")}`);
  }
  const { text, secrets } = file;
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (range.from > lines.length) {
    throw new CallProblem(`${quotedName(file.name)} has ${lines.length} lines only.`);
  }
  const { shown, end, next } = numberedLines(lines, range);
  const isSeen = (secret: MaskedSecret) => secret.to >= range.from && secret.from <= end;
  return [
    asData(`the file ${quotedName(file.name)}`, shown.join("\n")),
    `[Lines ${range.from} to ${end} of ${lines.length}.${next === "" ? "" : ` Read on with ${next}.`}]`,
    ...maskedNote(secrets.filter(isSeen)),
  ].join("\n");
}

/** The files of that name, else those whose name was shown to the model in this way. */
async function textFilesCalled(view: View, path: string): Promise<MaskedFile[]> {
  const named = await textFilesNamed(view.folders, tidied(path), view);
  if (named.length > 0) return named;
  const shown = (await shownAs(view, path)).filter(({ isFolder }) => !isFolder);
  const found = shown.map(({ name }) => textFilesNamed(view.folders, name, view));
  return (await Promise.all(found)).flat();
}

interface Numbered {
  readonly shown: readonly string[];
  /** The last line that is shown. */
  readonly end: number;
  /** The arguments that read on; empty at the end. */
  readonly next: string;
}

function numberedLines(lines: readonly string[], { from, to, column }: Range): Numbered {
  const last = Math.min(lines.length, to ?? from + defaultLines - 1, from + maxLines - 1);
  const shown: string[] = [];
  let length = 0;
  let start = column - 1;
  for (let line = from; line <= Math.max(last, from); line++) {
    const text = lines[line - 1] ?? "";
    const end = wholeEnd(text, Math.min(text.length, start + maxLineLength));
    if (shown.length > 0 && length + end - start > maxCharacters) {
      return { shown, end: line - 1, next: `from_line ${line}` };
    }
    shown.push(`${line}: ${text.slice(start, end)}`);
    if (end < text.length) {
      return {
        shown,
        end: line,
        next: `from_line ${line}, from_column ${end + 1}: line ${line} was cut`,
      };
    }
    length += end - start + 8;
    start = 0;
  }
  return { shown, end: last, next: last < lines.length ? `from_line ${last + 1}` : "" };
}

const maxPath = 1000;
const maxQuery = 500;

/** `workspace_connector` for a model: lists, searches and reads files of the open folders, read-only. */
export function workspaceTool(index: SearchIndex): ServiceTool {
  return withErrorText<ServiceTool>({
    name: "workspace_connector",
    description:
      "Looks into the folders that the user has open, read-only. " +
      "Action list: the names of files. Action search: the places that suit a query best. Action read: lines of one file. " +
      "Search first if you do not know the file; read before you make claims about code.",
    parameters: {
      type: "object",
      properties: {
        action: { type: "string", enum: ["list", "search", "read"] },
        path: {
          type: "string",
          description:
            "For read: the file, as list and search name it, with or without quotation marks. For list and search: a folder to stay within.",
        },
        query: {
          type: "string",
          description:
            'For search: identifiers, words, or exact text in double quotes, such as `parseConfig timeout "hub key"`.',
        },
        from_line: { type: "integer", description: "For read: the first line, counted from 1." },
        to_line: { type: "integer", description: "For read: the last line." },
        from_column: {
          type: "integer",
          description: "For read: where to go on within a first line that was cut.",
        },
        offset: {
          type: "integer",
          description: "For list and search: how many results to skip, to read on.",
        },
      },
      required: ["action"],
    },
    async run(given, signal) {
      const folders = index.folders();
      if (folders.length === 0) throw new CallProblem("No folder is open.");
      const view: View = { folders, ...(await index.readable()), signal };
      const named = argumentsOf(given, "query");
      const path = textArgument(named, "path", maxPath) ?? "";
      const query = textArgument(named, "query", maxQuery);
      const offset = countArgument(named, "offset", 0) ?? 0;
      switch (actionOf(named, path, query)) {
        case "list":
          return listFiles(view, await placeMeant(view, path), offset);
        case "search":
          if (query === undefined) throw new CallProblem("A search needs the argument query.");
          return searchFiles(index, query, await placeMeant(view, path), offset);
        case "read":
          if (tidied(path) === "") throw new CallProblem("Reading needs the argument path.");
          return readLines(view, path, {
            from: countArgument(named, "from_line", 1) ?? 1,
            to: countArgument(named, "to_line", 1),
            column: countArgument(named, "from_column", 1) ?? 1,
          });
        default:
          throw new CallProblem("The argument action must be list, search or read.");
      }
    },
  });
}

/** Models leave the action out where the other arguments tell it. */
function actionOf(given: GivenArguments, path: string, query: string | undefined) {
  const action = textArgument(given, "action", 100)?.toLowerCase();
  if (action !== undefined) return action;
  if (query !== undefined) return "search";
  return tidied(path) === "" ? "list" : "read";
}

const maxNames = 200;
const maxListCharacters = 12_000;

/** The names of the files in a folder and below it, nearest first. */
async function listFiles(view: View, below: string, offset: number): Promise<string> {
  const { names, walk } = await namesBelow(view, below);
  let length = 0;
  const next = names.slice(offset, offset + maxNames).map((name) => quotedName(name));
  const shown = next.filter((name) => {
    const fits = length <= maxListCharacters;
    length += name.length + 1;
    return fits;
  });
  const end = offset + shown.length;
  const notes = [
    end < walk.files && shown.length > 0 && `Read on with offset ${end}.`,
    cutShort(walk),
    "Files that are ignored, excluded, binary or in hidden folders are not listed.",
  ].filter(Boolean);
  if (shown.length === 0) {
    const roots = (await rootsOf(view.folders)).map(({ prefix }) => prefix).filter(Boolean);
    return [
      walk.files > 0
        ? `There are ${walk.files} files; offset must be less.`
        : "There are no files to list there.",
      ...(roots.length > 0
        ? [`The open folders are: ${roots.map((root) => quotedName(root)).join(", ")}.`]
        : []),
      ...notes,
    ].join(" ");
  }
  const place = below === "" ? "the workspace" : quotedName(below);
  return [
    asData(`the list of files in ${place}`, shown.join("\n")),
    `[${offset + 1} to ${end} of ${walk.files} files. ${notes.join(" ")}]`,
  ].join("\n");
}
