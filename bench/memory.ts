import { weigh, work } from "../test/support/workingDay";
import { ratio, type Measurement } from "./rows";
import type { Fixture } from "./fixture";

const first = { questions: 10, chats: 10, comparisons: 2 };
const rest = { questions: 890, chats: 90, comparisons: 8 };

/** E3: what extension host and pages take after a working day against after its first minutes. */
export const memory = (fixture: Fixture): Measurement => ({
  ids: ["E3"],
  run: async () => {
    await fixture.hub.set({ output: "A short answer." });
    const editor = await fixture.editors.open(await fixture.withExperts());
    const question = { input: "Where does it leak?" };
    try {
      await work(editor, first, question);
      const before = await weigh(editor);
      await work(editor, rest, question);
      const after = await weigh(editor);
      const what = "after 1,000 questions, 100 chats, 10 comparisons";
      const row = { id: "E3", unit: "bytes", goal: 1.05 } as const;
      return [
        ratio({ ...row, measure: `host ${what}` }, [after.host], [before.host]),
        ratio({ ...row, measure: `window with its pages ${what}` }, [after.page], [before.page]),
      ];
    } finally {
      await editor.close();
    }
  },
});
