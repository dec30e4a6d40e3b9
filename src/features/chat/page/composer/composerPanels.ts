import { t } from "../../../../kit/l10n";
import type { PageState } from "../../../../page/protocol/views";
import { button, el } from "../../../../page/ui/dom";
import type { IconName } from "../../../../page/ui/icons";
import { toolkit } from "../../../../page/ui/toolkit";
import type { Memory, PanelKind } from "../../../../page/host/memory";
import type { Notices } from "../../../../page/ui/notices";
import type { Panel, PanelContext } from "../contexts";
import type { Host } from "../../../../page/host/rpc";

const makers: Record<PanelKind, (context: PanelContext) => Promise<Panel>> = {
  options: async (context) => new (await import("./panels/optionsPanel")).OptionsPanel(context),
  preview: async (context) => new (await import("./panels/previewPanel")).PreviewPanel(context),
};

/** The options in words, and a preview of the request: two buttons, at most one with an open panel. */
export class ComposerPanels {
  readonly element = el("div", { class: "panel", id: "panel" });
  readonly buttons: HTMLElement;
  readonly #words = el("span", { class: "row-text" }, t("Options"));
  readonly #toggles: Record<PanelKind, HTMLButtonElement>;
  readonly #context: PanelContext;
  readonly #memory: Memory;
  readonly #made: Partial<Record<PanelKind, Panel>> = {};
  #open: PanelKind | undefined;
  #pageState: PageState | undefined;

  constructor(host: Host, notices: Notices, memory: Memory, text: () => string) {
    this.#memory = memory;
    this.#context = { toolkit, host, notices, text };
    this.element.hidden = true;
    this.#toggles = {
      options: this.#toggle("options", "settings", this.#words),
      preview: this.#toggle(
        "preview",
        "eye",
        el("span", { class: "row-text wide" }, t("What will be sent")),
      ),
    };
    this.#name("");
    this.#toggles.preview.setAttribute("aria-label", t("What will be sent"));
    this.#toggles.preview.title = t("What will be sent: the exact request");
    this.buttons = el("div", { class: "row-buttons" }, ...Object.values(this.#toggles));
  }

  show(pageState: PageState): void {
    const first = this.#pageState === undefined;
    this.#pageState = pageState;
    import("./optionWords").then(({ optionWords }) => {
      if (this.#pageState === pageState) this.#name(optionWords(toolkit, pageState));
    }, this.#context.notices.failed);
    for (const toggle of Object.values(this.#toggles))
      toggle.disabled = pageState.setupStep !== undefined;
    if (pageState.setupStep !== undefined) this.close();
    else if (first && this.#memory.panel) void this.open(this.#memory.panel, { focus: false });
    this.#panel?.show(pageState);
  }

  #name(words: string): void {
    this.#words.textContent = words || t("Options");
    const label = words ? t("{0}: {1}", t("Options"), words) : t("Options");
    this.#toggles.options.setAttribute("aria-label", label);
    this.#toggles.options.title = label;
  }

  typed(): void {
    this.#panel?.typed?.();
  }

  /** True if one was open; focus returns to its button if it was inside. */
  close(): boolean {
    if (this.#open === undefined) return false;
    const toggle = this.#toggles[this.#open];
    const inside = this.element.contains(document.activeElement);
    this.#open = undefined;
    this.#memory.panel = undefined;
    this.#draw();
    if (inside) toggle.focus();
    return true;
  }

  get #panel(): Panel | undefined {
    return this.#open && this.#made[this.#open];
  }

  #toggle(kind: PanelKind, name: IconName, words: HTMLElement): HTMLButtonElement {
    const closed = { "aria-expanded": "false", "aria-controls": "panel" };
    const element = button({ icon: name, class: "row-button", ...closed }, () => {
      if (this.#open === kind) this.close();
      else void this.open(kind);
    });
    element.append(words);
    return element;
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
    for (const [kind, toggle] of Object.entries(this.#toggles))
      toggle.setAttribute("aria-expanded", String(kind === this.#open));
  }
}
