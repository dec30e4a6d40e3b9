import type { Editor } from "./editor";
import { ratio, type Measurement } from "./rows";
import type { Fixture } from "./fixture";

const asksBefore = 10;
const asks = 1000;
const chats = 100;

async function openAndClose({ order }: Editor, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await order("run", { command: "expertHub.newConversation" });
    await order("run", { command: "expertHub.ask", args: [{ input: "Where does it leak?" }] });
    await order("run", { command: "expertHub.openChatInEditor" });
    await order("closeEditors");
  }
}

/** E3: the extension host's heap after a working day against after its first minutes. */
export const memory = (fixture: Fixture): Measurement => ({
  ids: ["E3"],
  run: async () => {
    await fixture.hub.set({ output: "A short answer." });
    const editor = await fixture.editors.open(await fixture.withExperts(20));
    try {
      const ask = { command: "expertHub.ask", args: [{ input: "Where does it leak?" }] };
      await editor.order("run", { ...ask, times: asksBefore });
      await openAndClose(editor, asksBefore);
      const before = await editor.order<number>("heap");
      await editor.order("run", { ...ask, times: asks - asksBefore });
      await openAndClose(editor, chats - asksBefore);
      const after = await editor.order<number>("heap");
      return [
        ratio(
          {
            id: "E3",
            measure: "host heap after 1,000 asks and 100 chats",
            unit: "bytes",
            goal: 1.05,
          },
          [after],
          [before],
        ),
      ];
    } finally {
      await editor.close();
    }
  },
});
