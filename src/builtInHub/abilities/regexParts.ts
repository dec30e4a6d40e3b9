import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** A piece of a regular expression and what it means. */
export interface Part {
  readonly source: string;
  readonly meaning: string;
  /** How many groups contain it. */
  readonly depth: number;
}

type Flags = Readonly<Record<"unicode" | "unicodeSets", boolean>>;

/** Splits a pattern into parts, in order; throws an error with the reason if it is not valid. */
export function partsOf(pattern: string, flags: string): Part[] {
  const modes = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const tree = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(
    pattern,
    0,
    pattern.length,
    modes,
  );
  return new Parts(flags, modes).of(tree);
}

class Parts {
  readonly #parts: Part[] = [];
  readonly #flags: string;
  readonly #modes: Flags;
  #groups = 0;

  constructor(flags: string, modes: Flags) {
    this.#flags = flags;
    this.#modes = modes;
  }

  of(tree: AST.Pattern): Part[] {
    this.#alternatives(tree.alternatives, 0);
    return this.#parts;
  }

  #alternatives(all: readonly AST.Alternative[], depth: number): void {
    for (const [at, { elements }] of all.entries()) {
      if (at > 0) this.#add("|", "or", depth);
      for (let next = 0; next < elements.length;) {
        const run = runOfCharacters(elements, next);
        if (run.length > 0) {
          const text = run.map(({ raw }) => raw).join("");
          this.#add(text, textInWords(run), depth);
          next += run.length;
        } else {
          this.#element(elements[next]!, depth, "", "");
          next += 1;
        }
      }
    }
  }

  #element(element: AST.Element, depth: number, times: string, mark: string): void {
    if (element.type === "Quantifier") {
      const { min, max, greedy, raw } = element;
      const sign = raw.slice(element.element.raw.length);
      this.#element(element.element, depth, `, ${timesInWords(min, max, greedy)}`, sign);
      return;
    }
    if ("alternatives" in element) {
      const label = this.#groupInWords(element);
      this.#add(openingOf(element), `begin ${label}`, depth);
      this.#alternatives(element.alternatives, depth + 1);
      this.#add(`)${mark}`, `end ${label}${times}`, depth);
      return;
    }
    this.#add(element.raw + mark, this.#meaning(element) + times, depth);
  }

  #groupInWords(element: AST.Group | AST.CapturingGroup | AST.LookaroundAssertion): string {
    if (element.type === "CapturingGroup") {
      this.#groups += 1;
      return `group ${this.#groups}${element.name === null ? "" : `, named ${element.name}`}`;
    }
    if (element.type === "Group") return "group that is not kept";
    const way = element.kind === "lookahead" ? "ahead" : "behind";
    const verb = element.kind === "lookahead" ? "follow" : "come before";
    return `look ${way}: this must ${element.negate ? "not " : ""}${verb}`;
  }

  #meaning(element: Exclude<AST.Element, AST.Quantifier | { alternatives: unknown }>): string {
    switch (element.type) {
      case "Assertion":
        return this.#edgeInWords(element);
      case "Backreference":
        return `the same text as group ${element.ref}`;
      case "CharacterClass": {
        const inside = element.raw.slice(element.negate ? 2 : 1, -1);
        return `${element.negate ? "anything but one" : "one"} of \`${inside}\``;
      }
      case "CharacterSet":
        return this.#setInWords(element);
      case "Character":
        return this.#characterInWords(element);
      default:
        return `one of \`${element.raw}\``;
    }
  }

  #edgeInWords(edge: AST.Assertion): string {
    const isOfLine = this.#flags.includes("m");
    if (edge.kind === "start") return isOfLine ? "the start of a line" : "the start of the text";
    if (edge.kind === "end") return isOfLine ? "the end of a line" : "the end of the text";
    return "negate" in edge && edge.negate ? "not the edge of a word" : "the edge of a word";
  }

  #setInWords(set: AST.CharacterSet): string {
    const negated = "negate" in set && set.negate;
    switch (set.kind) {
      case "any":
        return this.#flags.includes("s") ? "any character" : "any character but a line end";
      case "digit":
        return negated ? "anything but a digit" : "a digit";
      case "space":
        return negated ? "anything but white space" : "white space";
      case "word":
        return `${negated ? "anything but " : ""}a letter, digit or underscore`;
      default: {
        return `a character ${negated ? "without" : "with"} the Unicode property ${set.raw.slice(3, -1)}`;
      }
    }
  }

  #characterInWords({ raw, value }: AST.Character): string {
    if (/^\\[pP]$/.test(raw) && !this.#modes.unicode && !this.#modes.unicodeSets) {
      return `the letter \`${raw.slice(1)}\`: without the flag u or v this names no Unicode property`;
    }
    const named = controls[value];
    if (named !== undefined) return named;
    const point = `U+${value.toString(16).toUpperCase().padStart(4, "0")}`;
    if (value >= 0xd800 && value <= 0xdfff) {
      return `half of a character, ${point}: with the flag u it would be whole`;
    }
    if (/^\\[ux]/.test(raw)) return `the character ${point}`;
    return `the character \`${String.fromCodePoint(value)}\``;
  }

  #add(source: string, meaning: string, depth: number): void {
    this.#parts.push({ source, meaning, depth });
  }
}

const controls: Readonly<Record<number, string>> = {
  0: "the character NUL",
  9: "a tab",
  10: "a line feed",
  11: "a vertical tab",
  12: "a form feed",
  13: "a carriage return",
};

/** The characters from here on that stand for themselves and read as one text. */
function runOfCharacters(elements: readonly AST.Element[], from: number): AST.Character[] {
  const run: AST.Character[] = [];
  for (const element of elements.slice(from)) {
    if (element.type !== "Character" || /^\\[\w]/.test(element.raw)) break;
    run.push(element);
  }
  return run;
}

function textInWords(run: readonly AST.Character[]): string {
  // Without the flag u an emoji comes as its two halves, which join to one here.
  const text = run.map(({ value }) => String.fromCodePoint(value)).join("");
  return [...text].length === 1 ? `the character \`${text}\`` : `the text \`${text}\``;
}

function openingOf(group: AST.Group | AST.CapturingGroup | AST.LookaroundAssertion): string {
  const [first] = group.alternatives;
  return group.raw.slice(0, (first?.start ?? group.start + 1) - group.start);
}

function timesInWords(min: number, max: number, isGreedy: boolean): string {
  const lazy = isGreedy ? "" : ", as few as possible";
  if (min === max) return `${min} ${min === 1 ? "time" : "times"}`;
  if (max !== Infinity) {
    return (min === 0 && max === 1 ? "once or not at all" : `${min} to ${max} times`) + lazy;
  }
  if (min === 0) return `any number of times${lazy}`;
  return (min === 1 ? "once or more" : `${min} times or more`) + lazy;
}
