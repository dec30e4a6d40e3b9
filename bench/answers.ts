import { type BenchHub, ordinaryAnswer } from "./benchHub";
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
    const profile = await fixture.withExperts(20);
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

/** Milliseconds from the first read to the last, as the hub saw them. */
async function readingTime({ seen }: BenchHub): Promise<number> {
  const { reads, readsAtOnce, firstReadAt, lastReadAt } = await seen();
  if (reads !== 1000 || readsAtOnce > 6) throw new Error(`${reads} reads, ${readsAtOnce} at once`);
  return lastReadAt - firstReadAt;
}

/** The same reads, by something that does nothing else. */
async function readPlainly({ url }: BenchHub): Promise<void> {
  let next = 1;
  const read = async (): Promise<void> => {
    while (next <= 1000) {
      const answer = await fetch(`${url}/api/v1/get_expert/${next++}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 6 }, read));
}

/** C3: 1,000 experts read anew, six at once, from a hub that takes 20 ms for each. */
export const refresh = (fixture: Fixture): Measurement => ({
  ids: ["C3"],
  run: async () => {
    const { hub, editors } = fixture;
    const editor = await editors.open(await fixture.withExperts(1000));
    const timeOf = (read: () => Promise<unknown>) => async (): Promise<number> => {
      await hub.set({ delay: 20 });
      await read();
      return readingTime(hub);
    };
    try {
      await editor.page.waitForTimeout(1000);
      const { one: ours, other: floor } = await alternate(
        3,
        timeOf(() => editor.order("run", { command: "expertHub.refreshExperts" })),
        timeOf(() => readPlainly(hub)),
      );
      return [
        ratio(
          { id: "C3", measure: "refresh of 1,000 experts", unit: "ms", goal: 1.1 },
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
