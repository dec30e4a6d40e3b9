const tokenPattern = "[!#$%&'*+.^_`|~\\w-]+";
const essence = new RegExp(`^[\\t\\n\\r ]*(${tokenPattern}/${tokenPattern})[\\t\\n\\r ]*(?:;|$)`);

/** `type/subtype` of a Content-Type in lower case; `undefined` if it is malformed. */
export function essenceOf(contentType: string): string | undefined {
  return essence.exec(contentType)?.[1]?.toLowerCase();
}

/** True for `application/json` and for `+json` types. */
export function isJsonType(essence: string | undefined): boolean {
  return essence === "application/json" || essence?.endsWith("+json") === true;
}
