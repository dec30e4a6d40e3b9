import type { InvitationView, PageState } from "../../../../page/protocol/views";
import type { PartContext, Toolkit } from "../../../../page/ui/toolkit";

function invitationFor(
  { t, visible }: Toolkit,
  { setupStep, hubLabel, builtIn, invitation }: PageState,
): InvitationView | undefined {
  const addExpert = { action: "addExpert", label: t("Add Expert") } as const;
  const tryBuiltIn = { action: "startBuiltInHub", label: t("Try the Built-in Hub") } as const;
  const hub = hubLabel === undefined ? t("Your hub") : visible(hubLabel);
  switch (setupStep) {
    case "hub":
      return {
        title: t("Ask experts from your editor"),
        sentence: t("Connect to the hub that hosts your experts, or try the built-in hub."),
        remedies: [{ action: "connect", label: t("Connect to a Hub") }, tryBuiltIn],
      };
    case "key":
      return {
        title: t("Add your API key"),
        sentence: t(
          "{0} needs an API key. To get one, log in to its website, open Profile, scroll to the bottom, and select Generate API Key. The key is shown only once.",
          hub,
        ),
        remedies: [
          { action: "setApiKey", label: t("Set API Key") },
          { action: "openHub", label: t("Open Hub Website") },
        ],
      };
    case "expert":
      return {
        title: t("No experts added yet"),
        sentence: t("Add an expert by its ID, or paste text that contains several IDs."),
        remedies: builtIn ? [addExpert] : [addExpert, tryBuiltIn],
      };
    default:
      return invitation;
  }
}

interface InvitationContext extends PartContext {
  onSuggestion(text: string): void;
}

/** What is missing and the buttons for it, or example questions. */
export function invitation(
  context: InvitationContext,
  pageState: PageState,
): HTMLElement | undefined {
  const { el, visible } = context.toolkit;
  const section = missing(context, pageState) ?? greeting(context, pageState);
  const { restricted } = pageState;
  if (restricted !== undefined)
    section?.append(el("p", { class: "restriction" }, visible(restricted)));
  return section;
}

function missing({ toolkit, host }: PartContext, pageState: PageState): HTMLElement | undefined {
  const { button, el } = toolkit;
  const given = invitationFor(toolkit, pageState);
  if (!given) return undefined;
  const { title, sentence, remedies } = given;
  const buttons = remedies.map(({ action, label: text }, index) =>
    button({ text, class: index === 0 ? "button" : "link" }, () =>
      host.run("resolveProblem", { action }),
    ),
  );
  return el(
    "section",
    { class: "empty", "aria-label": title },
    el("h2", {}, title),
    el("p", {}, sentence),
    el("div", { class: "empty-buttons" }, ...buttons),
  );
}

function greeting(
  { toolkit, host, onSuggestion }: InvitationContext,
  { expert }: PageState,
): HTMLElement | undefined {
  const { button, el, t, visible } = toolkit;
  if (!expert) return undefined;
  const suggestions = expert.suggestions.slice(0, 3).map(({ text, abilityId, attaches }) =>
    button({ text: visible(text, 200), class: "suggestion" }, () => {
      onSuggestion(text);
      if (attaches) host.run("attachSuggested");
      if (abilityId !== undefined) host.run("useAbility", { abilityId });
    }),
  );
  const role = expert.role === undefined ? "" : visible(expert.role, 300);
  return el(
    "section",
    { class: "empty", "aria-label": t("Nothing asked yet") },
    el("h2", { dir: "auto" }, t("Ask {0}", visible(expert.name, 200))),
    el("p", { dir: "auto" }, role || t("Type a question, or attach a selection of your code.")),
    suggestions.length > 0 ? el("div", { class: "suggestions" }, ...suggestions) : undefined,
  );
}
