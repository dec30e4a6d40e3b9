import * as vscode from "vscode";
import { t } from "../../../kit/l10n";

const maxPlaces = 8;

/** Asks what to do with hidden characters at these places. `undefined` if the user wants none of it. */
export async function askAboutHidden(
  sentence: string,
  places: readonly string[],
  leaveOut?: string,
): Promise<"clean" | "all" | "leaveOut" | undefined> {
  const lines = places.slice(0, maxPlaces);
  if (places.length > lines.length) lines.push(t("and {0} more", places.length - lines.length));
  const answers = [
    { title: t("Use Without Them"), means: "clean" as const },
    { title: t("Use As Is"), means: "all" as const },
    ...(leaveOut === undefined ? [] : [{ title: leaveOut, means: "leaveOut" as const }]),
  ];
  const chosen = await vscode.window.showWarningMessage(
    sentence,
    { modal: true, detail: lines.join("\n") },
    ...answers.map(({ title }) => title),
  );
  return answers.find(({ title }) => title === chosen)?.means;
}
