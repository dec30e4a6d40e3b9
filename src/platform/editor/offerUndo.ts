import { LocalError } from "../core/localError";
import { t } from "../../kit/l10n";
import type { Notify } from "./notify";

/** Milliseconds for which something can be undone. */
const undoableFor = 300_000;

interface Undoable {
  readonly sentence: string;
  /** Can be repeated if it rejects. */
  undo(): Promise<void>;
  /** Called once it can no longer be undone. */
  forget?(): void;
}

/** Says what was done, with *Undo* for as long as the notification exists, five minutes at most. */
export async function offerUndo(
  { sentence, undo, forget }: Undoable,
  notify: Notify,
  forMs = undoableFor,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => {
    if (!over.signal.aborted) forget?.();
    over.abort();
  };
  const timer = setTimeout(end, forMs);
  const tryUndo = async (): Promise<void> => {
    try {
      if (over.signal.aborted) throw new LocalError("not-found", t("It is too late to undo this."));
      await undo();
      clearTimeout(timer);
      end();
    } catch (error) {
      notify.failure(error, { retry: tryUndo });
    }
  };
  const button = t("Undo");
  const chosen = await notify.tell(sentence, [button]);
  if (chosen === button) return tryUndo();
  clearTimeout(timer);
  end();
}
