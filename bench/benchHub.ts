import { fork } from "node:child_process";
import { from } from "../scripts/root";
import type { Seen } from "./hub";

/** The hub of `hub.ts`, by remote control. */
export interface BenchHub {
  readonly url: string;
  /** Sets what it answers to a question, and how long an answer takes in milliseconds; forgets what it saw. */
  set(given: { output?: string; delay?: number }): Promise<void>;
  seen(): Promise<Seen>;
  close(): void;
}

export async function startBenchHub(): Promise<BenchHub> {
  const child = fork(from("out/bench/hub.js"));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => {
      resolve(message as number);
    });
    child.once("error", reject);
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    set: async ({ output = "", delay = 0 }) => {
      await fetch(`${url}/set?delay=${delay}`, { method: "POST", body: output });
    },
    seen: async () => (await (await fetch(`${url}/seen`)).json()) as Seen,
    close: () => {
      child.disconnect();
    },
  };
}

/** About 2 KB of an ordinary answer. */
export const ordinaryAnswer = `The listener is **never removed**. Each time \`Cart\` mounts it adds another one.

Return a cleanup from the effect:

\`\`\`ts
useEffect(() => {
  const onResize = () => setWidth(window.innerWidth);
  window.addEventListener("resize", onResize, { passive: true });
  return () => window.removeEventListener("resize", onResize);
}, []);
\`\`\`

1. \`setWidth\` runs on every pixel; wrap it in \`requestAnimationFrame\`.
2. Read [the reference](https://example.com/reference) on *cleanup*.

${"It is an ordinary sentence of an ordinary answer, with a `name` in it. ".repeat(18)}`;
