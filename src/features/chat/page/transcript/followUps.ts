import type { FollowUpView, PageState } from "../../../../page/protocol/views";
import type { LaterContext } from "../laterContext";

const maxNameLength = 60;

/** Abilities to go on with, below the newest answer. A click fills the composer and sends nothing. */
export class FollowUps {
  readonly #context: LaterContext;
  readonly #element: HTMLElement;
  #drawn = "";

  constructor(context: LaterContext) {
    this.#context = context;
    this.#element = context.toolkit.el("div", {
      class: "follow-ups",
      role: "group",
      "aria-label": context.toolkit.t("Follow up with another ability"),
    });
    this.#element.hidden = true;
    context.transcript.addBelow(this.#element);
  }

  show({ expert, setupStep }: PageState): void {
    const isAnswered = this.#context.transcript.turns.at(-1)?.result.state === "done";
    const offered = isAnswered && !setupStep ? (expert?.followUps ?? []) : [];
    const drawn = JSON.stringify(offered);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#element.hidden = offered.length === 0;
    this.#element.replaceChildren(...offered.map((followUp) => this.#button(followUp)));
  }

  #button({ abilityId, name }: FollowUpView): HTMLElement {
    const { composer, host, toolkit } = this.#context;
    const shown = toolkit.visible(name, maxNameLength);
    return toolkit.button(
      {
        text: shown,
        title: toolkit.t("Choose the ability {0} and write a question", shown),
        class: "follow-up",
      },
      () => {
        if (composer.box.value.trim() === "") composer.fill(name);
        else composer.focus();
        host.run("useAbility", { abilityId });
      },
    );
  }
}
