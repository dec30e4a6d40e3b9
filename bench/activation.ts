import { ratio, size, type Measurement } from "./rows";
import type { Fixture } from "./fixture";

const ours = "expert-hub.expert-hub";
const floor = "expert-hub-bench.empty-floor";
const rounds = 7;

/** A1 and A4: what activation takes, in the same extension host as an empty `activate`. */
export const activation = (fixture: Fixture): Measurement => ({
  ids: ["A1", "A4"],
  run: async () => {
    const profile = await fixture.withExperts();
    const times = { ours: [] as number[], floor: [] as number[] };
    const memory: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const editor = await fixture.editors.open(profile);
      try {
        // The host itself is still busy with its start for a while.
        await editor.page.waitForTimeout(3000);
        const activate = (id: string) => () => editor.order<number>("activate", { id });
        const before = await editor.order<number>("heap");
        const turn = [activate(floor), activate(ours)];
        const [first, second] = round % 2 === 0 ? turn : turn.toReversed();
        const took = [await first?.()];
        // The workbench is told of each command: the second is not to wait for that of the first.
        await editor.page.waitForTimeout(2000);
        took.push(await second?.());
        if (round % 2 === 1) took.reverse();
        times.floor.push(took[0] ?? Number.NaN);
        times.ours.push(took[1] ?? Number.NaN);
        memory.push((await editor.order<number>("heap")) - before);
      } finally {
        await editor.close();
      }
    }
    return [
      ratio(
        { id: "A1", measure: "activation, key stored, 20 experts kept", unit: "ms", goal: 1.5 },
        times.ours,
        times.floor,
      ),
      size(
        { id: "A4", measure: "host memory added by activation", unit: "bytes", goal: 1.5e6 },
        memory,
      ),
    ];
  },
});
