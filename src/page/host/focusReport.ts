import type { PagePart } from "../../contract/vocabulary";
import type { Host } from "./rpc";

/** Tells the host where in the page the focus is: keys of the chat apply only while it is here. */
export class FocusReport {
  readonly #host: Host;
  readonly #box: HTMLElement;
  #reported: PagePart | undefined;

  constructor(host: Host, box: HTMLElement) {
    this.#host = host;
    this.#box = box;
  }

  start(): void {
    window.addEventListener("focus", () => this.#report(true));
    window.addEventListener("blur", () => this.#report(false));
    document.addEventListener("focusin", () => this.#report(true));
    if (document.hasFocus()) this.#report(true);
  }

  #report(hasFocus: boolean): void {
    const part = hasFocus ? this.#part() : undefined;
    if (part === this.#reported) return;
    this.#reported = part;
    this.#host.call("focused", part ? { part } : {}).catch(() => undefined);
  }

  #part(): PagePart {
    return document.activeElement === this.#box ? "question" : "transcript";
  }
}
