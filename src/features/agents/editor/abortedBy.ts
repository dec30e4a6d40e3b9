import type * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";

/** A signal that is aborted once VS Code cancels. */
export function abortedBy(token: vscode.CancellationToken): Disposable & { signal: AbortSignal } {
  const ending = new AbortController();
  const listening = token.onCancellationRequested(() => ending.abort());
  if (token.isCancellationRequested) ending.abort();
  return { signal: ending.signal, dispose: () => listening.dispose() };
}
