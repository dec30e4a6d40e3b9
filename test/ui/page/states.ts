import type { Page } from "playwright-core";
import type {
  ChatView,
  CompletionsView,
  OptionsView,
  RemedyView,
  SourceView,
} from "../../../src/page/protocol/views";
import {
  answer,
  answered,
  attachment,
  chat,
  retry,
  pageState,
  step,
  steps,
  turn,
} from "./fixtures";

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

const references = `The total is off by one cent in src/cart.ts:42:7, because \`src/cart/totals.ts:8-12\` rounds each row (see [the test](test/cart.test.ts#L3) and https://docs.example.com/money/rounding). Nothing in \`src/gone.ts:3\` is needed.

- \`test/cart.test.ts\` expects $t = \\sum_i p_i * n_i$, and costs *nothing*
- see also https://bаnk.example/, and http://plain.example/

\`\`\`ts src/cart/totals.ts#L8-L12
return rows.reduce((sum, { price, count }) => sum + price * count, 0);
\`\`\`

\`\`\`mermaid
graph LR
  A[rows] --> B[sum]
\`\`\`
`;

const sources: SourceView[] = [
  {
    kind: "file",
    path: "src/cart/totals.ts",
    lines: [
      { first: 1, last: 12 },
      { first: 40, last: 52 },
    ],
  },
  { kind: "file", path: "test/cart.test.ts", lines: [{ first: 3, last: 3 }] },
  { kind: "page", url: "https://docs.example.com/money", title: "Money and rounding" },
  { kind: "document", url: "https://docs.example.com/cart" },
];

const search = {
  sentence: "Searched rounding of totals in the folder",
  found:
    'src/cart/totals.ts:8 8: return rows.reduce( 9: (sum, { price }) => sum + price, test/cart.test.ts:3 3: it("rounds once") https://docs.example.com/money/rounding',
};

const diff = `\`\`\`diff
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -10 +10 @@
-  window.addEventListener("resize", onResize);
+  const stop = listen("resize", onResize);
\`\`\``;

const german = {
  name: "Sachbearbeiterin für Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungen",
  ability: "Rechtsschutzversicherungsgesellschaftsvertragsprüfung",
};

const failure = {
  sentence:
    "hub.example.com refused the key. Your question is kept; replace the key and press Retry.",
  details: "401 · invalid_api_key\nThe key has expired.",
  remedies: [{ action: "setApiKey", label: "Replace Key" }, retry] satisfies RemedyView[],
};

const options: OptionsView = {
  mode: "agent",
  temperature: 0.2,
  tools: { web_search: true, computation_engine: true, workspace_connector: false },
  webSearchMaxResults: 5,
  documentUrls: ["https://example.com/a/guide/with/a/rather/long/path.pdf", "https://intranet/x"],
  memory: "both",
};

const restricted =
  "Restricted Mode: settings and recommendations of this workspace are ignored, and no tool reads its files.";

const request = {
  endpoint: "POST https://hub.example.com/api/v1/invoke_agent",
  json: JSON.stringify(
    {
      expert_id: 42,
      ability_id: 3,
      session_id: "7f3a0c1e-4b5d-4a6e-9f70-0d1c2b3a4e5f",
      input_data: "Why does this leak?\n\n<script>pwned = 1</script> \u202e hidden",
      temperature: 0.2,
      conversation_history: [
        { role: "user", content: "Where are the listeners added?" },
        { role: "assistant", content: "In `cart.ts`, line 12." },
      ],
      tool_activation: { web_search: true, computation_engine: true },
    },
    null,
    2,
  ),
  size: "512 B",
  parts: [
    { length: 19, size: "19 B" },
    { name: "src/cart.ts, lines 10–24", length: 35, size: "37 B" },
  ],
  historySize: "134 B",
};

