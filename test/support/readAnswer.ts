import { changesIn } from "../../src/features/changes/core/answerChanges";
import type { QuestionText } from "../../src/features/changes/core/questionText";
import { endsWithPath, locate, type FileAddress } from "../../src/features/changes/core/filePath";
import {
  type TargetPlace,
  fileIndentation,
  targetPlace,
} from "../../src/features/changes/core/indentation/fitIndent";
import { languageOf } from "../../src/features/changes/core/indentation/fileLanguage";
import { indentOf } from "../../src/features/changes/core/indentation/measure";
import { proposals, type AnswerFolder } from "../../src/features/changes/core/proposals";

/** An answer, the files of a folder by their paths, and what the question was about. */
export interface GivenAnswer {
  readonly output: string;
  readonly files: Readonly<Record<string, string>>;
  /** The paths of files that were attached. */
  readonly attached?: string | readonly string[] | undefined;
  /** The path of a file, and the text that was selected in it. */
  readonly selection?: readonly [path: string, text: string] | undefined;
  /** Picks one of several files; nobody does if it is absent. */
  readonly pick?: (paths: readonly string[], mayCreate: boolean) => string | undefined;
  /** Replaces how a path is found. */
  readonly find?: AnswerFolder<FileAddress, QuestionText>["find"];
}

const root = { name: "proj", path: "/proj" };

/**
 * What an answer proposes for a folder in memory: the new text of each file that it changes or creates,
 * and what it does not propose, as users read it.
 */
export async function readAnswer({
  output,
  files,
  attached,
  selection,
  pick,
  find,
}: GivenAnswer): Promise<{ files: Record<string, string>; refusals: string[] }> {
  const textOf = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);
  const opened = (file: FileAddress) => ({
    file,
    text: (textOf(file.address) ?? "").replaceAll(/\r\n?/g, "\n"),
  });
  const asked = [
    ...[attached ?? []].flat().map((path) => askedText(path, textOf(path) ?? "", false)),
    ...(selection ? [askedText(selection[0], selection[1], true, textOf(selection[0]))] : []),
  ];
  const folder: AnswerFolder<FileAddress, QuestionText> = {
    asked: { now: asked, all: asked },
    find:
      find ??
      ((path) =>
        locate(path, [root], async (_, names) => {
          const address = names.join("/");
          const isFolder = Object.keys(files).some((one) => one.startsWith(`${address}/`));
          if (isFolder) return { why: (name) => `${name} is a folder.` };
          const exists = textOf(address) !== undefined;
          const hasFolder = Object.keys(files).some((one) => one.startsWith(`${names[0]}/`));
          return { file: { address }, exists, hasFolder };
        })),
    endingWith: async (path) =>
      Object.keys(files).flatMap((address) => (endsWithPath(address, path) ? [{ address }] : [])),
    changeable: async (all) => all,
    exclusionOf: async () => undefined,
    open: async (file) => opened(file),
    openAsked: async ({ address }) =>
      textOf(address) === undefined ? undefined : opened({ address }),
    rangeOf: ({ original }, { file, text }) => {
      const range = onlyPlaceOf(original.replaceAll(/\r\n?/g, "\n"), text);
      return range && { ...range, place: placeAt(file.address, text, range.start, original) };
    },
    pick: async (_, all, mayCreate) => {
      const picked = pick?.(
        all.map(({ address }) => address),
        mayCreate,
      );
      return picked === undefined || picked === "new" ? picked : { address: picked };
    },
  };
  const { files: proposed, refusals } = await proposals(changesIn(output), folder);
  return {
    files: Object.fromEntries(
      proposed.map(({ file: { address }, proposed: text }) => {
        const isCrlf = /\r\n/.test(textOf(address) ?? "");
        return [address, isCrlf ? text.replaceAll("\n", "\r\n") : text];
      }),
    ),
    refusals: refusals.map(({ path, why }) => why(path)),
  };
}

function askedText(
  path: string,
  original: string,
  isSingle: boolean,
  whole = original,
): QuestionText {
  const start = Math.max(0, whole.indexOf(original));
  return {
    address: path,
    path: `${root.path}/${path}`,
    formerPaths: [],
    label: path.split("/").at(-1) ?? path,
    original,
    isSingle,
    range: { start, end: start + original.length },
  };
}

function onlyPlaceOf(text: string, whole: string): { start: number; end: number } | undefined {
  const start = whole.indexOf(text);
  if (start === -1 || whole.includes(text, start + 1)) return undefined;
  return { start, end: start + text.length };
}

/** As an editor sees the place, which takes the step of indentation from the file. */
function placeAt(path: string, text: string, start: number, original: string): TargetPlace {
  const lines = text.split("\n");
  const before = text.slice(0, start).split("\n");
  const line = lines[before.length - 1] ?? "";
  return targetPlace(line, before.at(-1)?.length ?? 0, {
    ...fileIndentation(lines),
    languageId: languageOf(path),
    sent: { indent: indentOf(line), severalLines: /\n/.test(original.trim()) },
  });
}
