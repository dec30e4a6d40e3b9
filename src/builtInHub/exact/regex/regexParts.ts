import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** What an expression consists of, in order, and the labels of its groups. */
interface RegexParts {
  readonly lines: readonly { readonly source: string; readonly meaning: string }[];
  readonly groups: readonly string[];
}

/** What other languages understand, and JavaScript takes as plain characters. */
const foreign = /\[\[?:\^?\w+:\]|(?<!\\)\{,\d+\}/;

/** Splits a pattern into parts; throws an error with the reason if it is not valid or not clear. */
export function regexParts(pattern: string, flags: string): RegexParts {
  const unclear = foreign.exec(pattern)?.[0];
  if (unclear !== undefined) throw unclearError(unclear);
  // The engine first: it knows more of what is not valid.
  void new RegExp(pattern, flags);
  const modes = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const writer = new Writer(flags);
  writer.alternatives(parser.parsePattern(pattern, 0, pattern.length, modes).alternatives, 0);
  for (const flag of flags) writer.add(flag, `flag: ${flagsInWords[flag]}`, 0);
  return writer;
}

function unclearError(source: string): Error {
  return new Error(`\`${source}\` has another meaning there than in other languages.`);
}

const flagsInWords: Readonly<Record<string, string>> = {
  d: "the places of groups are reported",
  g: "every match counts, not only the first",
  i: "upper and lower case are the same",
  m: "^ and $ stand for the start and the end of each line",
  s: "a dot stands for line ends too",
  u: "Unicode: characters are whole",
  v: "Unicode sets: characters are whole, and classes can be combined",
  y: "a match begins where the last one ended",
};

class Writer implements RegexParts {
  readonly lines: { source: string; meaning: string }[] = [];
  readonly groups: string[] = [];
  readonly #flags: string;

  constructor(flags: string) {
    this.#flags = flags;
  }

  alternatives(all: readonly AST.Alternative[], depth: number): void {
    for (const [at, { elements }] of all.entries()) {
      if (at > 0) this.add("|", "or", depth);
      for (let next = 0; next < elements.length;) {
        const run = runOfCharacters(elements, next);
        if (run.length > 0) {
          this.add(run.map(({ raw }) => raw).join(""), textInWords(run), depth);
          next += run.length;
        } else {
          this.#element(elements[next]!, depth, "", "");
          next += 1;
        }
      }
    }
  }

  add(source: string, meaning: string, depth: number): void {
    this.lines.push({ source: "  ".repeat(depth) + source, meaning });
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
      this.add(openingOf(element), `begin ${label}`, depth);
      this.alternatives(element.alternatives, depth + 1);
      this.add(`)${mark}`, `end ${label}${times}`, depth);
      return;
    }
    this.add(element.raw + mark, this.#meaning(element) + times, depth);
  }

  #groupInWords(element: AST.Group | AST.CapturingGroup | AST.LookaroundAssertion): string {
    if (element.type === "CapturingGroup") {
      const label = `${this.groups.length + 1}${element.name === null ? "" : ` ${element.name}`}`;
      this.groups.push(label);
      return `group ${label}`;
    }
    if (element.type === "Group") {
      if (element.modifiers) throw new Error("a group has flags of its own.");
      return "group that is not kept";
    }
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
      case "CharacterClass":
        return this.#classInWords(element);
      case "CharacterSet":
        return this.#setInWords(element);
      case "Character":
        return characterInWords(element);
      default:
        return `one of ${element.raw}`;
    }
  }

  #classInWords({ negate, elements }: AST.CharacterClass): string {
    if (elements.length === 0) return negate ? "any character" : "nothing: it never matches";
    const held = elements.map((element) => {
      if (element.type === "Character") return characterInWords(element);
      if (element.type === "CharacterSet") return this.#setInWords(element);
      if (element.type !== "CharacterClassRange") return element.raw;
      return `${characterInWords(element.min)} to ${characterInWords(element.max)}`;
    });
    return `${negate ? "a character that is none of" : "one of"} ${held.join(", ")}`;
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
        return `${negated ? "anything but " : ""}a letter from A to Z, digit or underscore`;
      default:
        return `a character ${negated ? "without" : "with"} the Unicode property ${set.raw.slice(3, -1)}`;
    }
  }
}

const controls = new Map(Object.entries({ 9: "a tab", 10: "a line feed", 32: "a space" }));

function characterInWords({ raw, value }: AST.Character): string {
  const text = String.fromCodePoint(value);
  // Escapes without a meaning and octal numbers: other languages have another one.
  if (raw === `\\${text}` && /[A-Za-z<>]/.test(text)) throw unclearError(raw);
  if (/^\\(?:[1-9]|0\d)/.test(raw)) throw unclearError(raw);
  const named = controls.get(String(value));
  if (named !== undefined) return named;
  const point = `U+${value.toString(16).toUpperCase().padStart(4, "0")}`;
  if (value >= 0xd800 && value <= 0xdfff) return `half of a character, ${point}`;
  return /^\\[ux]/.test(raw) || /[\p{C}\s]/u.test(text) ? `the character ${point}` : `'${text}'`;
}

/** The characters from here on that stand for themselves and read as one text. */
function runOfCharacters(elements: readonly AST.Element[], from: number): AST.Character[] {
  const run: AST.Character[] = [];
  for (const element of elements.slice(from)) {
    if (element.type !== "Character" || /^\\[\w<>]|[^\P{C}\uD800-\uDFFF]/u.test(element.raw)) break;
    run.push(element);
  }
  return run;
}

function textInWords(run: readonly AST.Character[]): string {
  // Without the flag u an emoji comes as its two halves, which join to one here.
  const text = run.map(({ value }) => String.fromCodePoint(value)).join("");
  return run.length === 1 ? characterInWords(run[0]!) : `the text '${text}'`;
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
