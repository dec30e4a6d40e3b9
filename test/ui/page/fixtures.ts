import type {
  RemedyView,
  AnswerView,
  ChatView,
  PageState,
  StepView,
  TurnView,
} from "../../../src/page/protocol/views";

export const pageState: PageState = {
  conversationId: "c1",
  hubLabel: "hub.example.com",
  builtIn: false,
  expert: {
    id: 42,
    name: "Code Reviewer",
    role: "Reviews code for leaks, races and unclear names",
    abilityName: "Find bugs",
    modelName: "gpt-x",
    suggestions: [
      { text: "Find the bug in the selected code" },
      { text: "What would you test here first?" },
      { text: "Explain this function to a new colleague", abilityId: 3 },
    ],
  },
  attachments: [],
  draft: "",
  draftRevision: 0,
  shownState: {
    conversation: "c1",
    hub: "h",
    expert: "42",
    ability: "1",
    model: "2",
    options: "o",
    attachment: "",
  },
  busy: false,
  options: { mode: "agent", tools: {}, documentUrls: [], memory: "both" },
};

export const attachment = {
  id: "a1",
  label: "cart.ts:10–24",
  detail: "15 lines · TypeScript · 412 B",
  languageId: "typescript",
  text: `useEffect(() => {
  const onResize = () => setWidth(window.innerWidth);
  window.addEventListener("resize", onResize);
}, []);`,
};

export const step: StepView = { sentence: "Calculated 2 * 8 * 1024", found: "16384" };

export const steps: StepView[] = [
  { sentence: "Searched react effect cleanup in the documents", found: "Cleanup of an effect" },
  step,
  { sentence: "Searched the web for addEventListener leak detached nodes" },
];

export const cleanup = `\`\`\`ts
useEffect(() => {
  // One listener, gone with the component.
  const onResize = () => setWidth(window.innerWidth);
  window.addEventListener("resize", onResize, { passive: true });
  return () => window.removeEventListener("resize", onResize);
}, []);
\`\`\``;

export const output = `The listener is **never removed**. Each time \`Cart\` mounts it adds another one, and each keeps its component alive.

Return a cleanup from the effect:

${cleanup}

Two more things while you are there:

1. \`setWidth\` runs on every pixel; wrap it in \`requestAnimationFrame\`.
2. Read [the effect reference](https://react.dev/reference/react/useEffect) on *cleanup*.
`;

export const answer: AnswerView = {
  output,
  steps,
  elapsedMs: 4230,
  bytes: 3481,
  target: { label: "cart.ts", canReplace: true },
};

let made = 0;

/** A turn, done unless specified otherwise. */
export function turn(changes: Partial<TurnView> = {}): TurnView {
  return {
    id: `t${++made}`,
    question: "Why does this leak?",
    attachments: [attachment],
    askedAt: new Date().toISOString(),
    expertName: "Code Reviewer",
    abilityName: "Find bugs",
    modelName: "gpt-x",
    builtIn: false,
    modelOnly: false,
    result: { state: "done", answer },
    ...changes,
  };
}

export function answered(markdown: string, changes: Partial<AnswerView> = {}): TurnView {
  return turn({
    result: { state: "done", answer: { ...answer, steps: [], output: markdown, ...changes } },
  });
}

export function chat(turns: TurnView[], changes: Partial<PageState> = {}): ChatView {
  return { pageState: { ...pageState, ...changes }, turns };
}

export const retry: RemedyView = { action: "retry", label: "Retry" };
