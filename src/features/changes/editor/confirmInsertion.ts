import * as vscode from "vscode";
import { hiddenCharacters, withoutHidden } from "../core/hiddenCharacters";
import { t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import { plainText } from "../../../platform/editor/plainText";
import { riskOf } from "./risks";
import { askAboutHidden } from "./hiddenQuestion";
import { confirm } from "../../../platform/editor/confirm";

/** In bytes: inserting more into a document needs confirmation. */
export const largeBytes = 1024 * 1024;

/** Where an answer is about to go; the URI if it is an existing document. */
export type Destination = vscode.Uri | "clipboard" | "new file";

/** Asks about risks that are easy to overlook. Returns the text to use, or `undefined` if declined. */
export async function confirmInsertion(text: string, to: Destination): Promise<string | undefined> {
  const bytes = Buffer.byteLength(text);
  if (to !== "clipboard" && bytes > largeBytes) {
    const size = sizeOf(bytes);
    if (
      !(await insertAfter(
        t("The answer is large: {0}. Insert it?", size),
        t("It may take a while."),
      ))
    )
      return undefined;
  }
  const risk = to instanceof vscode.Uri ? riskOf(to) : undefined;
  if (risk && !(await insertAfter(risk.why(plainText(risk.name, 60)), risk.advice)))
    return undefined;
  return withHiddenSettled(text);
}

function insertAfter(sentence: string, detail: string): Promise<boolean> {
  return confirm(sentence, { detail, yes: t("Insert"), no: t("Do Not Insert") });
}

async function withHiddenSettled(text: string): Promise<string | undefined> {
  const hidden = hiddenCharacters(text);
  if (hidden.length === 0) return text;
  const chosen = await askAboutHidden(
    t(
      "The answer contains invisible characters, or characters that change the order in which text is displayed.",
    ),
    hidden.map(({ codePoint, line }) => t("{0} on line {1}", codePoint, line)),
  );
  if (chosen === "clean") return withoutHidden(text);
  return chosen === "all" ? text : undefined;
}
