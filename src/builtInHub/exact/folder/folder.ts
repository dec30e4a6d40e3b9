import { t } from "../../../kit/l10n";
import { code, fence, paragraphs } from "../../markdown";
import { NoResult } from "../../refusal";
import type { TextFile } from "../../tools/workspace/textFiles";
import {
  cutShort,
  maxPlacesShown,
  type Place,
  type Workspace,
} from "../../tools/workspace/workspace";
import type { ExactAbility, Reading } from "../exactAbility";
import { form } from "../form";
import { definitionsOf, importsOf, usesOf } from "./places";

type Look = (workspace: Workspace) => Promise<string>;

const folderParts = {
  NAME: "[`\"']?(?<part>[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\(\\))?)[`\"']?",
  MODULE: "[`\"']?(?<part>(?:@?[\\w$-]+|\\.{1,2})(?:[./][\\w$.-]+)*)[`\"']?",
  PATH: "[`\"']?(?<part>(?:[\\w@.-]+\\/)*[\\w@.-]+)[`\"']?",
  LIST: "(?:list|show|find)(?: me)?(?: all)?(?: the)?",
};
const maxLines = 400;

/** Words that stand for something else than a name in the code. */
const noName =
  /^(?:it|this|that|these|those|they|them|the|a|an|my|our|your|its|each|every|everything|nothing|something|anything|what|code|function|functions|class|file|files|variable|method|and|or)$/i;

const rows: readonly (readonly [string, (part: string) => Look | undefined])[] = [
  ["where is NAME (used|called|referenced)", (part) => named(part, uses)],
  ["where is NAME (defined|declared)", (part) => named(part, definitions)],
  [
    "which files import MODULE",
    (part) => named(part, (word) => find(t("Imports of {0}", code(word)), word, importsOf(word))),
  ],
  ["[LIST] (todo|todos)", () => uses("TODO")],
  ["LIST files [in PATH]", (part) => listed(part.replace(/^\.\/|\/$/g, ""))],
  [
    "(show|open|print) [me] PATH",
    (part) => (/[./]\w/.test(part) ? (workspace) => content(workspace, part) : undefined),
  ],
];
const forms = rows.map(([row, lookFor]) => ({ pattern: form(row, folderParts), lookFor }));

export const folder: ExactAbility = {
  id: 11,
  name: () => t("Folder"),
  text: () =>
    t(
      "Finds where a name is used or defined in the open folder, which files import it, and TODOs; lists files and shows one.",
    ),
  examples: [
    { question: "list TODOs", answer: "src/cart.ts:2" },
    { question: "list files", answer: "src/cart.ts" },
    { question: "where is totalOf used", answer: "src/main.ts:3" },
    {
      question: "where is this used",
      attached: "totalOf",
      language: "typescript",
      answer: "src/main.ts:3",
    },
    { question: "where is totalOf defined", answer: "src/cart.ts:1" },
    { question: "which files import totalOf", answer: "src/main.ts:1" },
    { question: "show src/cart.ts", answer: "export function totalOf" },
  ],
  read({ words, attached }) {
    if (attached) return aboutSelection(words, attached.text.trim());
    for (const { pattern, lookFor } of forms) {
      const found = pattern.exec(words);
      const look = found && lookFor(found.groups?.["part"] ?? "");
      if (look) return reading(look);
    }
    return undefined;
  },
};

/** `Where is this used?` about a single name. */
function aboutSelection(words: string, text: string): Reading | undefined {
  const [, act] =
    /^where is (?:this|it) (used|called|referenced|defined|declared)$/i.exec(words) ?? [];
  const [, , word = ""] = /^(["'`]?)([\p{L}_$][\p{L}\p{N}_$-]*)\1$/u.exec(text) ?? [];
  if (act === undefined || word === "") return undefined;
  return reading(/^de/i.test(act) ? definitions(word) : uses(word));
}

const reading = (look: Look): Reading => ({
  answer: ({ workspace }) => (typeof workspace === "string" ? workspace : look(workspace)),
});

function named(part: string, look: (word: string) => Look): Look | undefined {
  const word = part.replace(/\(\)$/, "");
  return noName.test(word) ? undefined : look(word);
}

const uses = (word: string): Look =>
  find(t("Lines with {0}", code(word)), word, usesOf(word), true);
const definitions = (word: string): Look =>
  find(t("Definitions of {0}", code(word)), word, definitionsOf(word));

/** `isComplete`: there is no place that `read` does not know. */
function find(
  title: string,
  query: string,
  read: (file: TextFile) => readonly Place[],
  isComplete = false,
): Look {
  return async (workspace) => {
    const { places, walk } = await workspace.collect(query, read);
    const files = new Set(places.map((place) => place.name)).size;
    if (places.length === 0 && !isComplete)
      throw new NoResult(
        t("{0}: none found in {1} files, but only their usual forms are known.", title, walk.files),
      );
    const summary =
      places.length === 0
        ? t("{0}: none in {1} files.", title, walk.files)
        : t("{0}: {1} in {2} of {3} files.", title, places.length, files, walk.files);
    const shown = places
      .slice(0, maxPlacesShown)
      .map(({ name, line, text }) => `${name}:${line}: ${text}`);
    return paragraphs(
      summary,
      shown.length > 0 && fence(shown.join("\n"), "text"),
      places.length > maxPlacesShown && t("Only the first {0} are shown.", maxPlacesShown),
      cutShort(walk),
    );
  };
}

function listed(below: string): Look {
  return async (workspace) => {
    const { names, walk } = await workspace.names(below);
    if (names.length === 0) throw new NoResult(t("There are no files to list there."));
    return paragraphs(
      t(
        "Files: {0}. Files that are ignored, excluded, hidden or not text are not listed.",
        names.length,
      ),
      fence(names.slice(0, maxLines).join("\n"), "text"),
      names.length > maxLines && t("Only the first {0} are shown.", maxLines),
      cutShort(walk),
    );
  };
}

async function content(workspace: Workspace, path: string): Promise<string> {
  const [file, ...others] = await workspace.read(path);
  if (!file)
    throw new NoResult(
      t("{0} is not in the folder, is not text, is too large, or may hold secrets.", code(path)),
    );
  if (others.length > 0) {
    const names = [file, ...others].map((each) => code(each.name)).join(", ");
    return t("Several folders have this file. Name one of them with its folder: {0}", names);
  }
  const lines = file.text.replace(/\n$/, "").split(/\r?\n/);
  return paragraphs(
    fence(lines.slice(0, maxLines).join("\n"), file.name.slice(file.name.lastIndexOf(".") + 1)),
    lines.length > maxLines && t("Only the first {0} are shown.", maxLines),
  );
}
