import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { FileExperts } from "../../../../../src/features/experts/core/fileExperts";
import { Roster } from "../../../../../src/features/experts/core/roster";
import * as bundle from "../../../../../src/builtInHub/index";
import { until } from "../../../../support/until";
import { fileFolder, type FileFolder } from "../../../builtInHub/expertFiles/fileFolder";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";

const reviewer = ".github/agents/reviewer.agent.md";
const planner = ".claude/agents/planner.md";

describe("experts from files in the roster", () => {
  let folder: FileFolder;
  let folders: { name: string; path: string }[];
  beforeEach(async () => {
    folder = await fileFolder({ [reviewer]: "You review.", [planner]: "You plan." });
    folders = [{ name: "project", path: folder.at }];
  });
  afterEach(async () => {
    await closeAll();
    await folder.remove();
  });

  const started = async () => {
    const fixture = await connected(undefined, async () => ({
      ...bundle,
      startBuiltInHub: (options) => bundle.startBuiltInHub({ ...options, folders: () => folders }),
    }));
    const window = () => {
      const roster = new Roster(fixture.connection, fixture.store);
      const fileExperts = new FileExperts({ ...fixture, roster });
      atEnd(async () => {
        fileExperts.dispose();
        roster.dispose();
      });
      const names = () => roster.list.map(({ expert }) => expert?.name);
      return { roster, fileExperts, names };
    };
    return { ...fixture, window, ...window() };
  };

  it("are there while the built-in hub is in use, and only then", async () => {
    const { connection, names, builtInHub } = await started();
    assert.deepEqual(names(), []);
    assert.equal(builtInHub.isRunning, false);
    await connection.useBuiltIn(true);
    await until("both are there", () => names().length === 2);
    assert.deepEqual(names(), ["reviewer", "planner"]);
    await connection.useBuiltIn(false);
    assert.deepEqual(names(), []);
  });

  it("are there at once in a window that begins with the built-in hub", async () => {
    const { connection, window } = await started();
    await connection.useBuiltIn(true);
    const { names } = window();
    await until("both are there", () => names().length === 2);
  });

  it("follow their files without being asked", async () => {
    const { connection, names } = await started();
    await connection.useBuiltIn(true);
    await until("both are there", () => names().length === 2);
    await folder.write(planner, "---\nname: Planner\n---\nYou plan.");
    await until("the new name is there", () => names().includes("Planner"));
    await rm(folder.place(planner));
    await until("the expert is gone", () => names().length === 1);
  });

  it("are not read again where nothing has changed", async () => {
    const { connection, fileExperts, roster } = await started();
    await connection.useBuiltIn(true);
    await fileExperts.refresh();
    let changes = 0;
    roster.onDidChange(() => changes++);
    fileExperts.onDidChange(() => changes++);
    await fileExperts.refresh();
    await fileExperts.refresh();
    assert.equal(changes, 0);
  });

  it("reads experts again when their files change", async () => {
    const { connection, fileExperts, names, roster } = await started();
    await connection.useBuiltIn(true);
    await fileExperts.refresh();
    await folder.write(planner, "---\nname: Planner\n---\nYou plan.");
    await fileExperts.refresh();
    assert.deepEqual(names(), ["reviewer", "Planner"]);
    assert.equal(roster.list[1]?.seen, undefined);
    assert.equal(fileExperts.fileOf(roster.list[1]!.id), folder.place(planner));
    await rm(folder.place(reviewer));
    await fileExperts.refresh();
    assert.deepEqual(names(), ["Planner"]);
    folders = [];
    await fileExperts.refresh();
    assert.deepEqual(names(), []);
  });

  it("come back with what was chosen for them", async () => {
    const { connection, fileExperts, roster } = await started();
    await connection.useBuiltIn(true);
    await fileExperts.refresh();
    const { id } = roster.list[0]!;
    await roster.choose(id, { modelId: 1 });
    const open = folders;
    folders = [];
    await fileExperts.refresh();
    assert.equal(roster.get(id), undefined);
    folders = open;
    await fileExperts.refresh();
    assert.equal(roster.get(id)?.modelId, 1);
  });

  it("tell what is wrong with files, and stop telling", async () => {
    const { connection, fileExperts } = await started();
    let changes = 0;
    fileExperts.onDidChange(() => changes++);
    await fileExperts.refresh();
    assert.equal(changes, 0);
    await folder.write(planner, "---\nname: [\n---\n");
    await connection.useBuiltIn(true);
    await until("the problem is told", () => fileExperts.problems.length === 1);
    assert.equal(fileExperts.problems[0]?.file, folder.place(planner));
    await connection.useBuiltIn(false);
    assert.deepEqual(fileExperts.problems, []);
    assert.ok(changes >= 2);
  });

  it("are as the last look found them, whichever look ends first", async () => {
    const { connection, fileExperts, names } = await started();
    await connection.useBuiltIn(true);
    await Promise.all([fileExperts.refresh(), fileExperts.refresh(), fileExperts.refresh()]);
    await until("both are there", () => names().length === 2);
    const looks = [fileExperts.refresh()];
    await rm(folder.place(reviewer));
    looks.push(fileExperts.refresh());
    await Promise.all(looks);
    assert.deepEqual(names(), ["planner"]);
  });

  it("are no longer watched once their window is closed", async () => {
    const fixture = await started();
    await fixture.connection.useBuiltIn(true);
    const looking = () => {
      const looks = { count: 0 };
      const builtInHub = { start: () => (looks.count++, fixture.builtInHub.start()) };
      const fileExperts = new FileExperts({ ...fixture, builtInHub });
      atEnd(async () => fileExperts.dispose());
      return { looks, fileExperts };
    };
    const [closed, open] = [looking(), looking()];
    await until("it looks again", () => closed.looks.count > 1);
    // However often it was told to look, it looks as often by itself as the other one.
    for (let told = 0; told < 5; told++) await open.fileExperts.refresh();
    const [one, other] = [closed.looks.count, open.looks.count];
    await until("both look twice", () => closed.looks.count > one + 1);
    assert.ok(open.looks.count <= other + 4, `${open.looks.count - other} looks`);
    closed.fileExperts.dispose();
    const [before, openBefore] = [closed.looks.count, open.looks.count];
    await until("the other one looks twice", () => open.looks.count > openBefore + 1);
    assert.equal(closed.looks.count, before);
  });

  it("are none where the built-in hub does not start", async () => {
    const fixture = await connected(undefined, () => Promise.reject(new Error("no")));
    await fixture.connection.useBuiltIn(true);
    const roster = new Roster(fixture.connection, fixture.store);
    const fileExperts = new FileExperts({ ...fixture, roster });
    atEnd(async () => fileExperts.dispose());
    await fileExperts.refresh();
    assert.deepEqual([roster.list, fileExperts.problems], [[], []]);
  });
});
