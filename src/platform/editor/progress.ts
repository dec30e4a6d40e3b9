import * as vscode from "vscode";
import type { Disposable } from "../../kit/disposable";
import { timeInWords } from "../../contract/text";
import { t } from "../../kit/l10n";

type Task<T> = Parameters<typeof vscode.window.withProgress<T>>[1];

interface Retrying {
  onWillRetry(listener: (retry: { readonly waitMs: number }) => unknown): Disposable;
}

/** VS Code's progress for reads from the hub; also shows retries. */
export function withProgress<T>(
  { onWillRetry }: Retrying,
  options: vscode.ProgressOptions,
  task: Task<T>,
): Thenable<T> {
  return vscode.window.withProgress(options, async (progress, token) => {
    const retrying = onWillRetry(({ waitMs }) => {
      const message = t("Asking again in {0}", timeInWords(Math.ceil(waitMs / 1000)));
      progress.report({ message });
      setTimeout(() => progress.report({ message: "" }), waitMs);
    });
    try {
      return await task(progress, token);
    } finally {
      retrying.dispose();
    }
  });
}
