import assert from "node:assert/strict";
import type * as Rows from "../../../../../src/features/experts/editor/expertRows";
import type * as Command from "../../../../../src/features/experts/editor/setDefaultExpert";
import { standInWith } from "../../../support/vscodeStandIn";

const scope = "https://a.example";
const other = { "https://b.example": 3 };

interface Given {
  readonly isTrusted?: boolean;
  readonly folders?: number;
  readonly global?: object;
  readonly workspace?: object;
  readonly presses?: string;
  /** The scope of the hub in use. */
  readonly hub?: string;
  /** The id in the row of the tree. */
  readonly id?: number;
  /** Of the hub in use once the user has picked an expert in a list. */
  readonly hubThen?: string;
}

const set = (value: unknown, target = 2) => ["expertHub", "defaultExpert", value, target];
const says = (sentence: string) => [sentence, "Undo", "Open Settings"];

describe("the default expert of a workspace", () => {
  let rows: typeof Rows;
  let command: typeof Command;
  before(async () => {
    rows = await import("../../../../../src/features/experts/editor/expertRows");
    command = await import("../../../../../src/features/experts/editor/setDefaultExpert");
  });

  async function setWith(given: Given): Promise<unknown[]> {
    const happened: unknown[] = [];
    const { isTrusted = true, folders = 1, id = 7, hub = scope } = given;
    standInWith({
      workspace: {
        isTrusted,
        workspaceFolders: folders === 0 ? undefined : Array.from({ length: folders }, () => ({})),
        getConfiguration: (section: string) => ({
          inspect: () => ({ globalValue: given.global, workspaceValue: given.workspace }),
          update: async (...args: unknown[]) => happened.push([section, ...args]),
        }),
      },
      window: {
        createQuickPick: () => {
          const box = {
            items: [] as object[],
            selectedItems: [] as object[],
            accept: () => {},
            onDidAccept: (listener: () => void) => (box.accept = listener),
            onDidHide: () => {},
            dispose: () => {},
            hide: () => {},
            show: () => {
              box.selectedItems = box.items.slice(0, 1);
              connection.hub = { scope: given.hubThen! };
              setTimeout(() => box.accept());
            },
          };
          return box;
        },
      },
      commands: { executeCommand: async (...args: unknown[]) => happened.push(args) },
    });
    const ada = { id: 7, expert: { name: "Ada" } };
    const experts = { byUse: [ada], get: (one: number) => (one === 7 ? ada : undefined) };
    const notify = {
      information: (sentence: string) => happened.push(sentence),
      announce: async (sentence: string, buttons: readonly string[]) => {
        happened.push([sentence, ...buttons]);
        return given.presses;
      },
    };
    const connection = { hub: hub === "" ? undefined : { scope: hub } };
    const parts = { connection, roster: experts, notify } as never;
    const node = given.hubThen === undefined ? [new rows.ExpertNode(experts as never, id)] : [];
    await command.setDefaultExpert(parts).run(...node);
    return happened;
  }

  it("is set where its settings are, taken back, and shown there", async () => {
    const here = says("New conversations in this workspace ask Ada.");
    const all = says("New conversations ask Ada.");
    const before = { ...other, [scope]: 9 };
    const present = { ...other, [scope]: 7 };
    for (const [given, expected] of [
      [{}, [set({ [scope]: 7 }), here]],
      [{ workspace: other, global: before }, [set(present), here]],
      [{ workspace: before, presses: "Undo" }, [set(present), here, set(before)]],
      [{ presses: "Undo" }, [set({ [scope]: 7 }), here, set(undefined)]],
      [
        { presses: "Open Settings" },
        [set({ [scope]: 7 }), here, ["workbench.action.openSettings", "expertHub.defaultExpert"]],
      ],
      [{ folders: 0, global: other, workspace: before }, [set(present, 1), all]],
      [
        { workspace: present },
        [set(other), says("New conversations in this workspace no longer have a default expert.")],
      ],
      [
        { folders: 0, global: { [scope]: 7 }, presses: "Undo" },
        [
          set(undefined, 1),
          says("New conversations no longer have a default expert."),
          set({ [scope]: 7 }, 1),
        ],
      ],
      [
        { isTrusted: false },
        ["Trust this workspace first: in Restricted Mode its settings are ignored."],
      ],
      [{ id: 8 }, []],
      [{ hub: "" }, []],
      [{ hubThen: scope }, [set({ [scope]: 7 }), here]],
      [{ hubThen: "https://b.example" }, []],
    ] as const satisfies readonly (readonly [Given, unknown[]])[])
      assert.deepEqual(await setWith(given), expected, JSON.stringify(given));
  });
});
