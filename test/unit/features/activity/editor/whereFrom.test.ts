import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import type * as WhereFrom from "../../../../../src/features/activity/editor/whereFrom";
import { hashedLine } from "../../../../../src/features/activity/editor/lineHash";
import { Document, standIn, standInWith, Uri } from "../../../support/vscodeStandIn";

const lines = ["const firstOfAll = compute();", "const secondOfAll = compute();"];
const document = new Document(
  new Uri({ scheme: "file", path: "/w/a.ts" }),
  ["// of nobody", ...lines, "// another of nobody"].join("\n"),
);

const insertion = (file: string, conversation: string) => ({
  time: "2026-11-20T10:00:00Z",
  kind: "insertion",
  file,
  lines: [2, 3],
  hashes: lines.map((line) => hashedLine(line).hash),
  conversation,
  turn: "t",
});
const here = insertion("file:/w/a.ts", "here");
const former = insertion("file:/w/old.ts", "former");
const unknown =
  "Where this is from is not known. It was not inserted from an answer in the last 30 days, or has changed too much.";

interface Given {
  readonly entries?: readonly object[];
  /** Line and column, from and to. */
  readonly selection?: readonly [number, number, number, number];
  readonly days?: number;
  readonly isTrusted?: boolean;
  readonly hasEditor?: boolean;
  readonly failure?: HubError;
}

describe("where lines are from", () => {
  let loaded: typeof WhereFrom;
  before(async () => {
    loaded = await import("../../../../../src/features/activity/editor/whereFrom");
  });

  async function happens(given: Given): Promise<unknown[]> {
    const { entries = [here], selection = [1, 0, 2, 5], days = 30, isTrusted = true } = given;
    const happened: unknown[] = [];
    const editor = { document, selection: new standIn.Range(...selection) };
    standInWith({
      workspace: { isTrusted },
      window: { activeTextEditor: given.hasEditor === false ? undefined : editor },
    });
    await loaded.whereFrom({
      activity: { entries: async () => entries as never, days },
      notify: { information: (sentence: string) => void happened.push(sentence) },
      openTurn: async (place) => {
        happened.push(place);
        if (given.failure) throw given.failure;
      },
      git: async () => {
        happened.push("git");
        throw new Error("Git is not available");
      },
    });
    return happened;
  }

  it("is the answer in the log, or said to be unknown", async () => {
    const opened = { conversationId: "here", turnId: "t" };
    for (const [given, expected] of [
      [{}, [opened]],
      [{ entries: [former, here] }, [opened]],
      [{ entries: [former] }, ["git", { conversationId: "former", turnId: "t" }]],
      [{ entries: [former], isTrusted: false }, [{ conversationId: "former", turnId: "t" }]],
      [{ entries: [{ kind: "request" }] }, [unknown]],
      [{ entries: [] }, [unknown]],
      [
        { entries: [], days: 0 },
        ["Where this is from is not known: the activity log is turned off."],
      ],
      [{ hasEditor: false }, ["Select the lines in a file first."]],
      [{ selection: [0, 0, 1, 0] }, ["git", unknown]],
      [{ selection: [0, 0, 0, 0] }, ["git", unknown]],
      [{ selection: [1, 0, 1, 0] }, [opened]],
    ] as const satisfies readonly (readonly [Given, unknown[]])[])
      assert.deepEqual(await happens(given), expected, JSON.stringify(given));
    const [, sentence, ...more] = await happens({ failure: new HubError("not-found", "Gone.") });
    assert.match(String(sentence), /but its conversation was deleted/);
    assert.deepEqual(more, []);
    await assert.rejects(happens({ failure: new HubError("conflict", "Busy.") }), /Busy/);
  });
});
