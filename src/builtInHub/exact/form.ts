/** Words that stand for the attached text, such as `this` or `the following string`. */
export const pointer =
  "(?:this|that|it|these|them|text|string|the following|(?:(?:this|that|these|the|my|following|above|attached|selected) )+" +
  "(?:text|string|value|content|data|file|document|block|lines|word|token|input|selection))";

/** The parts of rows by their names in capitals; one may consist of those behind it. */
export type Parts = Readonly<Record<string, string>>;

/**
 * One row of a grammar, which words fit from their beginning to their end or not at all. `(a|b)` is
 * a choice, `[a|b]` one that may be missing with its space, `-` a hyphen, underscore, space or nothing.
 */
export function form(row: string, parts: Parts = {}): RegExp {
  const pattern = row
    .replaceAll(/(?<!\\)\((?!\?)/g, "(?:")
    .replace(/^(?:\[[^\]]+\] )+/, (start) =>
      start.replaceAll("[", "(?:(?:").replaceAll("] ", ") )?"),
    )
    .replaceAll(/( ?)\[/g, "(?:$1(?:")
    .replaceAll("]", "))?")
    .replaceAll(/(?<=[\w)])-(?=\w)/g, "[\\s_-]?");
  const whole = Object.entries(parts).reduce(
    (held, [name, part]) => held.replaceAll(name, () => part),
    pattern,
  );
  return new RegExp(`^(?:${whole.replaceAll(" ", "\\s+")})$`, "isu");
}

/** The rows for each act as patterns. */
export function formsOf<Act extends string>(
  rows: Readonly<Record<Act, readonly string[]>>,
  parts?: Parts,
) {
  return (Object.keys(rows) as Act[]).flatMap((act) =>
    rows[act].map((row) => ({ act, pattern: form(row, parts) })),
  );
}

/** Whether words stand for the attached text. */
export const pointsAtText = form(pointer);

const quoted =
  /^(?:(?:the |this )?(?:string|text|word|value) )?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”)$/is;

/** What stands between quotation marks, if that is all there is. */
export function quotedText(written: string): string | undefined {
  return quoted
    .exec(written)
    ?.slice(1)
    .find((part) => part !== undefined);
}

/** Whether a fence names no language, or says that its text is in none. */
export const isPlainText = (language: string): boolean =>
  /^(?:|text|txt|plain|plaintext)$/.test(language);
