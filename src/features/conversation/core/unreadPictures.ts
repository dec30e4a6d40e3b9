import { Emitter } from "../../../kit/event";
import { Owner } from "../../../kit/disposable";

/** The file of a picture that is attached once a page has drawn it again. */
export interface UnreadPicture {
  readonly id: string;
  /** Such as `screen.png`. */
  readonly name: string;
  /** Relative to its workspace folder. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}

/** Pictures that were picked by their files, for the first page that shows the chat. */
export class UnreadPictures extends Owner {
  readonly #changed = this.register(new Emitter<void>());
  readonly #taken = new Map<string, UnreadPicture>();
  #list: readonly UnreadPicture[] = [];

  readonly onDidChange = this.#changed.event;

  get list(): readonly UnreadPicture[] {
    return this.#list;
  }

  add(pictures: readonly UnreadPicture[]): void {
    this.#list = [...this.#list, ...pictures];
    this.#changed.fire();
  }

  /** `undefined` if another page took it. */
  take(id: string): UnreadPicture | undefined {
    const found = this.#list.find((one) => one.id === id);
    this.#list = this.#list.filter((one) => one !== found);
    if (found) this.#taken.set(id, found);
    return found;
  }

  /** The path of one that a page has drawn again. */
  pathOf(id: string | undefined): string | undefined {
    const path = this.#taken.get(id ?? "")?.path;
    this.#taken.delete(id ?? "");
    return path;
  }
}
