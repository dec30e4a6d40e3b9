import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { applyButton } from "../../test/support/workbench";
import type { Stage } from "./stage";

export interface Walk {
  readonly task: string;
  /** Brings the window to where the task begins; not counted. */
  start(stage: Stage): Promise<unknown>;
  /** The shortest way of somebody who knows the keys; ends with what was wanted. */
  walk(stage: Stage): Promise<unknown>;
}

const list = ".quick-input-list .monaco-list-row";

/** Attaches the row of the list at the cursor that these letters lead to. */
async function attach({ hands, chat }: Stage, letters: string, row: string): Promise<void> {
  await hands.press("#");
  await hands.narrow(letters);
  await hands.moveTo(completions(chat), row);
  await hands.press("Enter");
}

const completions = (chat: FrameLocator): Locator => chat.locator(".completions [role=option]");

export const walks: readonly Walk[] = [
  {
    task: "Ask about a selection",
    start: async (stage) => {
      await stage.newConversation();
      await stage.openFiles(["notes.md", "cart.ts"], 3);
    },
    walk: async (stage) => {
      const { hands, chat } = stage;
      await hands.press("Control+K", "Control+E");
      await chat.locator("textarea:focus").waitFor();
      await stage.waitForChips("cart.ts:1");
      await hands.write("Why?");
      await hands.press("Enter");
      await hands.settle(() => stage.isAnswered("Why?", "interface Item"));
    },
  },
  {
    task: "Ask about a file",
    start: async (stage) => {
      await stage.newConversation();
      await stage.openFiles(["cart.ts", "prices.json", "notes.md"]);
    },
    walk: async (stage) => {
      const { hands, chat } = stage;
      await hands.press("Control+K", "Control+G");
      await chat.locator("textarea:focus").waitFor();
      await attach(stage, "", "notes.md");
      await stage.waitForChips("notes.md");
      await hands.write("What is open?");
      await hands.press("Enter");
      await hands.settle(() => stage.isAnswered("What is open?", "Shop notes"));
    },
  },
  {
    task: "Follow up",
    start: (stage) => stage.inBox(),
    walk: async (stage) => {
      await stage.hands.write("And then?");
      await stage.hands.press("Enter");
      await stage.hands.settle(() => stage.isAnswered("And then?"));
    },
  },
  {
    task: "Insert the code of an answer",
    start: async (stage) => {
      await stage.openFiles(["cart.ts"]);
      await stage.ask("Which function halves?");
    },
    walk: async ({ hands, chat, page }) => {
      const block = chat.getByRole("toolbar", { name: /code block/ }).last();
      await hands.click(block.getByRole("button", { name: "Apply" }));
      const lines = page.locator(".editor-instance .view-lines");
      await hands.settle(() => lines.getByText("half").first().isVisible());
    },
  },
  {
    task: "Review and apply changes of two files",
    start: async (stage) => {
      await stage.newConversation();
      await stage.ask("Write two files.");
    },
    walk: async ({ hands, chat, page, folder }) => {
      await hands.click(applyButton(chat));
      await page.locator(".tab", { hasText: "Changes by" }).waitFor();
      await page.locator(".monaco-diff-editor .focused").first().waitFor();
      await hands.press("Control+Enter");
      const files = ["first.txt", "second.txt"].map((name) => path.join(folder, name));
      await hands.settle(() =>
        files.every((file) => existsSync(file) && readFileSync(file, "utf8") !== ""),
      );
    },
  },
  {
    task: "Switch to another expert",
    start: (stage) => stage.newConversation(),
    walk: async ({ hands, chat, page }) => {
      await hands.click(chat.getByRole("button", { name: /^Expert: / }));
      await hands.click(page.locator(list, { hasText: "Workbench" }).first());
      const header = chat.getByRole("button", { name: "Expert: Workbench" });
      await hands.settle(() => header.isVisible());
    },
  },
  {
    task: "Switch to another hub, and ask there",
    start: (stage) => stage.newConversation(),
    walk: async ({ hands, chat, page, hub }) => {
      await hands.click(page.locator(".statusbar-item", { hasText: "built-in hub" }));
      await hands.click(page.locator(list, { hasText: "127.0.0.1" }).first());
      await page.locator(".statusbar-item", { hasText: "tokens" }).waitFor();
      await hands.click(chat.locator("textarea").first());
      await hands.write("Who are you?");
      await hands.press("Enter");
      const asked = () => hub.journal().some((entry) => entry.path.endsWith("/invoke_agent"));
      await hands.settle(asked);
    },
  },
  {
    task: "Attach five things",
    start: async (stage) => {
      await stage.backToBuiltIn();
      await stage.newConversation();
      await stage.openFiles(["notes.md", "cart.ts"], 3);
      await stage.inBox();
    },
    walk: async (stage) => {
      for (const [letters, row, chip] of [
        ["", "cart.ts:1", "cart.ts:1"],
        ["not", "notes.md", "notes.md"],
        ["pri", "prices.json", "prices.json"],
        ["siz", "sizes.py", "sizes.py"],
        ["docs", "docs", "plan.md"],
      ] as const) {
        await attach(stage, letters, row);
        await stage.hands.settle(() => stage.hasChips(chip));
      }
    },
  },
  {
    task: "Use a saved prompt",
    start: async (stage) => {
      await stage.newConversation();
      await stage.inBox();
    },
    walk: async (stage) => {
      const { hands, chat, box } = stage;
      await hands.press("/");
      await hands.moveTo(completions(chat), "limits");
      await hands.press("Enter");
      await hands.settle(async () => (await box.inputValue()).includes("Check the limits."));
      await hands.press("Enter");
      await hands.settle(() => stage.isAnswered("Check the limits."));
    },
  },
  {
    task: "Find an old answer",
    start: (stage) => stage.newConversation(),
    walk: async ({ hands, chat, page }) => {
      const section = page.getByRole("button", { name: "Conversations Section" });
      await section.hover();
      await hands.click(page.getByRole("button", { name: "Search Conversations…" }).first());
      await page.locator(".quick-input-widget input.input").waitFor();
      await hands.narrow("zebra");
      await page.locator(list, { hasText: "zebra" }).first().waitFor();
      await hands.press("Enter");
      await hands.settle(() => chat.getByText("The zebra is striped.").first().isVisible());
    },
  },
  {
    task: "Queue three questions",
    start: async (stage) => {
      await stage.newConversation();
      await stage.write("Answer slowly.");
      await stage.untilRunning("slowly");
      await stage.inBox();
    },
    walk: async (stage) => {
      for (const text of ["One?", "Two?", "Three?"]) {
        await stage.hands.write(text);
        await stage.hands.press("Enter");
      }
      stage.release();
      await stage.hands.settle(() => stage.isAnswered("Three?"));
    },
  },
  {
    task: "Stop, change the question and send it again",
    start: async (stage) => {
      await stage.newConversation();
      await stage.write("Answer slowly.");
      await stage.untilRunning("slowly");
      await stage.inBox();
    },
    walk: async (stage) => {
      const { hands, box } = stage;
      await hands.press("Escape");
      await stage.stopButton.waitFor({ state: "detached" });
      await hands.press("ArrowUp");
      await hands.settle(async () => (await box.inputValue()) === "Answer slowly.");
      await hands.press("End");
      await hands.write(" Or at once.");
      await hands.press("Enter");
      await hands.settle(() => stage.isAnswered("at once"));
    },
  },
];
