import * as vscode from "vscode";
import { hiddenCharacters, withoutHidden } from "../../app/hiddenCharacters";

/** Files whose text the editor or a build runs. */
const executed =
  /(^|\/)(\.vscode\/[^/]+\.json|[^/]+\.code-workspace|\.git\/.+|\.github\/workflows\/.+|package\.json|\.(bash|zsh)rc|\.(bash_|z)?profile)$/;

/** Asks about what the eye would miss. Gives the text to use, or `undefined` for a no. */
export async function pass(text: string, uri?: vscode.Uri): Promise<string | undefined> {
  if (uri && (executed.test(uri.path) || uri.scheme === "vscode-userdata")) {
    const name = uri.path.split("/").at(-1) ?? uri.path;
    const yes = "Insert";
    const chosen = await vscode.window.showWarningMessage(
      `${name} can make programs run. Insert the answer there?`,
      { modal: true, detail: "Read it as you would read a script." },
      yes,
    );
    if (chosen !== yes) return undefined;
  }
  const hidden = hiddenCharacters(text);
  if (hidden.length === 0) return text;
  const places = hidden.slice(0, 8).map(({ codePoint, line }) => `${codePoint} in line ${line}`);
  if (hidden.length > places.length) places.push(`and ${hidden.length - places.length} more`);
  const without = "Use Without Them";
  const all = "Use As It Is";
  const chosen = await vscode.window.showWarningMessage(
    "The answer holds characters that do not show, or that change the order of what shows.",
    { modal: true, detail: places.join("\n") },
    without,
    all,
  );
  if (chosen === without) return withoutHidden(text);
  return chosen === all ? text : undefined;
}
