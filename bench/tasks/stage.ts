import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { copySample } from "../../scripts/sample";
import { startHubWithFaults, type HubWithFaults } from "../../test/support/faults/hub";
import { completion, startModelServer, type ModelServer } from "../../test/support/modelServer";
import { pause, until } from "../../test/support/until";
import {
  addExperts,
  answer,
  chatFrame,
  chooseModel,
  goToLine,
  openFile,
  openWorkbench,
  pick,
  runCommand,
  selected,
  type Workbench,
} from "../../test/support/workbench";
import { countDialogs, Hands } from "./hands";

const key = "the-key-of-the-tasks";
const question = ".composer textarea";

/** What the model answers, by a word of the question. */
const answers: readonly [word: string, text: string][] = [
  ["function", "```ts\nexport const half = (value: number) => value / 2;\n```"],
  [
    "files",
    ["first.txt", "second.txt"]
      .map((name) => `\`\`\`text ${name} (new)\n${name}\n\`\`\``)
      .join("\n\n"),
  ],
  ["animals", "The zebra is striped."],
];

/** A window with the built-in hub, a model, a second hub, files and a saved prompt. */
export class Stage {
  readonly folder: string;
  readonly page: Page;
  readonly chat: FrameLocator;
  readonly hands: Hands;
  readonly hub: HubWithFaults;
  readonly #workbench: Workbench;
  readonly #model: ModelServer;
  readonly #slow: { release?: () => void };
  /** How often a word was asked, as far as it was looked up. */
  readonly #seen = new Map<string, number>();

  private constructor(parts: {
    folder: string;
    workbench: Workbench;
    hub: HubWithFaults;
    model: ModelServer;
    slow: { release?: () => void };
  }) {
    this.folder = parts.folder;
    this.#workbench = parts.workbench;
    this.page = parts.workbench.page;
    this.chat = chatFrame(this.page);
    this.hands = new Hands(this.page, this.chat);
    this.hub = parts.hub;
    this.#model = parts.model;
    this.#slow = parts.slow;
  }

  static async open(development: string): Promise<Stage> {
    const { path: folder } = await copySample();
    await mkdir(path.join(folder, "docs"));
    await writeFile(path.join(folder, "docs/plan.md"), "Ship it.\n");
    await mkdir(path.join(folder, ".github/prompts"), { recursive: true });
    await writeFile(path.join(folder, ".github/prompts/limits.prompt.md"), "Check the limits.\n");
    const slow: { release?: () => void } = {};
    const model = await startModelServer(async ({ body }) => {
      const text = JSON.stringify(body.messages?.at(-1)?.content);
      if (text.includes("slowly") && !text.includes("at once"))
        await new Promise<void>((resolve) => Object.assign(slow, { release: resolve }));
      const [, content = "Fine."] = answers.find(([word]) => text.includes(word)) ?? [];
      return completion({ content });
    });
    const hub = await startHubWithFaults({ key });
    const workbench = await openWorkbench({ source: "development", development, folder });
    const stage = new Stage({ folder, workbench, hub, model, slow });
    await stage.#setUp();
    return stage;
  }

