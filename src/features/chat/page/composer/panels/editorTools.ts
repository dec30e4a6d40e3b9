import type { PageState } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";

interface EditorToolsField {
  readonly element: HTMLElement;
  show(pageState: Pick<PageState, "editorTools">): void;
}

/** How many tools of VS Code the model may call, and a button to choose them; not there for other hubs. */
export function editorToolsField(toolkit: Toolkit, onPick: () => void): EditorToolsField {
  const { button, el, plural, t } = toolkit;
  const count = el("span", { class: "detail" });
  const pick = button(
    {
      text: t("Tools…"),
      class: "button secondary",
      title: t("Choose tools of extensions and MCP servers"),
    },
    onPick,
  );
  const label = el("span", { class: "field-label" }, t("From VS Code"), count);
  const element = el("div", { class: "field" }, label, pick);
  return {
    element,
    show({ editorTools }) {
      element.hidden = editorTools === undefined;
      const { on = 0, lock } = editorTools ?? {};
      pick.disabled = lock !== undefined;
      count.textContent = lock ?? (on === 0 ? t("None") : plural(on, t("1 tool"), t("{0} tools")));
    },
  };
}
