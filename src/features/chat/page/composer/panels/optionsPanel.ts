import type { OptionsView, PageState } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import type { Panel, PanelContext } from "../../contexts";
import { Addresses } from "./addresses";
import { choices, type RadioChoice } from "./choices";
import { closeAboveFocus, NumberField, countOf, decimalOf } from "./fields";
import {
  memoryModes,
  toolNames,
  type MemoryMode,
  type ToolName,
  type ReasoningEffort,
} from "../../../../../contract/vocabulary";

function temperatureField(
  toolkit: Toolkit,
  onChange: (temperature: number | undefined) => void,
): NumberField {
  const { error } = temperatureWords(undefined, toolkit);
  return new NumberField(toolkit, {
    name: toolkit.t("Temperature"),
    read: decimalOf,
    error,
    onChange,
  });
}

/** The texts of the field; the setting applies if it is empty. */
export function temperatureWords(
  number: number | undefined,
  { locale, t }: Pick<Toolkit, "locale" | "t">,
): { error: string; unset: string } {
  const setting = number?.toLocaleString(locale());
  return setting === undefined
    ? {
        error: t(
          "Enter a number; until then, the previous value is used. Leave it empty to let the hub decide.",
        ),
        unset: t("hub decides"),
      }
    : {
        error: t(
          "Enter a number; until then, the previous value is used. Leave it empty for {0}, from the setting expertHub.temperature.",
          setting,
        ),
        unset: t("{0} (setting)", setting),
      };
}

interface EffortField {
  readonly element: HTMLElement;
  /** Takes over whether a model can be told, and what the file of the expert says. */
  say(pageState: Pick<PageState, "takesReasoningEffort" | "fileReasoningEffort">): void;
  show(effort: OptionsView["reasoningEffort"]): void;
}

/** How long a language model of the built-in hub thinks; not there for any other hub. */
function reasoningEffort(
  toolkit: Toolkit,
  onChoose: (effort: ReasoningEffort | undefined) => void,
): EffortField {
  const { t } = toolkit;
  const byDefault = { value: "unset" as const, label: t("Default"), note: "" };
  const { element, show } = choices<ReasoningEffort | "unset">(toolkit, {
    name: t("Reasoning effort"),
    kind: "segments",
    items: [
      byDefault,
      { value: "low", label: t("Low") },
      { value: "medium", label: t("Medium") },
      { value: "high", label: t("High") },
    ],
    onChoose: (effort) => onChoose(effort === "unset" ? undefined : effort),
  });
  const levels = { low: t("Low"), medium: t("Medium"), high: t("High") };
  return {
    element,
    say({ takesReasoningEffort, fileReasoningEffort: ofFile }) {
      element.hidden = takesReasoningEffort !== true;
      byDefault.note = ofFile
        ? t("{0}, from the file of this expert", levels[ofFile])
        : t("Not sent: the model decides");
    },
    show: (effort) => show(effort ?? "unset"),
  };
}

interface EditorToolsField {
  readonly element: HTMLElement;
  show(pageState: Pick<PageState, "editorTools">): void;
}

