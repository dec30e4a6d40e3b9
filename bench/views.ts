import type { Frame } from "playwright-core";
import type { Editor } from "./editor";
import { ratio, type Measurement } from "./rows";
import type { Fixture } from "./fixture";

/** Keys that the probe binds. */
const keys = {
  line: "Control+Alt+F1",
  chat: "Control+Alt+F2",
  turns: "Control+Alt+F2",
  rows: "Control+Alt+F3",
  experts: "Control+Alt+F4",
  away: "Control+Alt+F5",
} as const;

/** What has to stand in a view: its line, the composer, or the text of an answer. */
type Shown = "line" | "chat" | "turns";

type Times = Record<"floor" | "chat" | "long", number[]>;

const coldRounds = 4;
const warmRounds = 3;

const keyAt = ({ page }: Editor): Promise<number> => page.evaluate("benchKey");

async function seenIn(frame: Frame, shown: Shown): Promise<number | undefined> {
  try {
    return await frame.evaluate(`window.benchSeen?.${shown}`);
  } catch {
    // The frame went away, or is not there yet.
    return undefined;
  }
}

/** Milliseconds from the key to the first content of the view. */
async function open(editor: Editor, shown: Shown): Promise<number> {
  await editor.page.keyboard.press(keys[shown]);
  const deadline = Date.now() + 30_000;
  for (;;) {
    for (const frame of editor.page.frames()) {
      const seen = await seenIn(frame, shown);
      if (seen !== undefined) return seen - (await keyAt(editor));
    }
    if (Date.now() > deadline) throw new Error(`${shown} never showed`);
    await editor.page.waitForTimeout(40);
  }
}

/** Closes the secondary side bar, until no view's document is left. */
async function leave({ page }: Editor): Promise<void> {
  await page.keyboard.press(keys.away);
  await page.locator("iframe.webview").first().waitFor({ state: "detached" });
  await page.waitForTimeout(300);
}

/** In the page: when a row of the side bar with this text is first seen. */
const rowsSeen = (text: string): string =>
  `benchRows(".part.sidebar .customview-tree .monaco-list-row", "${text}")`;

/** Milliseconds from the key to the first row of the tree. */
async function openTree(editor: Editor, tree: "rows" | "experts", text: string): Promise<number> {
  const rows = editor.page.evaluate<number>(rowsSeen(text));
  await editor.page.keyboard.press(keys[tree]);
  return (await rows) - (await keyAt(editor));
}

/** The workbench goes on with its own start for a while after it stands. */
const settle = ({ page }: Editor): Promise<void> => page.waitForTimeout(2000);

async function warmly(editor: Editor, shown: Shown, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await leave(editor);
    times.push(await open(editor, shown));
  }
  return times;
}

/** B1 to B3: from a key to what is seen, in a fresh server and page each time. */
export const views = (fixture: Fixture): Measurement => ({
  ids: ["B1", "B2", "B3"],
  run: async () => {
    const [few, many, long] = [
      await fixture.withExperts(20),
      await fixture.withExperts(1000),
      await fixture.withTurns(100),
    ];
    const cold: Times = { floor: [], chat: [], long: [] };
    const warm: Times = { floor: [], chat: [], long: [] };
    const tree = { floor: [] as number[], experts: [] as number[] };
    const visits = [
      async () => {
        const editor = await fixture.editors.open(many);
        try {
          await settle(editor);
          cold.floor.push(await open(editor, "line"));
          warm.floor.push(...(await warmly(editor, "line", warmRounds)));
          tree.experts.push(await openTree(editor, "experts", "Bench expert"));
        } finally {
          await editor.close();
        }
      },
      async () => {
        const editor = await fixture.editors.open(few);
        try {
          await settle(editor);
          cold.chat.push(await open(editor, "chat"));
          warm.chat.push(...(await warmly(editor, "chat", warmRounds)));
          tree.floor.push(await openTree(editor, "rows", "Row 1"));
        } finally {
          await editor.close();
        }
      },
      async () => {
        const editor = await fixture.editors.open(long);
        try {
          await settle(editor);
          cold.long.push(await open(editor, "turns"));
          warm.long.push(...(await warmly(editor, "turns", warmRounds)));
        } finally {
          await editor.close();
        }
      },
    ];
    for (let round = 0; round < coldRounds; round++)
      for (const visit of round % 2 === 0 ? visits : visits.toReversed()) await visit();
    return [
      ratio(
        { id: "B1", measure: "chat view, cold", unit: "ms", goal: 1.35 },
        cold.chat,
        cold.floor,
      ),
      ratio(
        { id: "B2", measure: "chat view, warm", unit: "ms", goal: 1.35 },
        warm.chat,
        warm.floor,
      ),
      ratio(
        { id: "B2", measure: "chat view of 100 turns, warm", unit: "ms", goal: 1.5 },
        warm.long,
        warm.floor,
      ),
      ratio(
        { id: "B2", measure: "chat view of 100 turns, cold", unit: "ms", goal: 1.5 },
        cold.long,
        cold.floor,
      ),
      ratio(
        { id: "B3", measure: "tree of 1,000 experts against 20 rows", unit: "ms", goal: 1.3 },
        tree.experts,
        tree.floor,
      ),
    ];
  },
});

export { keys, open };
