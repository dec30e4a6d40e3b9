const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The unmatched brackets of code; strings and comments must be masked first. */
export function brackets(code: string): { line: number; what: string }[] {
  const open: { mark: string; line: number }[] = [];
  const found: { line: number; what: string }[] = [];
  let line = 1;
  for (const character of code) {
    if (character === "\n") line += 1;
    else if (character in closing) open.push({ mark: character, line });
    else if (character === ")" || character === "]" || character === "}") {
      const last = open.at(-1);
      if (last && closing[last.mark] === character) open.pop();
      else found.push({ line, what: `\`${character}\` closes nothing that is open` });
    }
    if (found.length >= 5) return found;
  }
  return [
    ...found,
    ...open.slice(0, 5).map(({ mark, line }) => ({ line, what: `\`${mark}\` is never closed` })),
  ];
}
