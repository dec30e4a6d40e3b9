import * as vscode from "vscode";
import type { Disposable } from "../../kit/disposable";
import { timeInWords } from "../../contract/text";
import { t } from "../../kit/l10n";

type Task<T> = (
  signal: AbortSignal,
  progress: Parameters<Parameters<typeof vscode.window.withProgress>[1]>[0],
) => Thenable<T>;

interface Retrying {
  onWillRetry(listener: (retry: { readonly waitMs: number }) => unknown): Disposable;
}

/** VS Code's progress. The signal is aborted when the user cancels; what retries is shown as well. */
export function withProgress<T>(
  options: vscode.ProgressOptions,
  task: Task<T>,
  retrying?: Retrying,
): Thenable<T> {
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancelling = abortedBy(token);
    const waiting = retrying?.onWillRetry(({ waitMs }) => {
      const message = t("Asking again in {0}", timeInWords(Math.ceil(waitMs / 1000)));
      progress.report({ message });
      setTimeout(() => progress.report({ message: "" }), waitMs);
    });
    try {
      return await task(cancelling.signal, progress);
    } finally {
      waiting?.dispose();
      cancelling.dispose();
    }
  });
}

/** A signal that is aborted once VS Code cancels. */
export function abortedBy(token: vscode.CancellationToken): Disposable & { signal: AbortSignal } {
  const ending = new AbortController();
  const listening = token.onCancellationRequested(() => ending.abort());
  if (token.isCancellationRequested) ending.abort();
  return { signal: ending.signal, dispose: () => listening.dispose() };
}
