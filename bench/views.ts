import type { Frame } from "playwright-core";
import type { Editor, Profile } from "./editor";
import { waitForQuiet } from "./noise";
import { ratio, type Measurement } from "./rows";
import type { Fixture } from "./fixture";

/** The chat's is its own; the others are bound by the probe. */
const keys = {
  line: "Control+Alt+F1",
  chat: "Control+K Control+G",
  turns: "Control+K Control+G",
  away: "Control+Alt+F5",
} as const;

/** What has to stand in a view: its line, the composer, or the text of an answer. */
type Shown = "line" | "chat" | "turns";

type Sides = Record<"cold" | "warm", Record<"floor" | "chat", number[]>>;

const rounds = 15;

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
  for (const key of keys[shown].split(" ")) await editor.page.keyboard.press(key);
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

/** The workbench goes on with its own start until its last contributions stand. */
async function settle({ page }: Editor): Promise<void> {
  const last = "code/didCreateWorkbenchContributions/4";
  await page.waitForFunction(`performance.getEntriesByName("${last}").length > 0`);
  await page.waitForTimeout(500);
}

/** A new extension host, in which nothing of ours runs. */
async function reload(editor: Editor): Promise<void> {
  await editor.page.reload();
  await editor.page.locator(".monaco-workbench .explorer-folders-view").waitFor();
  await settle(editor);
}

/** Chromium keeps the second view of any extension after its service worker was installed waiting for seconds. */
async function pastServiceWorker(editor: Editor): Promise<void> {
  await settle(editor);
  for (let opening = 0; opening < 2; opening++) {
    await open(editor, "line");
    await leave(editor);
  }
}

/** The floor and the chat in turns in one window: cold after a reload each, then warm. */
async function inTurns(editor: Editor, shown: "chat" | "turns"): Promise<Sides> {
  const sides: Sides = { cold: { floor: [], chat: [] }, warm: { floor: [], chat: [] } };
  await pastServiceWorker(editor);
  for (let round = 0; round < rounds; round++) {
    const turn = [
      ["floor", "line"],
      ["chat", shown],
    ] as const;
    const order = round % 2 === 0 ? turn : turn.toReversed();
    for (const [side, what] of order) {
      await reload(editor);
      await waitForQuiet();
      sides.cold[side].push(await open(editor, what));
      await leave(editor);
      sides.warm[side].push(await open(editor, what));
      await leave(editor);
    }
  }
  return sides;
}

const row = (id: string, measure: string, goal: number, isAbove = false) => ({
  id,
  measure,
  goal,
  isAbove,
  unit: "ms" as const,
});

/** B1 and B2: from a key to what is seen, against a line in a view that may run scripts. */
export const views = (fixture: Fixture): Measurement => ({
  ids: ["B1", "B2"],
  run: async () => {
    const { editors } = fixture;
    const [few, long] = [await fixture.withExperts(), await fixture.withTurns(100)];
    const sidesOf = async (profile: Profile, shown: "chat" | "turns"): Promise<Sides> => {
      const editor = await editors.open(profile);
      try {
        return await inTurns(editor, shown);
      } finally {
        await editor.close();
      }
    };
    const [empty, full] = [await sidesOf(few, "chat"), await sidesOf(long, "turns")];
    return [
      ratio(row("B1", "chat view, cold", 80, true), empty.cold.chat, empty.cold.floor),
      ratio(row("B2", "chat view, warm", 60, true), empty.warm.chat, empty.warm.floor),
      ratio(row("B2", "chat view of 100 turns, warm", 1.5), full.warm.chat, full.warm.floor),
      ratio(row("B2", "chat view of 100 turns, cold", 1.5), full.cold.chat, full.cold.floor),
    ];
  },
});
export { keys, open };
