import { t } from "../../../kit/l10n";
import type { Question } from "./question";

const maxTitleLength = 80;

/** What the user typed in VS Code's chat, which sends it among its own instructions. */
const typedInEditorChat = /<(prompt|userRequest)>([^]*?)<\/\1>/;

/** The first line of a question, or what it is about. */
export function titleOf({
  typed,
  attachments,
  caller,
}: Pick<Question, "typed" | "caller"> & {
  readonly attachments?: readonly { readonly label: string }[] | undefined;
}): string {
  const own = caller === "languageModel" ? typedInEditorChat.exec(typed)?.[2] : undefined;
  const line = (own ?? typed).trim().split(/[\r\n]/)[0] ?? "";
  const title = line === "" ? (attachments?.[0]?.label ?? t("Untitled")) : line;
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title;
}
