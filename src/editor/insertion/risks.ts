import type * as vscode from "vscode";

export interface Risk {
  /** The file's own name. */
  readonly name: string;
  /** Continues the sentence after the name. */
  readonly why: string;
  readonly advice: string;
}

const ownSettings = "is part of your own settings, which can make VS Code run programs";

/** Files whose text the editor, a shell, Git or a build executes or obeys, grouped by possible effect. */
const risks: readonly (readonly [path: RegExp, why: string])[] = [
  [/\/(User|Machine)\/(profiles\/[^/]+\/)?[^/]+\.json$/i, ownSettings],
  [/(^|\/)\.vscode\/(tasks|launch)\.json$/i, "tells VS Code which programs to run"],
  [
    /(^|\/)(\.vscode\/[^/]+\.json|[^/]+\.code-workspace|\.devcontainer(\/[^/]+)*\/[^/]+|\.devcontainer\.json)$/i,
    "can make VS Code run programs, and weaken its protection",
  ],
  [/(^|\/)(\.git(\/.+)?|\.gitconfig|\.gitmodules|\.husky\/.+)$/i, "can make Git run programs"],
  [
    /(^|\/)\.github\/(workflows|actions)\/.+$/i,
    "runs on the build server, which has access to secrets",
  ],
  [/(^|\/)package\.json$/i, "contains scripts that run when packages are installed or built"],
  [
    /(^|\/)(\.((ba|z|k|c|tc)?sh(rc|env)|(bash_|z)?(profile|login|logout)|bash_aliases|envrc)|config\.fish|[^/]*profile\.ps1)$/i,
    "runs whenever a shell starts",
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
    advice: "Review the answer as carefully as you would review a script. Insert it?",
  };
}
