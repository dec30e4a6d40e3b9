import assert from "node:assert/strict";
import { ExpertChoices } from "../../../src/features/asking/editor/expertChoices";
import type { Chat } from "../../../src/features/asking/core/chat";
import type { QuestionSender } from "../../../src/features/asking/core/questionSender";
import type { Roster, SavedExpert } from "../../../src/features/experts/core/roster";
import { commandsDuring } from "../support/standIns";

const chat = {} as Chat;
const seven = { id: 7, modelId: 3, expert: { abilities: [{ id: 2 }] } } as unknown as SavedExpert;

/** The choices of a chat with expert 7, or with none, and what became of them. */
function choosing({ isNamed = true, canAdd = false } = {}) {
  const did: unknown[][] = [];
  const step =
    (name: string) =>
    async (...args: unknown[]) =>
      void did.push([name, ...args.filter((one) => one !== chat)]);
  const roster = {
    get: (id: number) => (id === 7 ? seven : undefined),
    choose: step("choose"),
    ensure: step("ensure"),
    use: step("use"),
  } as unknown as Roster;
  const sender = {
    expertOf: () => (isNamed ? seven : undefined),
    nameOnce: (_: Chat, id: number) => did.push(["once", id]),
    pick: (_: Chat, id: number) => did.push(["pick", id]),
  } as unknown as QuestionSender;
  const choices = new ExpertChoices(roster, sender, {
    canAdd: () => canAdd,
    refusal: () => undefined,
  });
  return { did, choices };
}

describe("the choices of whom a chat asks", () => {
  it("name an expert that was added, and none that was not", async () => {
    for (const [id, expected] of [
      [
        7,
        [
          ["once", 7],
          ["ensure", 7],
        ],
      ],
      [8, []],
    ] as const) {
      const { did, choices } = choosing();
      assert.deepEqual(await commandsDuring(() => choices.add(chat, id)), [
        ["expertHub.addExpert", id],
      ]);
      assert.deepEqual(did, expected);
    }
  });

  it("take an ability that the expert of the chat offers, or leave it to the expert", async () => {
    for (const abilityId of [2, undefined]) {
      const { did, choices } = choosing();
      await choices.useAbility(chat, abilityId);
      assert.deepEqual(did, [["choose", 7, { abilityId }]]);
    }
    const { did, choices } = choosing();
    await assert.rejects(choices.useAbility(chat, 3), { kind: "not-found" });
    const none = choosing({ isNamed: false });
    for (const abilityId of [2, undefined])
      await assert.rejects(none.choices.useAbility(chat, abilityId), { kind: "not-found" });
    assert.deepEqual([did, none.did], [[], []]);
  });

  it("set an expert with a model, and take back the one that it is asked with already", async () => {
    const rows: [isNamed: boolean, modelId: number, now: number | undefined][] = [
      [true, 4, 4],
      [true, 3, undefined],
      [false, 3, 3],
    ];
    for (const [isNamed, modelId, now] of rows) {
      const { did, choices } = choosing({ isNamed });
      await choices.choose(chat, 7, "modelId", modelId);
      assert.deepEqual(
        new Set(did.map((one) => JSON.stringify(one))),
        new Set(
          [
            ["pick", 7],
            ["ensure", 7],
            ["use", 7],
            ["choose", 7, { modelId: now }],
          ].map((one) => JSON.stringify(one)),
        ),
      );
    }
    const { did, choices } = choosing();
    await choices.choose(chat, 8, "modelId", 4);
    assert.deepEqual(did, []);
  });

  it("offer all models where some can be added, but not without an expert", async () => {
    const { choices } = choosing({ canAdd: true });
    assert.deepEqual(await commandsDuring(() => choices.pickModel(chat)), [
      ["expertHub.addModel", 7],
    ]);
    const none = choosing({ canAdd: true, isNamed: false });
    assert.deepEqual(await commandsDuring(() => none.choices.pickModel(chat)), []);
    assert.deepEqual(none.did, []);
  });
});
