import { t } from "../../kit/l10n";
import type { PageState } from "../../protocol/views";
import { button, el } from "../ui/dom";
import type { Notices } from "../ui/notices";
import type { Host } from "../host/rpc";
import { visible } from "../ui/visible";
import type { Remedy } from "../../kit/vocabulary";

const addExpert = ["addExpert", t("Add Expert")] as const;
const tryBuiltIn = ["startBuiltInHub", t("Try the Built-in Hub")] as const;

interface Invitation {
  title: string;
  sentence: string;
  /** The first is the primary action. */
  actions: readonly (readonly [action: Remedy, label: string])[];
}

function invitationFor({
  setupStep,
  hubLabel,
  builtIn,
  invitation,
}: PageState): Invitation | undefined {
  const hub = hubLabel === undefined ? t("Your hub") : visible(hubLabel);
  switch (setupStep) {
    case "hub":
      return {
        title: t("Ask experts from your editor"),
        sentence: t("Connect to the hub that hosts your experts, or try the built-in hub."),
        actions: [["connect", t("Connect to a Hub")], tryBuiltIn],
      };
    case "key":
      return {
        title: t("Add your API key"),
        sentence: t(
          "{0} needs an API key. To get one, log in to its website, open Profile, scroll to the bottom, and select Generate API Key. The key is shown only once.",
          hub,
        ),
        actions: [
          ["setApiKey", t("Set API Key")],
          ["openHub", t("Open Hub Website")],
        ],
      };
    case "expert":
      return {
        title: t("No experts added yet"),
        sentence: t("Add an expert by its ID, or paste text that contains several IDs."),
        actions: builtIn ? [addExpert] : [addExpert, tryBuiltIn],
      };
    default:
      return (
        invitation && {
          ...invitation,
          actions: invitation.remedies.map(({ action, label }) => [action, label]),
        }
      );
  }
}

interface EmptyStateContext {
  host: Host;
  notices: Notices;
}

export interface ComposerUse {
  onSuggestion(text: string): void;
  focusComposer(): void;
}

/** The content of an empty transcript, or what has to be decided; redrawn only if its text changes. */
export class EmptyState {
  /** Beside the composer: what stands below the turns could be out of sight. */
  readonly below = el("div", { class: "invitation" });
  readonly #parent: HTMLElement;
  readonly #notices: Notices;
  readonly #composer: ComposerUse;
  readonly #make: (pageState: PageState) => HTMLElement | undefined;
  #element: HTMLElement | undefined;
  #drawn = "";

  constructor(parent: HTMLElement, context: EmptyStateContext, composer: ComposerUse) {
    this.#parent = parent;
    this.#notices = context.notices;
    this.#composer = composer;
    this.#make = (pageState) => emptyState(pageState, context, composer);
  }

  show(pageState: PageState | undefined, hasTurns: boolean): void {
    const drawn = pageState ? wordsOf(pageState, hasTurns) : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = this.#buttons().findIndex((one) => one === document.activeElement);
    this.#element?.remove();
    this.#element = pageState && this.#make(pageState);
    if (this.#element) (hasTurns ? this.below : this.#parent).append(this.#element);
    if (focused !== -1) this.#focus(this.#buttons(), focused);
    if (hasTurns) this.point();
  }

  #focus(buttons: HTMLElement[], at: number): void {
    const button = buttons[at] ?? buttons.at(-1);
    if (button) button.focus();
    else this.#composer.focusComposer();
  }

  /** Shows why nothing can be asked, and has a screen reader say it. */
  point(): void {
    if (!this.#element) return;
    this.#element.scrollIntoView({ block: "nearest" });
    const words = [...this.#element.querySelectorAll("h2, p")].map((one) => one.textContent);
    this.#notices.say(words.join(". "));
  }

  #buttons(): HTMLElement[] {
    return [...(this.#element?.querySelectorAll("button") ?? [])];
  }
}

function wordsOf(
  { setupStep, invitation, hubLabel, builtIn, restricted, expert }: PageState,
  hasTurns: boolean,
): string {
  const words = [setupStep, invitation, hubLabel, builtIn, restricted, expert, hasTurns];
  return JSON.stringify(words);
}

/** What is missing and its button, or example questions. */
function emptyState(
  pageState: PageState,
  { host, notices }: EmptyStateContext,
  composer: ComposerUse,
): HTMLElement | undefined {
  const invitation = invitationFor(pageState);
  if (invitation) {
    const buttons = invitation.actions.map(([action, text], index) =>
      button({ text, class: index === 0 ? "button" : "button secondary" }, () => {
        host.call("resolveProblem", { action }).catch(notices.failed);
      }),
    );
    return el(
      "section",
      { class: "empty", "aria-label": invitation.title },
      el("h2", {}, invitation.title),
      el("p", {}, invitation.sentence),
      el("div", { class: "empty-buttons" }, ...buttons),
      restriction(pageState),
    );
  }
  if (!pageState.expert) return undefined;
  return greeting(pageState, pageState.expert, composer);
}

function restriction({ restricted }: PageState): HTMLElement | undefined {
  return restricted === undefined
    ? undefined
    : el("p", { class: "restriction" }, visible(restricted));
}

function greeting(
  pageState: PageState,
  expert: NonNullable<PageState["expert"]>,
  { onSuggestion }: ComposerUse,
): HTMLElement {
  const suggestions = expert.suggestions.slice(0, 3).map((text) =>
    button({ text: visible(text, 200), class: "suggestion" }, () => {
      onSuggestion(text);
    }),
  );
  const role = expert.role === undefined ? "" : visible(expert.role, 300);
  return el(
    "section",
    { class: "empty", "aria-label": t("Nothing asked yet") },
    el("h2", { dir: "auto" }, t("Ask {0}", visible(expert.name, 200))),
    el("p", { dir: "auto" }, role || t("Type a question, or attach a selection of your code.")),
    suggestions.length > 0 ? el("div", { class: "suggestions" }, ...suggestions) : undefined,
    restriction(pageState),
  );
}