const completions: CompletionsView = {
  completions: (
    [
      ["selection", "cart.ts:10–24", "Selection · 15 lines · TypeScript · 412 B"],
      ["file", "cart.ts", "src/checkout · open editor"],
      ["file", "paymentProviders.test.ts", "src/checkout/providers/international · open editor"],
      [
        "error",
        "Property 'total' does not exist on type 'Cart'. (ts 2339)",
        "cart.ts:12 · Problem",
      ],
      ["warning", "'width' is assigned a value but never used.", "cart.ts:8 · Problem"],
      ["info", "This is deprecated.", "cart.ts:3 · Problem"],
      ["folder", "checkout", "src"],
      ["class", "Cart", "src/checkout/cart.ts:4"],
      ["method", "totalOfGrundstücksverkehrsgenehmigungszuständigkeiten", "Cart · src/cart.ts:31"],
      ["variable", "width", "src/checkout/cart.ts:8"],
      ["prompt", "Explain for newcomers", "from shop · Explain this in five sentences."],
      ["ability", "Find bugs", "chosen · Looks for leaks, races and unclear names"],
      ["expert", "Code Reviewer", "Reviews code for leaks, races and unclear names · 42"],
      ...Array.from({ length: 20 }, (_, n) => ["file", `part${n}.ts`, "src/parts"] as const),
    ] as const
  ).map(([kind, label, description], index) => ({ id: String(index), kind, label, description })),
};

/** The host's answers in every state. */
export const answers = (call: string): unknown => {
  if (call === "existingFiles") return ["src/cart.ts", "src/cart/totals.ts", "test/cart.test.ts"];
  if (call === "complete") return completions;
  return call === "preview" ? request : undefined;
};

export interface State {
  chat: ChatView;
  /** Names of disclosures to unfold. */
  open?: string;
  /** Produces what no message of the host does; `t` gives the words of the page. */
  act?(page: Page, t: (message: string) => string): Promise<void>;
}

/** Waits until changes are laid out and painted. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/** Brings a page into its state, from the first drawing to the last disclosure. */
export async function enter(
  page: Page,
  { open, act }: State,
  t = (message: string) => message,
): Promise<void> {
  await page.locator(".turn, .empty").first().waitFor();
  // The second pass opens what the first one filled.
  for (let pass = 0; pass < 2; pass++) {
    if (open === undefined) break;
    await page.locator(open).evaluateAll((all) => {
      for (const element of all) (element as HTMLDetailsElement).open = true;
    });
    await settled(page);
  }
  await act?.(page, t);
}

const press = (name: string) => async (page: Page, t: (message: string) => string) => {
  await page
    .getByRole("button", { name: t(name) })
    .last()
    .click();
  await settled(page);
};

/** Opens *What will be sent* from the menu beside Send. */
export async function openPreview(
  page: Pick<Page, "getByRole">,
  t = (message: string) => message,
): Promise<void> {
  await page.getByRole("button", { name: t("More ways to ask") }).click();
  await page.getByRole("menuitem", { name: t("What will be sent") }).click();
}

