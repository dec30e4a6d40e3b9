import type { PageState, TurnView } from "../../../src/page/protocol/views";
import { answer, answered, retry, pageState, step, turn } from "./fixtures";

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n]+\s*/g, " ");

/** Every place in an answer's Markdown that untrusted text reaches. */
export const markdownPlaces: Record<string, (text: string) => string> = {
  "link text": (text) => `[${text}](https://example.com/)`,
  "link target": (text) => `[x](<${oneLine(text)}>) [y](${text}) <${oneLine(text)}>`,
  "image alt": (text) => `![${text}](https://evil.example/?d=1)`,
  "image target": (text) => `![x](<${oneLine(text)}> "${text}") ![y](${text})`,
  "table cell": (text) => `| a | b |\n| - | - |\n| ${oneLine(text)} | x |`,
  heading: (text) => `# ${oneLine(text)}\n\n> ${oneLine(text)}\n\n- [ ] ${oneLine(text)}`,
  "info string": (text) => `\`\`\`${oneLine(text)}\n${text}\n\`\`\``,
  reference: (text) => `[x][r] ![y][r]\n\n[r]: <${oneLine(text)}> "${oneLine(text)}"`,
  footnote: (text) => `a[^1]\n\n[^1]: ${text}`,
};

const stepOf = (text: string) => ({ sentence: text, found: text });

/** Every place in a turn around its answer. */
export const turnPlaces: Record<string, (text: string) => TurnView> = {
  output: (text) => answered(text),
  "names and times": (text) =>
    turn({
      question: text,
      expertName: text,
      abilityName: text,
      modelName: text,
      askedAt: text,
      otherHub: text,
    }),
  attachment: (text) =>
    turn({
      attachments: [{ id: "a", label: text }],
    }),
  problem: (text) =>
    turn({
      result: { state: "failed", problem: { sentence: text, details: text, remedies: [retry] } },
    }),
  "steps and target": (text) =>
    answered("x", {
      steps: [stepOf(text), step],
      target: { label: text, canReplace: true },
    }),
};

/** All of these places in few turns: each Markdown one in a quotation that ends whatever it starts. */
export function everywhere(text: string): TurnView[] {
  const quoted = Object.values(markdownPlaces).map((place) => place(text).replaceAll(/^/gm, "> "));
  return [
    turn({
      question: text,
      expertName: text,
      abilityName: text,
      modelName: text,
      otherHub: text,
      attachments: [{ id: "a", label: text }],
      result: {
        state: "done",
        answer: {
          ...answer,
          output: text,
          steps: [stepOf(text), step],
          target: { label: text, canReplace: true },
        },
      },
    }),
    turn({
      question: text,
      result: { state: "failed", problem: { sentence: text, details: text, remedies: [retry] } },
    }),
    answered(quoted.join("\n\n")),
  ];
}

/** The host's data about an expert, a hub and a user, filled with this text. */
export function shellOf(text: string): PageState {
  const expert = {
    id: 1,
    name: text,
    role: text,
    abilityName: text,
    modelName: text,
    suggestions: [{ text }, { text }],
    followUps: [{ abilityId: 1, name: text }],
  };
  return {
    ...pageState,
    hubLabel: text,
    title: text,
    draft: text,
    restricted: text,
    queue: { questions: [{ id: text, text, attached: [text, text] }], paused: text },
    expert,
    attachments: [{ id: "a", label: text, detail: text, languageId: text, path: text, text }],
  };
}

export const core = [
  `<script>globalThis.pwned = 1</script>`,
  `<img src=x onerror="globalThis.pwned=1"><svg onload="globalThis.pwned=1">`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<form id=vscode><input name=parentNode></form><a id=app href="javascript:pwned=1">x</a>`,
  `<style>@import url(https://evil.example/x.css); body { display: none }</style>`,
  `<link rel=preconnect href=https://evil.example><meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<video poster=https://evil.example/p.png></video><img srcset="https://evil.example/a 1x">`,
  `<base href=https://evil.example/><object data=https://evil.example/></object>`,
  `[x](javascript:globalThis.pwned=1) [y](data:text/html,<script>pwned=1</script>) <javascript:pwned=1>`,
  `"><button class="icon-button" onclick="pwned=1">Insert at cursor</button>`,
  `\u202egnp.exe\u202c \u001b[31mred\u001b[0m`,
  `header composer turn button icon-button {.button #app onclick=pwned=1 style="position:fixed"}`,
];
