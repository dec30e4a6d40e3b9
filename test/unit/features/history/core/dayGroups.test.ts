import assert from "node:assert/strict";
import {
  groupedByDay,
  groupNames,
  midnight,
} from "../../../../../src/features/history/core/dayGroups";

/** Local time. */
const at = (day: number, hour: number, minute = 0, month = 10) =>
  new Date(2026, month, day, hour, minute).getTime();

function named(now: number, ...asked: number[]) {
  const list = asked.map((askedAt) => ({ askedAt, isPinned: false }));
  return groupedByDay(list, new Date(now)).map(({ name, members }) => [
    name,
    ...members.map(({ askedAt }) => askedAt),
  ]);
}

describe("conversations by day", () => {
  it("are those of today from midnight to midnight, local time", () => {
    const now = at(22, 9);
    const [last, first, yesterday] = [at(22, 8, 59), at(22, 0), at(21, 23, 59)];
    assert.deepEqual(named(now, last, first, yesterday), [
      ["Today", last, first],
      ["Yesterday", yesterday],
    ]);
    const soon = at(22, 9, 5);
    assert.deepEqual(named(now, soon), [["Today", soon]], "the clock of another window is ahead");
  });

  it("are older after a week, and change their group at midnight", () => {
    const asked = [at(22, 12), at(21, 0), at(20, 23), at(15, 0), at(14, 23, 59), 0];
    const groups = (now: number) => named(now, ...asked).map(([name, ...of]) => [name, of.length]);
    assert.deepEqual(groups(at(22, 23, 59)), [
      ["Today", 1],
      ["Yesterday", 1],
      ["Previous 7 Days", 2],
      ["Older", 2],
    ]);
    assert.deepEqual(groups(at(23, 0)), [
      ["Yesterday", 1],
      ["Previous 7 Days", 2],
      ["Older", 3],
    ]);
  });

  it("are not moved by a day of 23 or 25 hours, nor by the end of a month", () => {
    const { TZ } = process.env;
    process.env["TZ"] = "Europe/Berlin";
    try {
      for (const [month, day] of [
        [2, 29],
        [9, 25],
        [0, 1],
      ] as const) {
        const day0 = new Date(2026, month, day);
        assert.equal(midnight(new Date(2026, month, day, 12), 0), day0.getTime());
        assert.equal(midnight(new Date(2026, month, day, 23), 1), day0.setDate(day + 1));
        assert.deepEqual(
          named(at(day, 12, 0, month), at(day - 1, 0, 30, month)).flat()[0],
          "Yesterday",
        );
      }
    } finally {
      if (TZ === undefined) delete process.env["TZ"];
      else process.env["TZ"] = TZ;
    }
  });

  it("stand first and together while they are pinned, however old they are", () => {
    const [old, now] = [at(1, 0), at(22, 9)];
    const list = [
      { askedAt: now, isPinned: false },
      { askedAt: now - 1, isPinned: true },
      { askedAt: old, isPinned: true },
    ];
    const groups = groupedByDay(list, new Date(now));
    assert.deepEqual(
      groups.map(({ name, members }) => [name, members.length]),
      [
        ["Pinned", 2],
        ["Today", 1],
      ],
    );
    assert.equal(groupNames[0], "Pinned");
  });
});
