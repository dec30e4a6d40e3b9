import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { ranked } from "../../../kit/ranking";
import { fileNameOfUri } from "./selection";

/** An error, a warning or a note that VS Code lists. */
export interface Problem extends Pick<vscode.Location, "uri" | "range"> {
  readonly kind: "error" | "warning" | "info";
  readonly message: string;
  /** Such as `cart.ts:12`. */
  readonly place: string;
}

const problemKinds = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "info",
  // Only marks in the text: VS Code does not list them.
  [vscode.DiagnosticSeverity.Hint]: undefined,
} as const;

/** The problems with what was typed in their text or place: errors first, and those of a document. */
export function problemsWith(
  typed: string,
  first: vscode.Uri | undefined,
  max: number,
): readonly Problem[] {
  const all = vscode.languages
    .getDiagnostics()
    .flatMap(([uri, problems]) => problems.map((one) => ({ uri, one })))
    .toSorted((a, b) => a.one.severity - b.one.severity);
  const isFirst = ({ uri }: { uri: vscode.Uri }) => uri.toString() === first?.toString();
  const inOrder = [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))];
  const listed = inOrder.flatMap(({ uri, one }): Problem[] => {
    const kind = problemKinds[one.severity];
    if (!kind) return [];
    const place = `${fileNameOfUri(uri)}:${one.range.start.line + 1}`;
    return [{ uri, range: one.range, kind, message: problemText(one), place }];
  });
  return ranked(listed, typed, {
    max,
    textsOf: ({ message, place }) => [message, place, t("Problem")],
  });
}

/** Its message, with what found it. */
export function problemText({ message, source, code }: vscode.Diagnostic): string {
  const value = typeof code === "object" ? code.value : code;
  const from = [source, value].filter((one) => one !== undefined && one !== "").join(" ");
  return from === "" ? message : `${message} (${from})`;
}
