import type { Desk } from "./ability";
import { guessLanguage, languageOf } from "../reading/languages";
import { code } from "../reading/markdown";
import type { Question } from "../reading/question";

/** Code to examine, and its name. */
export interface Source {
  readonly text: string;
  readonly language: string;
  /** Such as `src/cart.ts` or `the selection`. */
  readonly name: string;
}

const fileName =
  /(?:^|[\s"'`(])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[a-z]\w{0,9})(?=$|[\s"'`),?!:]|\.(?:\s|$))/i;

/** The file that a question names. */
export function fileNamed({ words }: Question): string | undefined {
  return fileName.exec(words)?.[1];
}

/** The attached code, or the file of the workspace that the question names; else why there is none. */
export async function sourceOf(question: Question, { workspace }: Desk): Promise<Source | string> {
  const { text, language, isAttached, words } = question;
  if (isAttached || (words === "" && text.trim() !== "")) {
    return { text, language: languageOf(language) || guessLanguage(text), name: "the selection" };
  }
  const name = fileNamed(question);
  if (name === undefined) {
    return "Select the code to look at, or name a file of the workspace, such as `src/index.ts`.";
  }
  if (typeof workspace === "string") return `The file \`${name}\` was not read. ${workspace}`;
  const [file, ...others] = await workspace.read(name);
  if (!file) {
    return `The file \`${name}\` is not in the workspace, is not text, is too large, or may hold secrets. Name it relative to its folder.`;
  }
  if (others.length > 0) {
    const names = [file, ...others].map((each) => code(each.name)).join(", ");
    return `Several folders have a file \`${name}\`. Name one of them with its folder: ${names}.`;
  }
  return {
    text: file.text,
    language: languageOf(file.name) || guessLanguage(file.text),
    name: file.name,
  };
}
