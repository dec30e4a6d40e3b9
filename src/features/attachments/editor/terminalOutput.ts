import { stripVTControlCharacters } from "node:util";

/** Characters of the output of one command: the last ones. */
const maxOutput = 200_000;

/** What a command wrote to its terminal, as far as VS Code hands it on. */
export class TerminalOutput {
  #written = "";
  #isCut = false;

  add(data: string): void {
    this.#written += data;
    if (this.#written.length <= 2 * maxOutput) return;
    this.#written = this.#written.slice(-maxOutput);
    this.#isCut = true;
  }

  /** What is in view at its end, and in a line of its own what is missing. */
  get lines(): readonly string[] {
    // Even a silent command has the mark of the shell integration. VS Code loses what it reads in
    // the same turn as the start of the command.
    if (this.#written === "") return ["(no output was received)"];
    const shown = shownText(this.#written);
    return [
      ...(this.#isCut ? ["(the beginning of the output is left out)"] : []),
      ...(shown === "" ? [] : [shown]),
    ];
  }
}

/** What is in view of it at its end: without colours, and of a line that was written over the last state. */
function shownText(output: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = output.replaceAll(/\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\|$)/g, "");
  return (
    stripVTControlCharacters(plain)
      .replaceAll(/\r+\n/g, "\n")
      .split("\n")
      .map((line) => line.replace(/\r+$/, "").split("\r").at(-1)!.trimEnd())
      .join("\n")
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, "")
      .trim()
  );
}
