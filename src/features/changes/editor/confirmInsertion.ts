import * as vscode from "vscode";
import { hiddenCharacters, withoutHidden } from "../core/hiddenCharacters";
import { t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import type { ConfirmationReason, Confirmer } from "../../../platform/core/confirmer";
import { asOneQuestion, decide } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import { riskOf } from "./risks";

/** In bytes: inserting more into a document needs confirmation. */
export const largeBytes = 1024 * 1024;

/** Where an answer is about to go; the URI if it is an existing document. */
export type Destination = vscode.Uri | "clipboard" | "new file";

/** Asks about risks that are easy to overlook. Returns the text to use, or `undefined` if declined. */
export async function confirmInsertion(
  text: string,
  to: Destination,
  chat?: Confirmer,
): Promise<string | undefined> {
  const hidden = hiddenCharacters(text);
  const bytes = to === "clipboard" ? 0 : Buffer.byteLength(text);
  const risk = to instanceof vscode.Uri ? riskOf(to) : undefined;
  const confirmations = [
    ...(bytes > largeBytes
      ? [
          {
            sentence: t("The answer is large: {0}. Insert it?", sizeOf(bytes)),
            reasons: [{ text: t("It may take a while.") }],
          },
        ]
      : []),
    ...(risk
      ? [{ sentence: risk.why(plainText(risk.name, 60)), reasons: [{ text: risk.advice }] }]
      : []),
    ...(hidden.length > 0 ? [hiddenConfirmation(hidden)] : []),
  ];
  if (confirmations.length === 0) return text;
  const request = {
    ...asOneQuestion(confirmations, t("Insert this answer?")),
    choices: hidden.length > 0 ? hiddenChoices() : [t("Insert")],
    no: to === "clipboard" ? t("Do Not Copy") : t("Do Not Insert"),
    // The first choice leaves hidden characters out.
    enterAgrees: !risk,
  };
  const choice = await decide(request, { chat });
  if (choice === undefined) return undefined;
  return hidden.length > 0 && choice === 0 ? withoutHidden(text) : text;
}

function hiddenConfirmation(hidden: ReturnType<typeof hiddenCharacters>) {
  return {
    sentence: t(
      "The answer contains invisible characters, or characters that change the order in which text is displayed.",
    ),
    reasons: placesInWords(
      hidden.map(({ codePoint, line }) => t("{0} on line {1}", codePoint, line)),
    ),
  };
}

const maxPlaces = 8;

/** What to do with hidden characters, in the order of the buttons. */
export const hiddenChoices = (): string[] => [t("Use Without Them"), t("Use As Is")];

/** As many places as are shown. */
export function placesInWords(places: readonly string[]): ConfirmationReason[] {
  const lines = places.slice(0, maxPlaces);
  if (places.length > lines.length) lines.push(t("and {0} more", places.length - lines.length));
  return lines.map((text) => ({ text }));
}
