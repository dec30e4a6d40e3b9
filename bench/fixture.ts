import { answer, pick } from "../test/support/quickInput";
import { ordinaryAnswer, type BenchHub } from "./benchHub";
import type { Editor, Editors, Profile } from "./editor";

const key = "BENCH-KEY-0123456789";

/** Everything that rows in a real VS Code share. */
export interface Fixture {
  editors: Editors;
  hub: BenchHub;
  /** With a key stored and 20 experts kept; made once. */
  withExperts(): Promise<Profile>;
  /** With a key, 20 experts and a conversation of this many turns. */
  withTurns(count: number): Promise<Profile>;
}

async function connect({ page, order }: Editor): Promise<void> {
  const asked = order("run", { command: "expertHub.setApiKey" });
  await answer(page, "API key for", key);
  await asked;
  await order("run", { command: "expertHub.addExpert", args: ["1-20"] });
  // The first expert brings up the chat.
  await order("run", { command: "workbench.action.closeAuxiliaryBar" });
}

export { pick };

export function fixtureOf(editors: Editors, hub: BenchHub): Fixture {
  const made = new Map<string, Promise<Profile>>();
  const once = (name: string, steps: (editor: Editor) => Promise<void>): Promise<Profile> => {
    const profile = made.get(name) ?? editors.prepare(name, steps);
    made.set(name, profile);
    return profile;
  };
  return {
    editors,
    hub,
    withExperts: () => once("experts", connect),
    withTurns: (count) =>
      once(`turns-${count}`, async (editor) => {
        await connect(editor);
        const given = { command: "expertHub.ask", args: [{ input: "Where does it leak?" }] };
        await hub.set({ output: ordinaryAnswer });
        await editor.order("run", { ...given, times: count });
        await hub.set({});
      }),
  };
}
