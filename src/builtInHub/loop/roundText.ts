/**
 * Around what a model thinks: `<think>`, `<seed:think>`, `[THINK]`, `◁think▷`, `<|begin_of_thought|>`,
 * `<|START_THINKING|>`; and what gpt-oss puts around its channels, of which `final` is the answer.
 */
const mark =
  /<(\/?)(?:[a-z]+[:_-])?(?:think|thinking|thought|thoughts|reasoning)>|\[(\/?)think\]|◁(\/?)think▷|<\|(begin|start|end)_(?:of_thought|thinking)\|>|<\|(channel|message|start|end|return|call)\|>|(assistantfinal)/i;
/** What may become one with the next piece. */
const begun = /(?:<\/?[a-z:_-]{0,24}|<\|[a-z_]{0,20}\|?|\[\/?[a-z]{0,5}|◁\/?[a-z]{0,5})$/i;
/** As gpt-oss writes where its marks are left out. */
const bare = { begins: "analysis", answers: "assistantfinal" };

/** What a model writes in one round, piece by piece: its reasoning in marks is set apart from the text. */
export class RoundText {
  #text = "";
  #reasoning = "";
  /** What may be the beginning of a mark. */
  #held = "";
  #isThinking = false;
  #hasMark = false;
  #isBlank = true;
  #code = new CodeMarks();
  /** The name of a channel as far as it is written; it and all else up to its message are left out. */
  #channel: string | undefined;
  #hasChannels = false;
  #isCall = false;

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
    this.#read(this.#held + piece, false);
  }

  /** What the server set apart itself. */
  addReasoning(piece: string): void {
    this.#reasoning += piece;
  }

  end(): void {
    this.#read(this.#held, true);
    if (this.#isCall) this.#endCall();
  }

  #read(written: string, isEnd: boolean): void {
    let rest = written;
    for (let found = mark.exec(rest); found; found = mark.exec(rest)) {
      const after = rest.slice(found.index + found[0].length);
      this.#put(rest.slice(0, found.index));
      rest = found[0] + after;
      // What follows decides whether it is a mark.
      if (after === "" && !isEnd) break;
      this.#mark(found, after);
      rest = after;
    }
    const at = isEnd ? -1 : this.#heldFrom(rest);
    this.#held = at === -1 ? "" : rest.slice(at);
    this.#put(at === -1 ? rest : rest.slice(0, at));
  }

  #heldFrom(rest: string): number {
    if (mark.exec(rest)?.index === 0) return 0;
    const at = begun.exec(rest)?.index ?? -1;
    if (at !== -1 || !this.#isBare) return at;
    for (let length = bare.answers.length - 1; length > 0; length--)
      if (rest.endsWith(bare.answers.slice(0, length))) return rest.length - length;
    return -1;
  }

  get #isBare(): boolean {
    return this.#text.startsWith(bare.begins);
  }

  #mark([written, ...parts]: RegExpExecArray, after: string): void {
    const [slash1, slash2, slash3, word, frame, answers] = parts;
    if (answers !== undefined) this.#markBare(written);
    else if (frame !== undefined) this.#markChannel(frame.toLowerCase(), written);
    else {
      const isEnd = [slash1, slash2, slash3].includes("/") || word?.toLowerCase() === "end";
      this.#markThought(written, isEnd, after);
    }
  }

  #markThought(written: string, isEnd: boolean, after: string): void {
    const isFirst = !this.#hasMark;
    if (!this.#isThinking && this.#isMentioned(after)) return this.#put(written);
    this.#hasMark = true;
    if (this.#isThinking && isEnd) this.#isThinking = false;
    else if (this.#isThinking || this.#code.isInside) this.#put(written);
    else if (!isEnd) this.#think();
    else if (isFirst) this.#takeBack(this.#text);
  }

  /** A sentence that is about a mark goes on around it. */
  #isMentioned(after: string): boolean {
    return (
      /\S[ \t]+$|["'“„«(]$/.test(this.#text.slice(-80)) && /^(?:$|[ \t.,;:!?)"'”»])/.test(after)
    );
  }

  #think(): void {
    this.#isThinking = true;
    if (this.#reasoning !== "") this.#reasoning += "\n\n";
  }

  /** The beginning was part of what the model was given. */
  #takeBack(thought: string): void {
    this.#reasoning += thought;
    this.#text = "";
    this.#isBlank = true;
  }

  #markBare(written: string): void {
    if (!this.#isBare) return this.#put(written);
    this.#takeBack(this.#text.slice(bare.begins.length));
  }

  #markChannel(name: string, written: string): void {
    if (this.#code.isInside || (name !== "channel" && !this.#hasChannels))
      return this.#put(written);
    if (name === "message") return this.#openChannel();
    if (this.#isCall) this.#endCall();
    this.#isThinking = false;
    this.#hasChannels = true;
    this.#channel = name === "channel" || name === "start" ? "" : undefined;
  }

  #openChannel(): void {
    const channel = this.#channel ?? "";
    this.#channel = undefined;
    const tool = /\bto=(?:functions\.)?([\w-]+)/.exec(channel)?.[1];
    this.#isCall = tool !== undefined;
    if (tool !== undefined) this.#put(`<tool_call>{"name":${JSON.stringify(tool)},"arguments":`);
    else if (/^\s*analysis/i.test(channel)) this.#think();
  }

  #endCall(): void {
    this.#isCall = false;
    this.#put("}</tool_call>");
  }

  #put(piece: string): void {
    if (this.#channel !== undefined) {
      this.#channel += piece;
      return;
    }
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
