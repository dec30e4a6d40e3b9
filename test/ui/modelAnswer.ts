import type { FrameLocator, Page } from "playwright-core";
import {
  callsOf,
  completion,
  startModelServer,
  type ModelReply,
  type ModelServer,
} from "../support/modelServer";
import { chooseModel, openFile, pick, runCommand } from "../support/workbench";

const model = "scripted-model";

/** What a model may answer to the question below; the hub really runs the tools that it calls. */
const script: readonly ModelReply[] = [
  callsOf(["workspace_connector", { action: "search", query: "cart-changed" }]),
  callsOf(["workspace_connector", { action: "read", path: "cart.ts", from_line: 12, to_line: 30 }]),
  callsOf(["workspace_connector", { action: "search", query: '"removeEventListener"' }]),
  completion({
    content: `Each badge adds a listener to \`window\`, and nothing in the workspace removes one. \`dispose()\` takes only the element away, so every old badge still loads the cart and draws it on each change.

Let the listener end with the badge:

\`\`\`ts
  readonly #disposed = new AbortController();

  constructor(element: HTMLElement, load: () => Item[]) {
    this.element = element;
    const { signal } = this.#disposed;
    window.addEventListener("cart-changed", () => {
      this.items = load();
      this.draw();
    }, { signal });
  }
\`\`\`

Then call \`this.#disposed.abort()\` in \`dispose()\`.`,
  }),
];

/** Chooses the model of a scripted server, and asks it about the constructor in cart.ts. */
export async function askModel(
  page: Page,
  chat: FrameLocator,
  select: (line: number, lines: number) => Promise<void>,
): Promise<ModelServer> {
  const server = await startModelServer((_, nth) => script[nth - 1] ?? script.at(-1)!, [model]);
  await chat.getByRole("button", { name: /^Expert: / }).click();
  await pick(page, "Workbench");
  await chat.getByRole("button", { name: "Expert: Workbench" }).waitFor();
  await chooseModel(page, server.origin, model);
  await chat.getByRole("button", { name: `Model: ${model}` }).waitFor();
  await runCommand(page, "Expert Hub: New Conversation");
  await chat.getByRole("button", { name: /^Options/ }).click();
  await chat
    .getByRole("radiogroup", { name: "Workspace" })
    .getByRole("radio", { name: "On" })
    .check();
  await chat.getByRole("button", { name: /^Options/ }).click();
  await openFile(page, "cart.ts");
  await select(12, 7);
  await runCommand(page, "Expert Hub: Attach to Expert Hub Chat");
  await chat.locator(".chip", { hasText: "cart.ts:12–18" }).waitFor();
  await chat.locator("#question").fill("Why does this get slower the longer the shop is open?");
  await chat.locator("#question").press("Enter");
  await chat.locator(".steps-line").last().waitFor();
  await chat.getByText("Let the listener end with the badge").waitFor();
  return server;
}
