import { t } from "../kit/l10n";
import { parsedJson, record } from "./record";

/** What goes along with each request to an origin. */
export interface AddressExtras {
  /** Names in lower case; the values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of the body, for language models. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const noExtras: AddressExtras = { headers: {}, fields: {} };

/** What is decided by the request itself, or by the connection. */
const ownHeader =
  /^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|proxy-.*|svc-api-key|te|trailer|transfer-encoding|upgrade)$/;
const ownField = /^(?:model|messages|tools|tool_choice|stream|stream_options)$/;

/** Why a header cannot be named so. */
export function headerNameProblem(typed: string): string | undefined {
  const name = typed.trim().toLowerCase();
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    return t("The name of a header has letters, digits and hyphens only.");
  return ownHeader.test(name) ? t("Expert Hub sets {0} itself.", name) : undefined;
}

/** Visible characters of ASCII, with spaces and tabs in between. */
export function isHeaderValue(value: string): boolean {
  return /^[!-~](?:[\t -~]*[!-~])?$/.test(value);
}

/** Why a field cannot be named so. */
export function fieldNameProblem(typed: string): string | undefined {
  const name = typed.trim();
  if (name === "") return t("Enter a name.");
  return ownField.test(name) ? t("Expert Hub sets {0} itself.", name) : undefined;
}

/** What was stored as JSON, without what cannot be sent. */
export function extrasIn(text: string | undefined): AddressExtras {
  const stored = record(text === undefined ? undefined : parsedJson(text));
  const headers = Object.entries(record(stored["headers"])).flatMap(([name, value]) =>
    headerNameProblem(name) === undefined && typeof value === "string" && isHeaderValue(value)
      ? [[name, value] as const]
      : [],
  );
  const fields = Object.entries(record(stored["fields"])).filter(
    ([name]) => fieldNameProblem(name) === undefined,
  );
  return { headers: Object.fromEntries(headers), fields: Object.fromEntries(fields) };
}
