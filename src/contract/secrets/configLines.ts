const maxLooked = 300;
const around = 3;
const setting =
  /^\s*(?:(?:(?:[-*+]|export|set|ENV|ARG)\s+)?(?:\/\/[^\s=]{1,200}:)?["']?[\w.$@/-]{1,100}["']?\s*(?::(?:\s|$)|=(?![=>])).*|\[[^\]]*\]|-\s.*)$/;
const endsAsCode = /[{(;,]\s*$/;
/** Says nothing about its surroundings. */
const neutral = /^\s*(?:#|;|\/\/|--|<!--|\*|```|$)/;

/** Tells the lines of ini, properties, env and YAML files from those of programs. */
export class ConfigLines {
  readonly #starts: number[] = [];
  readonly #kinds: ("setting" | "neutral" | "other")[] = [];

  constructor(text: string) {
    for (let start = 0; start <= text.length;) {
      const next = text.indexOf("\n", start);
      const end = next === -1 ? text.length : next;
      this.#starts.push(start);
      this.#kinds.push(kindOf(text.slice(start, Math.min(end, start + maxLooked)).trimEnd()));
      start = end + 1;
    }
  }

  /** Whether most lines around this place are settings, with so many besides its own. */
  isAround(at: number, others = 0): boolean {
    const line = this.#lineAt(at);
    const near = this.#kinds.slice(Math.max(0, line - around), line + around + 1);
    const settings = near.filter((kind) => kind === "setting").length;
    const other = near.filter((kind) => kind === "other").length;
    return other === 0 ? settings >= others + 1 || others === 0 : settings >= other * 3;
  }

  #lineAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function kindOf(line: string) {
  if (neutral.test(line)) return "neutral";
  return setting.test(line) && !endsAsCode.test(line) ? "setting" : "other";
}
