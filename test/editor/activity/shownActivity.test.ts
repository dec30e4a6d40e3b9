import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { ActivityEntry } from "../../../src/features/activity/core/activityEntry";
import { filterActivity, showActivity } from "../../../src/features/activity/editor/showActivity";
import { quickPick, withWindow } from "../support/standIns";

const request = (time: string, more: object = {}) =>
  ({
    time,
    kind: "question",
    by: "chat",
    to: "https://a.example",
    bytesOut: 1,
    bytesIn: 2,
    milliseconds: 3,
    ...more,
  }) as unknown as ActivityEntry;

const entries = [
  request("2026-01-01T12:00:00.000Z", { expert: 1 }),
  request("2026-01-02T12:00:00.000Z", { to: "https://b.example", expert: 2 }),
  request("2026-01-02T12:00:01.000Z"),
  {
    time: "2026-01-02T12:00:02.000Z",
    kind: "insertion",
    file: "file:///a.ts",
    lines: [1, 2],
    hashes: [],
    conversation: "c",
    turn: "t",
  } as ActivityEntry,
];

/** What the user sees of the log, who checks these rows, or exports what they stand for. */
async function shown(
  show: typeof showActivity,
  given: { entries?: readonly ActivityEntry[]; days?: number; refusal?: string } = {},
  choose?: (list: ReturnType<typeof quickPick>, exporting: () => void) => void,
  saved?: vscode.Uri,
) {
  const said: string[] = [];
  const texts: string[] = [];
  const list = quickPick();
  const triggered = new vscode.EventEmitter<void>();
  const box = Object.assign(list.box, { buttons: [], onDidTriggerButton: triggered.event });
  box.show = () => choose?.(list, () => triggered.fire());
  const opened: unknown[] = [];
  await withWindow(
    {
      createQuickPick: () => box,
      showTextDocument: async (uri: unknown) => opened.push(uri),
      showQuickPick: async (rows: readonly { label: string }[]) =>
        rows.find(({ label }) => label === "JSON Lines"),
      showSaveDialog: async () => saved,
    },
    () =>
      show({
        activity: {
          entries: async () => [...(given.entries ?? entries)],
          days: given.days ?? 30,
          refusal: given.refusal,
        },
        notify: { information: (sentence) => said.push(sentence) },
        snapshots: {
          add: (name, text) => {
            texts.push(text);
            return vscode.Uri.parse(`test:${name}`);
          },
        },
        names: {
          place: (_, to) => to,
          expert: (_, id) => `Expert ${id}`,
          file: (address) => address,
        },
      }),
  );
  const lines = texts[0]?.split("\n").filter((line) => /example|a\.ts/.test(line)).length;
  return { said, lines, opened: opened.length, title: box.title, rows: list.rows() };
}

const exporting = (list: ReturnType<typeof quickPick>, press: () => void) => {
  list.box.selectedItems = list.box.items.filter(({ label }) => label === "https://b.example");
  press();
};

describe("the activity log as it is shown", () => {
  it("is a document, or a sentence where it is empty or turned off", async () => {
    const all = await shown(showActivity);
    assert.deepEqual([all.opened, all.lines, all.said], [1, 4, []]);
    for (const [days, sentence] of [
      [30, "The activity log is empty: nothing has been sent yet."],
      [0, "The activity log is turned off."],
    ] as const)
      for (const show of [showActivity, filterActivity]) {
        const { said, opened } = await shown(show, { entries: [], days });
        assert.deepEqual([said, opened], [[sentence], 0]);
      }
  });

  it("is narrowed to what fits one checked row of each kind", async () => {
    const rows: [checked: string[], lines: number][] = [
      [[], 4],
      [["https://a.example"], 2],
      [["https://a.example", "https://b.example"], 3],
      [["https://b.example", "Expert 1"], 0],
      [["https://a.example", "Expert 1"], 1],
      [["Expert 1", "Expert 2"], 2],
    ];
    for (const [checked, lines] of rows) {
      const found = await shown(filterActivity, {}, ({ check }) => check(...checked));
      assert.equal(found.lines, lines, checked.join());
    }
    const left = await shown(filterActivity, { refusal: "Required." }, ({ box }) => box.hide());
    assert.deepEqual([left.lines, left.opened], [undefined, 0]);
    assert.equal(left.title, "Filter or Export Activity · Required.");
    assert.deepEqual(left.rows.slice(-6), [
      "-- Hubs and servers",
      "https://a.example | 2 lines",
      "https://b.example | 1 line",
      "-- Experts",
      "Expert 2 | 1 line",
      "Expert 1 | 1 line",
    ]);
    const { rows: few } = await shown(filterActivity, { entries: entries.slice(2) }, ({ box }) =>
      box.hide(),
    );
    assert.ok(!few.includes("-- Experts"), "a heading without rows");
  });

  it("is exported as far as it was narrowed, unless the user leaves", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "activity-"));
    const file = path.join(folder, "x.jsonl");
    const left = await shown(filterActivity, {}, exporting);
    assert.deepEqual([left.said, left.opened], [[], 0]);
    const { said, opened } = await shown(filterActivity, {}, exporting, vscode.Uri.file(file));
    assert.deepEqual([said, opened], [["Exported as x.jsonl."], 0]);
    assert.equal((await readFile(file, "utf8")).trim().split("\n").length, 1);
    await rm(folder, { recursive: true });
  });
});
