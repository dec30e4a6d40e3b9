const stars = "•••";

const minSecretLength = 16;

/** Keeps the key of a server out of what the server says, unless it is a placeholder such as `ollama`. */
export class KeyMask {
  readonly #key: string;

  constructor(key = "") {
    this.#key = isSecret(key) ? key : "";
  }

  mask(text: string): string {
    return this.#key === "" ? text : text.replaceAll(this.#key, stars);
  }

  /** For a text that arrives in pieces, which may tear the key: passes each on as soon as it is safe. */
  pieces(pass: (text: string) => void): { add(piece: string): void; end(): void } {
    let held = "";
    const passOn = (text: string) => {
      if (text !== "") pass(text);
    };
    return {
      add: (piece) => {
        const text = this.mask(held + piece);
        const safe = text.length - this.#begunIn(text);
        held = text.slice(safe);
        passOn(text.slice(0, safe));
      },
      end: () => {
        passOn(held);
        held = "";
      },
    };
  }

  /** How many characters at the end of a text may be the beginning of the key. */
  #begunIn(text: string): number {
    let length = Math.max(0, this.#key.length - 1);
    while (!text.endsWith(this.#key.slice(0, length))) length -= 1;
    return length;
  }
}

/** Words and short keys stand in for a key where a server needs none; answers may contain them. */
function isSecret(key: string): boolean {
  return key.length >= minSecretLength && !/^\p{L}+(?:[-_. ]\p{L}+)*$/u.test(key);
}
