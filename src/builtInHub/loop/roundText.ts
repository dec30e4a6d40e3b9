const thoughtTags = ["think", "thinking", "thought", "thoughts", "reasoning"];
const tags = thoughtTags
  .flatMap((name) => [`<${name}>`, `</${name}>`])
  .concat("[think]", "[/think]");
const tag = new RegExp(`<(/?)(?:${thoughtTags.join("|")})>|\\[(/?)think\\]`, "i");

/** What a model writes in one round, piece by piece: its reasoning in tags is set apart from the text. */
export class RoundText {
  #text = "";
  #reasoning = "";
  /** What may be the beginning of a tag. */
  #held = "";
  #isThinking = false;
  #hasTag = false;
  #isBlank = true;
  #code = new CodeMarks();

  get text(): string {
    return this.#text;
  }

  /** Whether there is no text but white space. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  get reasoning(): string {
    return this.#reasoning;
  }

  addText(piece: string): void {
    let rest = this.#held + piece;
    for (let found = tag.exec(rest); found; found = tag.exec(rest)) {
      this.#put(rest.slice(0, found.index));
      this.#mark(found[0], (found[1] ?? found[2]) === "/");
      rest = rest.slice(found.index + found[0].length);
    }
    const begun = Math.max(rest.lastIndexOf("<"), rest.lastIndexOf("["));
    const isBegun = begun !== -1 && tags.some((each) => each.startsWith(lower(rest.slice(begun))));
    this.#held = isBegun ? rest.slice(begun) : "";
    this.#put(isBegun ? rest.slice(0, begun) : rest);
  }

  /** What the server set apart itself. */
  addReasoning(piece: string): void {
    this.#reasoning += piece;
  }

  end(): void {
    this.#put(this.#held);
    this.#held = "";
  }

  #mark(written: string, isEnd: boolean): void {
    const isFirst = !this.#hasTag;
    this.#hasTag = true;
    if (this.#isThinking && isEnd) this.#isThinking = false;
    else if (this.#isThinking || this.#code.isInside) this.#put(written);
    else if (!isEnd) {
      this.#isThinking = true;
      if (this.#reasoning !== "") this.#reasoning += "\n\n";
    } else if (isFirst) {
      // The beginning was part of what the model was given.
      this.#reasoning += this.#text;
      this.#text = "";
      this.#isBlank = true;
    }
  }

  #put(piece: string): void {
    if (this.#isThinking) {
      this.#reasoning += piece;
      return;
    }
    const follows = this.#text === "" && this.#reasoning !== "";
    const shown = follows ? piece.trimStart() : piece;
    this.#text += shown;
    this.#isBlank &&= shown.trim() === "";
    this.#code.add(shown);
  }
}

/** Whether the end of a text is inside code, where a tag is only quoted. */
class CodeMarks {
  #isFenced = false;
  #isQuoted = false;
  /** The beginning of the last line. */
  #line = "";

  get isInside(): boolean {
    return this.#isFenced || this.#isQuoted;
  }

  add(piece: string): void {
    for (const [at, part] of piece.split("\n").entries()) {
      if (at > 0) this.#endLine();
      this.#line = (this.#line + part).slice(0, 10);
      if (part.split("`").length % 2 === 0) this.#isQuoted = !this.#isQuoted;
    }
  }

  #endLine(): void {
    if (/^ {0,3}(?:```|~~~)/.test(this.#line)) this.#isFenced = !this.#isFenced;
    this.#line = "";
    this.#isQuoted = false;
  }
}

function lower(text: string): string {
  return text.length > 12 ? text : text.toLowerCase();
}
