import { ordinaryAnswer } from "./benchHub";
import type { Editor } from "./editor";
import { alternate } from "./numbers";
import { ratio, type Measurement } from "./rows";
import type { Fixture } from "./fixture";
import { open } from "./views";

const rounds = 30;
/** Milliseconds that the hub thinks: what the page shows of the question stands by then, on both sides. */
const thinks = 200;

/** The first frame in which a document of the page holds this text, in milliseconds since 1970. */
async function shownAt({ page }: Editor, text: string): Promise<number> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const waits = frames.map((frame) =>
    frame
      .evaluate<number>(`benchText(${JSON.stringify(text)})`)
      .catch(() => new Promise<number>(() => {})),
  );
  return Promise.race(waits);
}

/** C2: from the hub's last byte to the text in the page. */
export const answers = (fixture: Fixture): Measurement => ({
  ids: ["C2"],
  run: async () => {
    const { hub, editors } = fixture;
    const profile = await fixture.withExperts();
    await hub.set({ output: ordinaryAnswer, delay: thinks });
    const editor = await editors.open(profile);
    try {
      await editor.page.waitForTimeout(2000);
      const ask = (command: string, args: unknown[]) => async (): Promise<number> => {
        const { questions } = await hub.seen();
        const shown = shownAt(editor, `mark-${questions + 1}.`);
        await editor.order("run", { command, args });
        const at = await shown;
        return at - (await hub.seen()).answeredAt;
      };
      await open(editor, "chat");
      await editor.order("run", { command: "echoFloor.view.focus" });
      await editor.page.waitForTimeout(1500);
      const asked = ask("expertHub.ask", [{ input: "Where does it leak?" }]);
      const echoed = ask("echoFloor.ask", [`${hub.url}/api/v1/invoke_agent`, { input_data: "x" }]);
      await alternate(1, asked, echoed);
      const { one: ours, other: floor } = await alternate(rounds, asked, echoed);
      return [
        ratio(
          { id: "C2", measure: "answer seen after its last byte", unit: "ms", goal: 1.5 },
          ours,
          floor,
        ),
      ];
    } finally {
      await hub.set({});
      await editor.close();
    }
  },
});
