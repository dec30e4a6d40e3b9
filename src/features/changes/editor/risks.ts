import type * as vscode from "vscode";
import type { Reason } from "../core/fileChange";
import { t } from "../../../kit/l10n";

export interface Risk {
  /** The file's own name. */
  readonly name: string;
  readonly why: Reason;
  readonly advice: string;
}

const ownSettings: Reason = (file) =>
  t("{0} is part of your own settings, which can make VS Code run programs.", file);

/** Files whose text the editor, a shell, Git or a build executes or obeys, grouped by possible effect. */
const risks: readonly (readonly [path: RegExp, why: Reason])[] = [
  [/\/(User|Machine)\/(profiles\/[^/]+\/)?[^/]+\.json$/i, ownSettings],
  [
    /(^|\/)\.vscode\/(tasks|launch)\.json$/i,
    (file) => t("{0} tells VS Code which programs to run.", file),
  ],
  [
    /(^|\/)(\.vscode\/[^/]+\.json|[^/]+\.code-workspace|\.devcontainer(\/[^/]+)*\/[^/]+|\.devcontainer\.json)$/i,
    (file) => t("{0} can make VS Code run programs, and weaken its protection.", file),
  ],
  [
    /(^|\/)(\.git(\/.+)?|\.gitconfig|\.gitmodules|\.husky\/.+)$/i,
    (file) => t("{0} can make Git run programs.", file),
  ],
  [
    /(^|\/)\.github\/(workflows|actions)\/.+$/i,
    (file) => t("{0} runs on the build server, which has access to secrets.", file),
  ],
  [
    /(^|\/)package\.json$/i,
    (file) => t("{0} contains scripts that run when packages are installed or built.", file),
  ],
  [
    /(^|\/)(\.((ba|z|k|c|tc)?sh(rc|env)|(bash_|z)?(profile|login|logout)|bash_aliases|envrc)|config\.fish|[^/]*profile\.ps1)$/i,
    (file) => t("{0} runs whenever a shell starts.", file),
  ],
];

/** What makes this file more than text, if anything. */
export function riskOf({ scheme, path }: vscode.Uri): Risk | undefined {
  const why =
    scheme === "vscode-userdata" ? ownSettings : risks.find(([pattern]) => pattern.test(path))?.[1];
  if (why === undefined) return undefined;
  const name = path.split("/").at(-1) ?? path;
  return {
    name,
    why,
    advice: t("Review the answer as carefully as you would review a script. Insert it?"),
  };
}