/** How many tools of VS Code the model may call, and a button to choose them; not there for other hubs. */
function editorToolsField(toolkit: Toolkit, onPick: () => void): EditorToolsField {
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

/** Everything that may be sent with a question; each change goes to the host immediately. */
export class OptionsPanel implements Panel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #t: PanelContext["toolkit"]["t"];
  readonly #agentOnly: HTMLElement;
  readonly #modelOnly: HTMLElement;
  readonly #temperature: NumberField;
  readonly #editorTools: ReturnType<typeof editorToolsField>;
  readonly #effort: ReturnType<typeof reasoningEffort>;
  readonly #showing: ((options: OptionsView) => void)[] = [];
  /** As drawn: the base of the next change. */
  #options: OptionsView | undefined;
  /** As the host has them. */
  #taken: OptionsView | undefined;
  #conversationId: string | undefined;
  #lockedTools: NonNullable<PageState["lockedTools"]> = {};
  #pending = 0;

  constructor(context: PanelContext) {
    this.#context = context;
    const { el, t } = context.toolkit;
    this.#t = t;
    this.#temperature = temperatureField(context.toolkit, (temperature) =>
      this.#set({ temperature }),
    );
    this.#effort = reasoningEffort(context.toolkit, (effort) =>
      this.#set({ reasoningEffort: effort }),
    );
    this.#editorTools = editorToolsField(context.toolkit, () => context.host.run("pickTools"));
    this.#agentOnly = el(
      "div",
      { class: "panel-part" },
      el("div", { class: "part-name" }, t("Tools")),
      ...toolNames.map((name) => this.#tool(name)),
      this.#editorTools.element,
      this.#count(t("Maximum search results"), "webSearchMaxResults"),
      this.#addresses(),
      this.#memory(),
    );
    this.#modelOnly = el(
      "div",
      { class: "panel-part" },
      this.#count(t("Maximum tokens"), "maxTokens"),
      this.#history(),
    );
    this.element = el(
      "div",
      { class: "options", role: "group", "aria-label": t("Options") },
      this.#mode(),
      this.#number(this.#temperature, ({ temperature }) => temperature),
      this.#effort.element,
      this.#instructions(),
      this.#agentOnly,
      this.#modelOnly,
    );
    closeAboveFocus(this.element, context.close);
  }

  show(pageState: PageState): void {
    const { conversationId, options, lockedTools = {}, defaultTemperature } = pageState;
    this.#lockedTools = lockedTools;
    this.#effort.say(pageState);
    this.#editorTools.show(pageState);
    this.#temperature.say(temperatureWords(defaultTemperature, this.#context.toolkit));
    const other = conversationId !== this.#conversationId;
    this.#conversationId = conversationId;
    this.#taken = options;
    // The user's last choice stays until the host has accepted all of it.
    if (this.#pending > 0 && !other) return;
    this.#draw(options);
  }

  focus(): void {
    this.element.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  #draw(options: OptionsView): void {
    this.#options = options;
    for (const show of this.#showing) show(options);
    this.#effort.show(options.reasoningEffort);
    this.#agentOnly.hidden = options.mode === "model";
    this.#modelOnly.hidden = options.mode !== "model";
  }

  /** `undefined` removes a field from the request. */
  #set(changes: { [K in keyof OptionsView]?: OptionsView[K] | undefined }): void {
    if (!this.#options) return;
    const next = Object.fromEntries(
      Object.entries({ ...this.#options, ...changes }).filter(([, value]) => value !== undefined),
    ) as unknown as OptionsView;
    this.#draw(next);
    void this.#send(next, this.#conversationId);
  }

  async #send(options: OptionsView, conversationId: string | undefined): Promise<void> {
    this.#pending++;
    try {
      await this.#context.host.call("setOptions", { options });
      if (conversationId === this.#conversationId) this.#taken = options;
    } catch (reason) {
      this.#context.notices.fail(reason);
    }
    // A refused change must neither stay visible nor be sent with the next one.
    if (--this.#pending === 0 && this.#taken) this.#draw(this.#taken);
  }

  #choice<T extends string>(
    choice: RadioChoice<T>,
    valueOf: (options: OptionsView) => T,
    lockOf: () => string | undefined = () => undefined,
  ): HTMLElement {
    const { element, show } = choices(this.#context.toolkit, choice);
    this.#showing.push((options) => show(valueOf(options), lockOf()));
    return element;
  }

  #number(field: NumberField, valueOf: (options: OptionsView) => number | undefined): HTMLElement {
    this.#showing.push((options) => field.show(valueOf(options)));
    return field.element;
  }

  #mode(): HTMLElement {
    const t = this.#t;
    return this.#choice(
      {
        name: t("Ask"),
        kind: "segments",
        items: [
          {
            value: "agent",
            label: t("Expert"),
            title: t("The expert with its abilities and tools"),
          },
          {
            value: "model",
            label: t("Model only"),
            note: t(
              "The language model answers alone, without tools, documents or session. Not every hub offers this.",
            ),
          },
        ],
        onChoose: (mode) => this.#set({ mode }),
      },
      ({ mode }) => mode,
    );
  }

  #tool(name: ToolName): HTMLElement {
    const t = this.#t;
    const lock = () => this.#lockedTools[name];
    // Who turns it on has read this, and is not asked again.
    const whoReads = t(
      "The expert reads the files that the hub has access to. For the built-in hub, these are the files in your open folders.",
    );
    const about = name === "workspace_connector" ? { title: whoReads, note: whoReads } : {};
    return this.#choice(
      {
        name: toolLabels(t)[name],
        kind: "segments",
        items: [
          { value: "unset", label: t("Default"), title: t("Not sent: the hub decides") },
          { value: "on", label: t("On"), ...about },
          { value: "off", label: t("Off") },
        ],
        onChoose: (choice) => {
          const { [name]: _, ...others } = this.#options!.tools;
          this.#set({
            tools: choice === "unset" ? others : { ...others, [name]: choice === "on" },
          });
        },
      },
      ({ tools: { [name]: isOn } }) =>
        lock() !== undefined ? "off" : isOn === undefined ? "unset" : isOn ? "on" : "off",
      lock,
    );
  }

  /** What the folder tells whoever is asked about its files. */
  #instructions(): HTMLElement {
    const t = this.#t;
    return this.#choice(
      {
        name: t("Instructions"),
        kind: "segments",
        items: [
          {
            value: "unset",
            label: t("Default"),
            title: t("Only language models of the built-in hub get them"),
          },
          {
            value: "on",
            label: t("On"),
            note: t("AGENTS.md, or a file like it, of the open folder goes before the question."),
          },
          { value: "off", label: t("Off") },
        ],
        onChoose: (choice) =>
          this.#set({ instructions: choice === "unset" ? undefined : choice === "on" }),
      },
      ({ instructions }) => (instructions === undefined ? "unset" : instructions ? "on" : "off"),
    );
  }

  #memory(): HTMLElement {
    return this.#choice(
      {
        name: this.#t("Memory"),
        kind: "list",
        items: memoryModes.map((value) => {
          const [label, explanation] = memoryLabels(this.#t)[value];
          return { value, label, explanation };
        }),
        onChoose: (memory) => this.#set({ memory }),
      },
      ({ memory }) => memory,
    );
  }

  /** What memory means for the language model alone, which has no sessions. */
  #history(): HTMLElement {
    const [none, explanation] = memoryLabels(this.#t).none;
    return this.#choice(
      {
        name: this.#t("Memory"),
        kind: "list",
        items: [
          {
            value: "history",
            label: this.#t("History"),
            explanation: this.#t("Earlier turns are sent"),
          },
          { value: "none", label: none, explanation },
        ],
        onChoose: (choice) => {
          const memory = this.#options?.memory ?? "both";
          const withSession = memory === "both" || memory === "session";
          const [history, without] = withSession
            ? (["both", "session"] as const)
            : (["history", "none"] as const);
          this.#set({ memory: choice === "history" ? history : without });
        },
      },
      ({ memory }) => (memory === "both" || memory === "history" ? "history" : "none"),
    );
  }

  #count(name: string, key: "webSearchMaxResults" | "maxTokens"): HTMLElement {
    const field = new NumberField(this.#context.toolkit, {
      name,
      read: countOf,
      error: this.#t(
        "Enter a whole number greater than 0; until then, the previous value is used.",
      ),
      onChange: (count) => this.#set({ [key]: count }),
    });
    return this.#number(field, (options) => options[key]);
  }

  #addresses(): HTMLElement {
    const list = new Addresses(this.#context.toolkit, (documentUrls) =>
      this.#set({ documentUrls }),
    );
    this.#showing.push(({ documentUrls }) => list.show(documentUrls));
    return list.element;
  }
}

const toolLabels = (t: Toolkit["t"]): Record<ToolName, string> => ({
  web_search: t("Web search"),
  computation_engine: t("Computation"),
  document_retriever: t("Documents"),
  workspace_connector: t("Workspace"),
});

type MemoryLabel = [name: string, explanation: string];

const memoryLabels = (t: Toolkit["t"]): Record<MemoryMode, MemoryLabel> => ({
  both: [t("Session and history"), t("The hub remembers the session, and earlier turns are sent")],
  session: [t("Session only"), t("The hub remembers; earlier turns are not sent again")],
  history: [t("History only"), t("Earlier turns are sent; the hub gets no session")],
  none: [t("None"), t("Each question stands alone")],
});