  /** What a practised user has done before: hubs, a model, the workspace connector allowed as far as it can be. */
  async #setUp(): Promise<void> {
    const { page, chat } = this;
    await page.evaluate(countDialogs);
    await runCommand(page, "Expert Hub: Connect to a Hub…");
    await answer(page, "Connect to a hub", this.hub.baseUrl);
    await answer(page, "API key for", key);
    await page.locator(".statusbar-item", { hasText: "tokens" }).waitFor();
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await addExperts(page, "2");
    await page.getByRole("treeitem").first().waitFor();
    await runCommand(page, "Expert Hub: Try the Built-in Hub");
    await chat.getByText("Ask Workbench", { exact: true }).first().waitFor();
    await chat.locator(`${question}:focus`).waitFor();
    await this.#pickExpert("Code Reader");
    await chooseModel(page, this.#model.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.getByRole("button", { name: /^Options/ }).click();
    const workspace = chat.getByRole("radiogroup", { name: "Workspace" });
    await workspace.getByRole("radio", { name: "On" }).check();
    await chat.getByRole("button", { name: /^Options/ }).click();
    await this.write("Which animals?");
    await this.hands.settle(() => this.#isAnswered());
    await this.hands.count();
  }

  /** Types a question, and sends it, without counting. */
  async write(text: string): Promise<void> {
    await this.chat.locator(question).click();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }

  /** Asks, and waits for the answer, without counting. */
  async ask(text: string): Promise<void> {
    const before = this.questions.length;
    await this.write(text);
    await this.hands.settle(async () => this.questions.length > before && this.#isAnswered());
  }

  /** What the model was asked. */
  get questions(): readonly string[] {
    return this.#model.requests.map(({ body }) => JSON.stringify(body.messages?.at(-1)?.content));
  }

  /** The newest question has these words, and its answer is there. */
  async isAnswered(...words: readonly string[]): Promise<boolean> {
    const last = this.questions.at(-1) ?? "";
    return words.every((word) => last.includes(word)) && this.#isAnswered();
  }

  async #isAnswered(): Promise<boolean> {
    const turns = this.chat.locator(".turn");
    if ((await turns.count()) === 0) return false;
    return (
      !(await this.stopButton.isVisible()) && (await turns.last().locator(".answer").isVisible())
    );
  }

  /** The model is at a question with this word. */
  async untilRunning(word: string): Promise<void> {
    const count = () => this.questions.filter((text) => text.includes(word)).length;
    const before = this.#seen.get(word) ?? 0;
    await this.hands.settle(() => count() > before);
    this.#seen.set(word, count());
  }

  /** After another hub was used. */
  async backToBuiltIn(): Promise<void> {
    await runCommand(this.page, "Expert Hub: Switch Hub…");
    await pick(this.page, "Built-in hub");
    await this.page.locator(".statusbar-item", { hasText: "built-in hub" }).waitFor();
  }

  release(): void {
    this.#slow.release?.();
  }

  /** A new conversation with Code Reader, the focus in its box. */
  async newConversation(): Promise<void> {
    await runCommand(this.page, "Expert Hub: New Conversation");
    await this.chat.locator(".turn").first().waitFor({ state: "detached" });
    const isThere = this.chat.getByRole("button", { name: "Expert: Code Reader" });
    if (!(await isThere.isVisible())) await this.#pickExpert("Code Reader");
    await this.chat.locator(`${question}:focus`).waitFor();
  }

  async #pickExpert(name: string): Promise<void> {
    const header = this.chat.getByRole("button", { name: `Expert: ${name}` });
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: name });
    // The list closes again if the page takes the focus while it loads.
    await until(`${name} is picked`, async () => {
      if (await header.isVisible()) return true;
      await this.chat.getByRole("button", { name: /^Expert: / }).click();
      await row
        .first()
        .click({ timeout: 3000 })
        .catch(() => undefined);
      return header.isVisible();
    });
  }

  /** These files are open, the last one in front, its first lines selected if there are any to select. */
  async openFiles(names: readonly string[], lines = 0): Promise<void> {
    const { page } = this;
    await runCommand(page, "View: Close All Editors");
    await page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
    for (const name of names) {
      await openFile(page, name);
      // A preview would be replaced by the next file.
      await runCommand(page, "View: Keep Editor");
    }
    await goToLine(page, 1);
    for (let line = 0; line < lines; line++) await page.keyboard.press("Shift+ArrowDown");
    if (lines > 0) await selected(page);
  }

  async inBox(): Promise<void> {
    await this.chat.locator(question).click();
    await this.chat.locator(`${question}:focus`).waitFor();
    // Just after the focus came, Escape stops nothing.
    await pause(1000);
  }

  get stopButton(): Locator {
    return this.chat.locator(".composer").getByRole("button", { name: "Stop" });
  }

  get box(): Locator {
    return this.chat.locator(question);
  }

  /** The chips of what goes along. */
  async hasChips(...names: readonly string[]): Promise<boolean> {
    const chips = (await this.chat.locator(".chip").allTextContents()).join("\n");
    return names.every((name) => chips.includes(name));
  }

  async waitForChips(...names: readonly string[]): Promise<void> {
    await until(`${names.join()} are attached`, () => this.hasChips(...names));
  }

  async close(): Promise<void> {
    await this.#workbench.close();
    await this.hub.close();
    await this.#model.close();
  }
}
