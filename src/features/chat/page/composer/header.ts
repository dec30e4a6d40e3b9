import { t } from "../../../../kit/l10n";
import type { PageState } from "../../../../page/protocol/views";
import { button, el } from "../../../../page/ui/dom";
import { icon, type IconName } from "../../../../page/ui/icons";
import type { Host } from "../../../../page/host/rpc";
import { visible } from "../../../../page/ui/visible";

/** Who is asked: three pickers shown by the editor, and the hub in use. */
export class Header {
  readonly element = el("header", { class: "header", "aria-label": t("Who is asked") });
  readonly #expert: Picker;
  readonly #ability: Picker;
  readonly #model: Picker;
  readonly #builtIn = el(
    "span",
    { class: "badge" },
    el("span", { class: "narrow" }, t("built-in")),
    el("span", { class: "wide" }, t("built-in hub")),
  );
  readonly #restricted = el("span", { class: "badge" }, t("Restricted Mode"));

  constructor(host: Host) {
    this.#expert = new Picker("expert", t("Expert"), t("Choose expert"), () =>
      host.run("pickExpert"),
    );
    this.#ability = new Picker("tools", t("Ability"), t("Any ability"), () =>
      host.run("pickAbility"),
    );
    this.#model = new Picker("chip", t("Model"), t("Default model"), () => host.run("pickModel"));
    this.#builtIn.title = t(
      "Answers come from the built-in hub on this computer, not from your own hub",
    );
    this.element.append(
      el("div", { class: "header-part" }, this.#expert.element, this.#builtIn),
      this.#restricted,
      el("div", { class: "header-part" }, this.#ability.element, this.#model.element),
    );
  }

  show({ expert, builtIn, restricted, setupStep }: PageState): void {
    this.element.hidden = expert === undefined && setupStep !== undefined;
    this.#expert.show(expert?.name, expert?.role);
    this.#ability.show(expert?.abilityName);
    this.#model.show(expert?.modelName);
    this.#ability.element.hidden = expert === undefined;
    this.#model.element.hidden = expert === undefined;
    this.#builtIn.hidden = !builtIn;
    this.#restricted.hidden = restricted === undefined;
    this.#restricted.title = restricted ?? "";
  }
}

class Picker {
  readonly element: HTMLButtonElement;
  readonly #text = el("span", { class: "picker-text", dir: "auto" });

  readonly #name: string;
  readonly #unset: string;

  constructor(kind: IconName, name: string, unset: string, onClick: () => void) {
    this.#name = name;
    this.#unset = unset;
    this.element = button({ class: "picker", "aria-haspopup": "dialog" }, onClick);
    this.element.append(icon(kind), this.#text, icon("chevronDown"));
  }

  show(value: string | undefined, detail?: string): void {
    const shown = value === undefined ? this.#unset : visible(value);
    this.#text.textContent = shown;
    this.element.classList.toggle("unset", value === undefined);
    const label = t("{0}: {1}", this.#name, shown);
    this.element.setAttribute("aria-label", label);
    this.element.title = detail ? `${label}\n${visible(detail)}` : label;
  }
}
