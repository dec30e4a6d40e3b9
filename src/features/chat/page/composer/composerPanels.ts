import { t } from "../../../../kit/l10n";
import type { PageState } from "../../../../page/protocol/views";
import { button, el } from "../../../../page/ui/dom";
import { toolkit } from "../../../../page/ui/toolkit";
import type { Memory, PanelKind } from "../../../../page/host/memory";
import type { Notices } from "../../../../page/ui/notices";
import type { Panel, PanelContext } from "../contexts";
import type { Host } from "../../../../page/host/rpc";

const makers: Record<PanelKind, (context: PanelContext) => Promise<Panel>> = {
  options: async (context) => new (await import("./panels/optionsPanel")).OptionsPanel(context),
  preview: async (context) => new (await import("./panels/previewPanel")).PreviewPanel(context),
};

/** The options, and a preview of the request: at most one of them is open. */
export class ComposerPanels {
  readonly element = el("div", { class: "panel", id: "panel" });
  readonly button: HTMLButtonElement;
  readonly #box: HTMLTextAreaElement;
  readonly #context: PanelContext;
  readonly #memory: Memory;
  readonly #made: Partial<Record<PanelKind, Panel>> = {};
  #open: PanelKind | undefined;
  #pageState: PageState | undefined;

  constructor(host: Host, notices: Notices, memory: Memory, box: HTMLTextAreaElement) {
    this.#memory = memory;
    this.#box = box;
    const close = () => void this.close();
    this.#context = { toolkit, host, notices, text: () => box.value, close };
    this.element.hidden = true;
    const closed = { "aria-expanded": "false", "aria-controls": "panel" };
    this.button = button({ icon: "settings", label: t("Options"), ...closed }, () => {
      if (this.#open === "options") this.close();
      else void this.open("options");
    });
  }

  show(pageState: PageState): void {
    const first = this.#pageState === undefined;
    this.#pageState = pageState;
    import("./optionsSummary").then(({ summary }) => {
      if (this.#pageState === pageState) this.#name(summary(toolkit, pageState));
    }, this.#context.notices.failed);
    this.button.disabled = pageState.setupStep !== undefined;
    if (pageState.setupStep !== undefined) this.close();
    else if (first && this.#memory.panel) void this.open(this.#memory.panel, { focus: false });
    this.#panel?.show(pageState);
  }

  /** What is set looks so, and is named where the button is pointed at. */
  #name(words: string): void {
    const label = words ? t("{0}: {1}", t("Options"), words) : t("Options");
    this.button.classList.toggle("set", words !== "");
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
  }

  typed(): void {
    this.#panel?.typed?.();
  }

  /** True if one was open; the focus returns to where it was opened if it was inside. */
  close(): boolean {
    if (this.#open === undefined) return false;
    const opener = this.#open === "options" ? this.button : this.#box;
    const inside = this.element.contains(document.activeElement);
    this.#open = undefined;
    this.#memory.panel = undefined;
    this.#draw();
    if (inside) opener.focus();
    return true;
  }

  get #panel(): Panel | undefined {
    return this.#open && this.#made[this.#open];
  }

  async open(kind: PanelKind, { focus = true } = {}): Promise<void> {
    this.#open = kind;
    this.#memory.panel = kind;
    try {
      this.#made[kind] ??= await makers[kind](this.#context);
    } catch (reason) {
      if (this.#open === kind) this.#open = undefined;
      this.#context.notices.fail(reason);
    }
    this.#draw();
    if (this.#open !== kind) return;
    if (this.#pageState) this.#panel?.show(this.#pageState);
    if (focus) this.#panel?.focus();
  }

  #draw(): void {
    const panel = this.#panel;
    this.element.hidden = panel === undefined;
    this.element.replaceChildren(...(panel ? [panel.element] : []));
    this.button.setAttribute("aria-expanded", String(this.#open === "options"));
  }
}
