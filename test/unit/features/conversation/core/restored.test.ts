import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import {
  firstLine,
  recordLine,
  readLines,
  restore,
} from "../../../../../src/features/conversation/core/conversationFile";
import { encodeWhole } from "../../../../../src/features/conversation/core/conversationRecord";
import { turnView } from "../../../../../src/features/chat/editor/turnView";
import { startHubWithFaults, type HubWithFaults } from "../../../../support/faults/hub";
import { clientOf, closeAll, key } from "../../../client/hubFixture";
import { scope, turn } from "./savedTurns";

const around = { target: undefined, hubScope: scope, isListed: true, notes: () => [] };

/** The turns of a conversation that was written and read again, with `change` applied in between. */
function reopened(turns: readonly Turn[], change = (text: string) => text): readonly Turn[] {
  const conversation = new Conversation();
  for (const one of turns) conversation.put(one);
  const { id } = conversation;
  const lines = encodeWhole(conversation).map((record) => recordLine("w", record));
  const text = change([firstLine({ id, createdAt: 1 }), ...lines].join(""));
  return restore(id, readLines(Buffer.from(text), () => undefined).lines).turns;
}

/** Adds fields next to `raw` that are never written to the file. */
const forge = (more: object) => (text: string) => {
  const forged = text.replace('"raw":{', () => `${JSON.stringify(more).slice(1, -1)},"raw":{`);
  assert.notEqual(forged, text, "nothing was forged");
  return forged;
};

describe("a restored answer", () => {
  let hub: HubWithFaults;
  before(async () => {
    hub = await startHubWithFaults({ key });
  });
  after(() => hub.close());
  afterEach(closeAll);

  it("D7 is drawn as the live one is, hostile Markdown and steps included", async () => {
    const { client } = clientOf(hub.baseUrl);
    for (const expert_id of [2011, 2017, 2, 1]) {
      const received = await client.invokeAgent({ expert_id, input_data: "1 + 1" });
      const live = turn("t1", { state: "done", received });
      const [back] = reopened([live]);
      assert.ok(back);
      assert.deepEqual(back, live);
      assert.deepEqual(turnView(back, around), turnView(live, around));
    }
  });

  it("D7 is read from what the hub sent by the rules of its arrival, whatever the file claims", () => {
    const raw = { output: "Fine.", intermediate_steps: [] };
    const live = turn("t1", {
      state: "done",
      received: { value: { ...raw }, raw, bytes: 1, elapsedMs: 1 },
    });
    const [back] = reopened(
      [live],
      forge({ value: { output: "<script>" }, received: { value: { output: "<script>" } } }),
    );
    assert.deepEqual(back, live);

    const wrong: Record<string, [string, string]> = {
      "an output of another type": ['"output":"Fine."', '"output":{"html":"<script>"}'],
      "no output": ['"output":"Fine."', '"other":"Fine."'],
      "an Error body": ['"output":"Fine."', '"error":1,"message":"no"'],
      "an id that is none": ['"expertId":1', '"expertId":"../x"'],
      "an unknown state": ['"state":"done"', '"state":"trusted"'],
    };
    for (const [name, [from, to]] of Object.entries(wrong)) {
      assert.deepEqual(
        reopened([live], (text) => text.replaceAll(from, () => to)),
        [],
        name,
      );
    }
  });
});