/** Every state of the page by name. */
export const states: Record<string, State> = {
  answer: { chat: chat([turn()]) },
  steps: { chat: chat([turn()]), open: ".steps" },
  markdown: { chat: chat([answered(markdown)]) },
  references: {
    chat: chat([answered(references, { steps: [search], sources })]),
    open: ".steps, .sources",
  },
  fromAgent: { chat: chat([turn({ caller: "asked by an agent" })]) },
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
          attachments: [],
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
  queue: {
    chat: chat([turn(), turn({ question: "And in Vue?", result: { state: "stopped" } })], {
      draft: "Which one is faster?",
      queue: {
        questions: [
          { id: "a", text: "Does the same hold for class components?", attached: [] },
          {
            id: "b",
            text: "Write a test for it that fails without the cleanup, and name what it proves",
            attached: ["cart.ts:10–24"],
          },
          { id: "c", text: "", attached: ["checkout/paymentProviders.test.ts:100–1204"] },
        ],
        paused: "Paused because a question was stopped.",
      },
    }),
    act: (page) => page.locator(".queue-row").nth(1).hover(),
  },
  "nearly full": {
    chat: chat(
      [
        turn({
          omitted:
            "Left out to fit the model's context window of about 8,192 tokens: the 7 oldest questions with their answers, totals.ts",
        }),
      ],
      {
        draft: "Which one is faster?",
        context: { takes: 8192, fits: 7168, attachments: 1500, history: 5000, system: 500 },
      },
    ),
    act: (page) => page.locator(".context-hint").waitFor(),
  },
  held: {
    chat: chat([turn()], {
      pending: {
        id: "q",
        sentence: "Send this question?",
        reasons: [
          { text: "This question contains what looks like a secret. Send it?", isHeading: true },
          { text: "a GitHub token: src/checkout/paymentProviders.ts, line 112", canShow: true },
          { text: "your API key: what you typed, line 1" },
          { text: "Allow the hub's workspace connector in this chat?", isHeading: true },
          {
            text: "The expert can then read the files that the hub has access to. For the built-in hub, these are the files in your open folders.",
          },
        ],
        about: "Why does the token not work?",
        choices: ["Send Anyway"],
        no: "Do Not Send",
      },
    }),
  },
  told: {
    chat: chat([turn()], {
      notice: {
        id: "n",
        sentence:
          "The text in paymentProviders.ts has changed since it was sent, so the answer was not inserted.",
        isError: true,
        details: [],
        choices: ["Compare", "Insert at Cursor", "Copy", "New File"],
      },
    }),
  },
  undo: {
    chat: chat(
      [
        turn({
          result: {
            state: "done",
            answer: {
              ...answer,
              output: `${diff}\nThe listener is removed now.`,
              canUndo: true,
              review: { state: "applied", kept: 3, all: 3, edited: 0, files: 2, notPlaced: [] },
            },
          },
        }),
      ],
      {
        pending: {
          id: "undo",
          sentence: "Undo this answer's changes?",
          reasons: [
            { text: "These files go back to how they were before this answer:", isHeading: true },
            { text: "src/cart.ts, changed at 2:02 PM", canShow: true },
            { text: "src/cart.test.ts, created at 2:02 PM, will be deleted", canShow: true },
            { text: "These files stay as they are:", isHeading: true },
            { text: "src/checkout/payment.ts has changed since." },
          ],
          choices: ["Undo Changes"],
          no: "Keep Changes",
          enterAgrees: true,
        },
      },
    ),
  },
  again: {
    chat: chat(
      [
        turn({
          askedAt: new Date().toISOString(),
          result: {
            state: "waiting",
            again: { why: "The hub is receiving too many requests.", inMs: 42_000 },
          },
        }),
      ],
      { busy: true },
    ),
  },
  failed: {
    chat: chat([
      turn({ result: { state: "failed", problem: failure } }),
      turn({ question: "", result: { state: "stopped" } }),
      answered(""),
    ]),
    open: ".details",
  },
  reasoning: {
    chat: chat([
      answered("Six times seven is **42**.", {
        reasoning: "The user asks for a product.\n\nSix sevens are 42.",
        steps,
      }),
    ]),
    open: ".reasoning",
  },
  unanswered: {
    chat: chat([
      turn({ question: "Is this safe?", result: { state: "stopped" } }),
      turn({ question: "Refactor the cart", result: { state: "interrupted" } }),
    ]),
  },
  rounds: {
    chat: chat([
      turn({
        builtIn: true,
        abilityName: "",
        modelName: "scripted (127.0.0.1:11434)",
        result: {
          state: "done",
          answer: {
            ...answer,
            output:
              "Let me read the effect first.\n\nNow I compute the size of the cache.\n\n" +
              answer.output,
            earlierLength: 69,
            reasoning: "The listener is added in the effect. Where is it removed?",
            tokens: {
              words: "12,345 tokens, and about 1,500 more",
              meaning: "tokens: 12,000 for input, 345 for output",
            },
          },
        },
      }),
    ]),
  },
  modelOnly: {
    chat: chat(
      [
        turn({
          builtIn: true,
          modelOnly: true,
          result: {
            state: "done",
            answer: {
              ...answer,
              tokens: {
                words: "about 1,200 tokens",
                meaning: "tokens, estimated by the hub or from the balance before and after",
              },
            },
          },
        }),
      ],
      { builtIn: true, title: "Leaks in the cart" },
    ),
  },
  options: { chat: chat([turn()], { options }), act: press("Options") },
  optionsInvalid: {
    chat: chat([], { options: { ...options, documentUrls: [] } }),
    act: async (page, t) => {
      await press("Options")(page, t);
      await page.getByLabel(t("Temperature")).fill("warm");
      await page.getByLabel(t("Document addresses")).fill("guide.pdf");
      await page.keyboard.press("Enter");
    },
  },
  optionsModel: {
    chat: chat([turn({ modelOnly: true })], {
      options: { ...options, mode: "model", maxTokens: 500 },
    }),
    act: press("Options"),
  },
  preview: {
    chat: chat([turn()], { options, draft: "Why does this leak?" }),
    act: async (page, t) => {
      await openPreview(page, t);
      await settled(page);
    },
  },
  find: {
    chat: chat([turn(), turn({ question: "And the listener?" })]),
    act: async (page, t) => {
      await page.keyboard.press("ControlOrMeta+f");
      await page.getByLabel(t("Find"), { exact: true }).fill("listener");
      await page.locator(".find-count", { hasText: /./ }).waitFor();
      await settled(page);
    },
  },
  completions: {
    chat: chat([turn()], { draft: "Compare with ", attachments: [attachment] }),
    act: async (page) => {
      await page.locator("#question").press("ControlOrMeta+End");
      await page.keyboard.type("#");
      await page.locator(".completion").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await settled(page);
    },
  },
  menu: { chat: chat([turn()], { options }), act: press("More actions") },
  needHub: { chat: chat([], { setupStep: "hub", expert: undefined }) },
  needKey: { chat: chat([], { setupStep: "key", expert: undefined }) },
  needExpert: { chat: chat([], { setupStep: "expert", expert: undefined }) },
  otherHub: {
    chat: chat([turn()], {
      setupStep: "otherHub",
      invitation: {
        title: "This conversation is with Work",
        sentence:
          "Questions go to hub.example now. Switch to Work to ask its experts, or continue with hub.example: the answers from Work are not sent to it.",
        remedies: [
          { action: "switchHub", label: "Switch to Work" },
          { action: "continueHere", label: "Continue with hub.example" },
        ],
      },
    }),
  },
  restricted: { chat: chat([], { restricted, builtIn: true }) },
  changedAttachment: {
    chat: chat([], {
      attachments: [
        { ...attachment, isChanged: true },
        { ...attachment, id: "a2", label: `${"long-".repeat(20)}name.ts:1`, isChanged: true },
      ],
    }),
  },
  nothingAsked: { chat: chat([], { attachments: [attachment], draft: "" }) },
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
            answer: { ...answer, steps: [{ ...step, sentence: german.ability }, ...steps] },
          },
        }),
      ],
      {
        builtIn: true,
        attachments: [{ ...attachment, label: `${german.ability}.ts:10–24` }],
        draft:
          "Bitte prüfe auch die Grundstücksverkehrsgenehmigungszuständigkeiten.\nZweite Zeile.",
        expert: {
          id: 7,
          ...pageState.expert,
          name: german.name,
          abilityName: german.ability,
          suggestions: [],
        },
      },
    ),
  },
  longName200: {
    chat: chat([], {
      expert: {
        id: 7,
        ...pageState.expert,
        suggestions: [{ text: "x ".repeat(120) }],
        name: "Very ".repeat(40),
      },
    }),
  },
};
