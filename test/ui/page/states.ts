import type { ChatView } from "../../../src/protocol/views";
import { answer, answered, attachment, chat, shell, step, steps, turn } from "./fixtures";

const markdown = `# Heading one

A paragraph with *emphasis*, **strong**, ~~struck~~ and \`inline code\`, and a link to [the docs](https://example.com/docs) or [a dead one](command:workbench.action.quit).

## Lists

- [x] Remove the listener
- [ ] Add a test
- plain item
  - nested
    1. numbered
    2. again

> A quote that goes on for a while, so that it has to wrap in a narrow side bar.

| Name | Size | What it does |
| :--- | ---: | :---: |
| cart.ts | 412 B | keeps the items |
| a-very-long-file-name.test.ts | 12.4 KB | tests them |

![a diagram](https://evil.example/diagram.png)

---

\`\`\`python
def total(items: list[Item]) -> Decimal:
    """Sum in cents, never in floats."""
    return sum((i.price * i.count for i in items), Decimal(0))
\`\`\`

\`\`\`json
{ "name": "cart", "version": 2, "private": true }
\`\`\`

\`\`\`diff
- items.push(item)
+ items = [...items, item]
\`\`\`
`;

const german = {
  name: "Sachbearbeiterin für Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungen",
  ability: "Rechtsschutzversicherungsgesellschaftsvertragsprüfung",
};

const failure = {
  sentence:
    "hub.example.com refused the key. Your question is kept; replace the key and press Retry.",
  details: "401 · invalid_api_key\nThe key has expired.",
  actions: ["setApiKey", "retry"] as const,
};

/** Every state of the page by name; `open` names disclosures to unfold. */
export const states: Record<string, { chat: ChatView; open?: string; attach?: boolean }> = {
  answer: { chat: chat([turn()]) },
  steps: { chat: chat([turn()]), open: ".steps, .step-alone .step, .attached" },
  markdown: { chat: chat([answered(markdown)]) },
  conversation: {
    chat: chat(
      [
        turn({
          question: "What is this file for?",
          result: {
            state: "done",
            answer: {
              ...answer,
              output: "It keeps the items of the shopping cart and tells the header their number.",
              steps: [],
            },
          },
        }),
        turn(),
        turn({
          question: "And without hooks?",
          attachment: undefined,
          result: { state: "waiting" },
        }),
      ],
      { busy: true },
    ),
  },
  waiting: {
    chat: chat(
      [
        turn({
          askedAt: new Date(Date.now() - 14_000).toISOString(),
          result: { state: "waiting" },
        }),
      ],
      { busy: true },
    ),
  },
  failed: {
    chat: chat([
      turn({ result: { state: "failed", problem: { ...failure, actions: [...failure.actions] } } }),
      turn({ question: "", result: { state: "stopped" } }),
      answered(""),
    ]),
    open: ".details",
  },
  needHub: { chat: chat([], { need: "hub", expert: undefined }) },
  needKey: { chat: chat([], { need: "key", expert: undefined }) },
  needExpert: { chat: chat([], { need: "expert", expert: undefined }) },
  nothingAsked: { chat: chat([], { attachment, draft: "" }) },
  longNames: {
    chat: chat(
      [
        turn({
          expertName: german.name,
          abilityName: german.ability,
          modelName: "modell-mit-sehr-langem-namen-2026-11-21-vorschau",
          builtIn: true,
          result: {
            state: "done",
            answer: { ...answer, steps: [[{ ...step, tool: german.ability }], ...steps] },
          },
        }),
      ],
      {
        builtIn: true,
        attachment: { ...attachment, label: `${german.ability}.ts:10–24` },
        draft:
          "Bitte prüfe auch die Grundstücksverkehrsgenehmigungszuständigkeiten.\nZweite Zeile.",
        expert: {
          id: 7,
          ...shell.expert,
          name: german.name,
          abilityName: german.ability,
          suggestions: [],
        },
      },
    ),
  },
  longName200: {
    chat: chat([], {
      expert: { id: 7, ...shell.expert, suggestions: ["x ".repeat(120)], name: "Very ".repeat(40) },
    }),
  },
};
