import type { Page } from "playwright-core";
import type { Order } from "./probe";
import { until } from "./until";

interface Window {
  readonly page: Page;
  readonly order: Order;
}

/** How much of each is done. */
interface Work {
  readonly questions: number;
  readonly chats: number;
  readonly comparisons: number;
}

/** What a window takes when nothing is left for its collectors to take. */
export interface Weight {
  /** Bytes of objects in the extension host, without compiled code. */
  readonly host: number;
  /** Bytes of objects and elements in the window with its pages, without compiled code. */
  readonly page: number;
  /** DOM nodes of all its documents, including detached ones. */
  readonly nodes: number;
}

/** Bytes of objects and elements in the documents of a page. */
export async function pageWeight(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize, ...others } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  // What holds the elements is a heap of its own, which older browsers do not tell.
  const { embedderHeapUsedSize = 0 } = others as { embedderHeapUsedSize?: number };
  return usedSize + embedderHeapUsedSize;
}

interface Snapshot {
  readonly snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  readonly nodes: readonly number[];
}

async function weighPage(page: Page): Promise<Omit<Weight, "host">> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", {});
  const { nodes } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { page: objectsIn(JSON.parse(chunks.join("")) as Snapshot), nodes };
}

/** Bytes of all but compiled code, which comes and goes by the minute. */
function objectsIn({ snapshot: { meta }, nodes }: Snapshot): number {
  const { node_fields: fields, node_types: types } = meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const code = types[0].indexOf("code");
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + type] !== code) bytes += nodes[node + size]!;
  return bytes;
}

/** With an empty conversation in the side bar, and no editor. */
export async function weigh({ page, order }: Window): Promise<Weight> {
  await order("run", { command: "expertHub.newConversation" });
  // The last answers are saved, and their elements released, a moment later.
  await page.waitForTimeout(2000);
  return { host: await order<number>("objects"), ...(await weighPage(page)) };
}

/** Asks, opens and closes chats in tabs, and compares answers; `question` is what is asked. */
export async function work(
  window: Window,
  { questions, chats, comparisons }: Work,
  question: Record<string, unknown>,
): Promise<void> {
  const { order } = window;
  const begin = () => order("run", { command: "expertHub.newConversation" });
  const ask = (times = 1) => order("run", { command: "expertHub.ask", args: [question], times });
  await begin();
  await ask(questions);
  for (let chat = 0; chat < chats; chat++) {
    await begin();
    await ask();
    await order("run", { command: "expertHub.openChatInEditor" });
    await order("closeEditors");
  }
  for (let comparison = 0; comparison < comparisons; comparison++) {
    await begin();
    await ask();
    await compare(window);
    await order("closeEditors");
  }
}

/** With the first three that are offered. */
async function compare({ page, order }: Window): Promise<void> {
  const compared = order("run", { command: "expertHub.compare" });
  const boxes = page.locator(".quick-input-list .monaco-list-row").getByRole("checkbox");
  await boxes.first().waitFor();
  // Those of the last time are checked already.
  for (let row = 0; row < 3; row++)
    await until("it is checked", async () => {
      if (await boxes.nth(row).isChecked()) return true;
      await boxes.nth(row).click();
      return false;
    });
  await page.locator(".quick-input-title", { hasText: /^3 requests/ }).waitFor();
  await page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
  await compared;
  await page.locator(".tab", { hasText: "Comparison" }).waitFor();
}
