import { t } from "../../kit/l10n";
import type { Fields } from "./fields";
import { frontMatterParts, unusableFile, type Complaint } from "./parts";

/** The fields and the text below them, or why the file cannot be used. */
type FrontMatter =
  | { readonly fields: Fields; readonly body: string }
  | { readonly fields?: undefined; readonly complaints: readonly Complaint[] };

/** The longest front matter, in characters. */
const maxHeader = 16 * 1024;
/** The parser takes seconds for thousands of nested lists. */
const maxBrackets = 500;
const dashes = /(?:[-?][ \t]+){20}/;

/** Splits a Markdown file into its fields and its text. A file without front matter has no fields. */
export async function frontMatterOf(text: string): Promise<FrontMatter> {
  const parts = frontMatterParts(text);
  if (!parts) {
    return refused(t("The front matter that begins here does not end: a line “---” is missing."));
  }
  const { header = "", body } = parts;
  if (header.length > maxHeader) {
    return refused(t("The front matter is longer than {0} KB.", maxHeader / 1024));
  }
  if ((header.match(/[[{]/g)?.length ?? 0) > maxBrackets || dashes.test(header)) {
    return refused(t("The front matter has too many lists or nested values."));
  }
  // With the YAML library, which is loaded with the first front matter.
  const { Fields: Reader } = await import("./fields");
  const fields = Reader.read(header);
  return fields.complaints.length > 0 ? { complaints: fields.complaints } : { fields, body };
}

function refused(message: string): FrontMatter {
  return { complaints: [unusableFile(message)] };
}
