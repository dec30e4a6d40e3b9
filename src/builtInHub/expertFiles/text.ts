/** Control characters except line breaks and tabs. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Text without control characters and halves of characters. */
export function cleaned(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controls, "").toWellFormed().trim();
}

/** The text in one line, at most so many characters long. */
export function inOneLine(text: string, most: number): string {
  const characters = [...cleaned(text).replace(/\s+/gu, " ")];
  return characters.length <= most
    ? characters.join("")
    : `${characters.slice(0, most - 1).join("")}…`;
}
