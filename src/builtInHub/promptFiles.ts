import path from "node:path";
import type { PromptFilesReport, PromptFolder, StoredPrompt } from "../contract/savedPrompt";
import { filesIn, type LocatedFile } from "./expertFiles/candidates";
import { frontMatterOf } from "./expertFiles/frontMatter";
import { readText } from "./expertFiles/readText";
import { t, useMessages, type Messages } from "../kit/l10n";
import { cleaned, inOneLine, unusableFile, type Complaint } from "./expertFiles/parts";

/** The most that a file may hold, in bytes. */
const maxPromptBytes = 64 * 1024;
const maxPromptName = 100;
const maxDescription = 300;

interface Parsed {
  readonly prompt: Omit<StoredPrompt, "file"> | undefined;
  readonly complaints: readonly Complaint[];
}

/**
 * The prompts in a folder, in the order of their file names. Never rejects because of a file.
 * `messages` are the translations of the problems.
 */
export async function readPrompts(
  folder: PromptFolder,
  messages: Messages = {},
): Promise<PromptFilesReport> {
  useMessages(messages);
  const { root, directory, ending } = folder;
  const { files, problems } = await filesIn(
    root,
    directory,
    (name) => name.length > ending.length && name.toLowerCase().endsWith(ending),
  );
  const all = await Promise.all(
    files.map(async (located) => ({ located, ...(await parsedFile(located, ending)) })),
  );
  return {
    prompts: all.flatMap(({ located, prompt }) =>
      prompt ? [{ ...prompt, file: located.file }] : [],
    ),
    problems: [
      ...problems,
      ...all.flatMap(({ located: { file }, complaints }) =>
        complaints.map((complaint) => ({ file, ...complaint })),
      ),
    ],
  };
}

async function parsedFile({ name, real }: LocatedFile, ending: string): Promise<Parsed> {
  const read = await readText(real, undefined, maxPromptBytes);
  if (!read || read === "unchanged") return invalidPrompt(t("This file cannot be opened."));
  const { content } = read;
  if ("problem" in content) return invalidPrompt(content.problem);
  return parsePrompt(content.text, path.posix.basename(name).slice(0, -ending.length));
}

/** Unknown fields are ignored: other products have their own. */
async function parsePrompt(text: string, fileName: string): Promise<Parsed> {
  const front = await frontMatterOf(text);
  if (!front.fields) return { prompt: undefined, complaints: front.complaints };
  const { fields, body } = front;
  const field = (name: string, most: number) => inOneLine(fields.text(name) ?? "", most);
  const [expert, ability] = [field("expert", maxPromptName), field("ability", maxPromptName)];
  const prompt = {
    name: field("name", maxPromptName) || inOneLine(fileName, maxPromptName),
    description: field("description", maxDescription),
    text: cleaned(body),
    ...(expert !== "" && { expert }),
    ...(ability !== "" && { ability }),
  };
  if (prompt.text === "") {
    return invalidPrompt(t("This file has no question: write it below the front matter."));
  }
  return { prompt, complaints: fields.complaints };
}

function invalidPrompt(message: string): Parsed {
  return { prompt: undefined, complaints: [unusableFile(message)] };
}
