import { t } from "../../../kit/l10n";

const maxTitleLength = 80;

/** The first line of a question, or what it is about. */
export function titleOf({
  typed,
  attachments,
}: {
  readonly typed: string;
  readonly attachments?: readonly { readonly label: string }[] | undefined;
}): string {
  const line = typed.trim().split(/[\r\n]/)[0] ?? "";
  const title = line === "" ? (attachments?.[0]?.label ?? t("Untitled")) : line;
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title;
}
