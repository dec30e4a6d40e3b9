import { t } from "../../../../kit/l10n";
import type { PageState } from "../../../../page/protocol/views";
import { el } from "../../../../page/ui/dom";
import { icon } from "../../../../page/ui/icons";
import type { Host } from "../../../../page/host/rpc";
import { visible } from "../../../../page/ui/visible";

const forThis = t("For this question only");

/** Who is asked: the expert with its ability, and the model. VS Code shows the lists. */
export class Pickers {
  readonly element = el("div", {
    class: "pickers",
    role: "group",
    "aria-label": t("Who is asked"),
  });
  readonly #expert = new Picker(t("Expert"), t("Choose expert"));
  readonly #model = new Picker(t("Model"), t("Default model"));

  constructor(host: Host) {
    this.#expert.element.addEventListener("click", () => host.run("pickExpert"));
    this.#model.element.addEventListener("click", () => host.run("pickModel"));
    this.element.append(this.#expert.element, this.#model.element);
  }

  show({ expert, setupStep }: PageState): void {
    const { name, role, abilityName, modelName, modelFullName, isOnce = false } = expert ?? {};
    this.element.hidden = !expert && setupStep !== undefined;
    this.#expert.show(isOnce ? `@${name}` : name, abilityName, isOnce ? forThis : role);
    this.#expert.element.classList.toggle("set", isOnce);
    this.#model.show(modelName, "", modelFullName);
    this.#model.element.hidden = !expert;
  }
}

class Picker {
  readonly element = el("button", {
    type: "button",
    class: "row-button picker",
    "aria-haspopup": "dialog",
  });
  readonly #text = el("span", { class: "row-text", dir: "auto" });
  readonly #name: string;
  readonly #unset: string;

  constructor(name: string, unset: string) {
    this.#name = name;
    this.#unset = unset;
    this.element.append(this.#text, icon("chevronDown"));
  }

  show(value: string | undefined, part?: string, detail?: string): void {
    const words = [value ?? this.#unset, part ?? ""].filter(Boolean).map((one) => visible(one));
    this.#text.textContent = words.join(" · ");
    const label = t("{0}: {1}", this.#name, words.join(" · "));
    this.element.setAttribute("aria-label", label);
    this.element.title = detail ? `${label}\n${visible(detail)}` : label;
  }
}
