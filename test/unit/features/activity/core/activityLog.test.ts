import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Purpose, StartedRequest } from "../../../../../src/contract/purpose";
import type { RequestEntry } from "../../../../../src/features/activity/core/activityEntry";
import {
  ActivityLog,
  logFile,
  maxLogBytes,
} from "../../../../../src/features/activity/core/activityLog";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 26, 9);

const request = (turnId: string, at = start): StartedRequest => ({
  purpose: { kind: "question", by: "chat", hubScope: "https://hub.example", expertId: 7, turnId },
  to: "https://hub.example",
  at,
  bytesOut: 345,
});

const send = (log: ActivityLog, turnId: string, at?: number): void =>
  log.sent(request(turnId, at))?.({ bytesIn: 67, status: 200 });

const turnsIn = async (log: ActivityLog) =>
  (await log.entries()).map((entry) => (entry as RequestEntry).turn);

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${n}`);

const filler = (n: number) =>
  JSON.stringify({
    time: new Date(start).toISOString(),
    kind: "account",
    by: "view",
    to: `${n}`,
    bytesOut: 0,
    bytesIn: 0,
    model: "x".repeat(1000),
  });

describe("the activity log", () => {
  let folder: string;
  let warnings: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = () => path.join(folder, logFile);
  const text = () => readFileSync(file(), "utf8");
  const lines = () => text().split("\n").filter(Boolean);

  function window(more: Partial<ConstructorParameters<typeof ActivityLog>[0]> = {}) {
    return new ActivityLog({
      files: async () => new DiskFiles(folder),
      days: () => 90,
      log: { warn: (line) => warnings.push(line) },
      now: () => start,
      ...more,
    });
  }

  it("Y6 keeps a line for each request, as JSON with the fields that it names", async () => {
    const log = window();
    send(log, "one");
    log.sent(request("two"))?.({ bytesIn: 0, error: "network" });
    await log.settle();
    assert.deepEqual(
      lines().map((line) => {
        const { milliseconds, ...entry } = JSON.parse(line) as { milliseconds: number };
        return { ...entry, isSoon: milliseconds >= 0 && milliseconds < 1000 };
      }),
      [
        { turn: "one", bytesIn: 67, status: 200 },
        { turn: "two", bytesIn: 0, error: "network" },
      ].map(({ turn, ...outcome }) => ({
        time: "2026-11-26T09:00:00.000Z",
        kind: "question",
        by: "chat",
        to: "https://hub.example",
        hub: "https://hub.example",
        expert: 7,
        bytesOut: 345,
        ...outcome,
        turn,
        isSoon: true,
      })),
    );
    if (process.platform !== "win32") assert.equal(statSync(file()).mode & 0o077, 0);
  });

  it("Y4 measures how long a request took by no clock that is set meanwhile", async () => {
    const realNow = Date.now;
    for (const by of [61_000, -3_600_000]) {
      const log = window({ now: () => Date.now() });
      const end = log.sent({ ...request("one"), at: Date.now() });
      try {
        Date.now = () => realNow() + by;
        end?.({ bytesIn: 0 });
        await log.settle();
      } finally {
        Date.now = realNow;
      }
    }
    const took = lines().map((line) => (JSON.parse(line) as { milliseconds: number }).milliseconds);
    assert.ok(took.length === 2 && took.every((ms) => ms < 1000), String(took));
  });

  it("Y6 tears no line while two windows write and one of them removes what is old", async () => {
    const [one, other] = [window(), window()];
    const old = Array.from({ length: 50 }, (_, n) =>
      JSON.stringify({ ...JSON.parse("{}"), n, time: "2020-01-01T00:00:00Z" }),
    );
    writeFileSync(file(), old.join("\n"));
    for (let n = 0; n < 300; n++) {
      send(one, `a${n}`);
      send(other, `b${n}`);
      if (n % 20 === 0) await Promise.race([one.settle(), other.settle()]);
      if (n % 60 === 0) void one.expire();
    }
    await Promise.all([one.settle(), other.settle()]);
    const found = (await turnsIn(one)).map(String);
    for (const letter of ["a", "b"])
      assert.deepEqual(
        found.filter((turn) => turn.startsWith(letter)),
        numbered(letter, 300),
      );
    for (const line of lines()) assert.doesNotThrow(() => JSON.parse(line));
    assert.deepEqual(warnings, []);
  });

  it("Y6 brings a line to the file that took the place of another while it was written", async () => {
    const files = new DiskFiles(folder);
    writeFileSync(file(), '\n{"time":"2026-11-25T00:00:00Z","kind":"x"}');
    let isReplaced = false;
    const log = window({
      files: async () =>
        Object.assign(Object.create(files) as DiskFiles, {
          append: async (...given: Parameters<DiskFiles["append"]>) => {
            const written = await files.append(...given);
            if (!isReplaced) await files.replace(logFile, "\n{}");
            isReplaced = true;
            return written;
          },
          extent: (name: string) => files.extent(name),
          read: (...given: Parameters<DiskFiles["read"]>) => files.read(...given),
          replace: (...given: Parameters<DiskFiles["replace"]>) => files.replace(...given),
        }),
    });
    send(log, "late");
    await log.settle();
    assert.deepEqual(await turnsIn(log), ["late"]);
  });

  it("Y6 says once that the disk is full, spoils no line, and keeps what waits", async () => {
    let isFull = true;
    const files = new DiskFiles(folder);
    const log = window({
      files: async () =>
        Object.assign(Object.create(files) as DiskFiles, {
          append: async (name: string, line: string, head?: string) => {
            if (!isFull) return files.append(name, line, head);
            appendFileSync(file(), line.slice(0, 20));
            throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          },
          extent: (name: string) => files.extent(name),
          read: (...given: Parameters<DiskFiles["read"]>) => files.read(...given),
        }),
    });
    for (const turn of ["one", "two", "three"]) {
      send(log, turn);
      await log.settle();
    }
    assert.deepEqual(warnings, ["activity log: not written, ENOSPC"]);
    isFull = false;
    send(log, "four");
    assert.deepEqual(await turnsIn(log), ["one", "two", "three", "four"]);
  });

  it("Y6 keeps the last thousand lines for a disk that fails, and nothing more", async () => {
    let isFull = true;
    const files = new DiskFiles(folder);
    const log = window({
      files: async () =>
        isFull ? Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) : files,
    });
    for (const turn of ["first", ...numbered("t", 1000)]) {
      send(log, turn);
      await log.settle();
    }
    isFull = false;
    await log.settle();
    assert.deepEqual(await turnsIn(log), numbered("t", 1000));
  });

  it("Y6 keeps every line of a burst, and writes none twice after a write that failed half way", async () => {
    const files = new DiskFiles(folder);
    let isFull = false;
    const log = window({
      files: async () =>
        Object.assign(Object.create(files) as DiskFiles, {
          append: async (name: string, text: string, head?: string) => {
            if (!isFull) return files.append(name, text, head);
            appendFileSync(file(), text.slice(0, text.length / 2));
            throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          },
          extent: (name: string) => files.extent(name),
          read: (...given: Parameters<DiskFiles["read"]>) => files.read(...given),
        }),
    });
    for (let n = 0; n < 3000; n++) send(log, `a${n}`);
    assert.deepEqual(await turnsIn(log), numbered("a", 3000));
    isFull = true;
    for (let n = 3000; n < 3050; n++) send(log, `a${n}`);
    await log.settle();
    isFull = false;
    assert.deepEqual((await turnsIn(log)).map(String).toSorted(), numbered("a", 3050).toSorted());
  });

  it("Y6 goes on after its file was deleted", async () => {
    const log = window();
    send(log, "one");
    await log.settle();
    rmSync(folder, { recursive: true });
    send(log, "two");
    assert.deepEqual(await turnsIn(log), ["two"]);
    assert.deepEqual(warnings, []);
  });

  it("Y6 ignores what is no line of it", async () => {
    writeFileSync(file(), '{"time":"2026-11-2\n\n[]\nnull\n{"time":"x","kind":"question"}\n');
    const log = window();
    send(log, "one");
    assert.deepEqual(await turnsIn(log), ["one"]);
  });

  it("Y6 removes lines after as many days as the user chose, at most 90", async () => {
    for (const [days, kept] of [
      [90, ["young", "middle"]],
      [400, ["young", "middle"]],
      [7, ["young"]],
    ] as const) {
      rmSync(file(), { force: true });
      const before = window({ now: () => start - 100 * dayMs });
      send(before, "old", start - 95 * dayMs);
      send(before, "young", start - 3 * dayMs);
      send(before, "middle", start - 30 * dayMs);
      await before.settle();
      const log = window({ days: () => days });
      send(log, "new");
      assert.deepEqual(await turnsIn(log), [...kept, "new"]);
      assert.equal(lines().length, kept.length + 1);
    }
  });

  it("Y6 removes the oldest lines of a file that is too large", async () => {
    const count = Math.ceil(maxLogBytes / 1000);
    writeFileSync(file(), Array.from({ length: count }, (_, n) => `\n${filler(n)}`).join(""));
    const log = window();
    send(log, "new");
    const entries = await log.entries();
    assert.equal((entries.at(-1) as RequestEntry).turn, "new");
    assert.equal((entries.at(-2) as RequestEntry).to, `${count - 1}`);
    const { size } = statSync(file());
    assert.ok(size < maxLogBytes && size > maxLogBytes / 2, `${size} bytes`);
  });

  it("Y6 writes nothing with 0 days, and removes what there was, unless a policy asks for it", async () => {
    const before = window();
    send(before, "one");
    await before.settle();
    let required = true;
    const log = window({
      days: () => 0,
      refusal: () => (required ? "Set by your organisation" : undefined),
    });
    send(log, "two");
    await log.expire();
    assert.deepEqual(await turnsIn(log), ["one", "two"]);
    required = false;
    send(log, "three");
    await log.expire();
    assert.deepEqual(await log.entries(), []);
    assert.throws(text, { code: "ENOENT" });
  });

  it("Y4 names with what a hub of this window requests whose question it is for", async () => {
    const log = window();
    const ids = { expertId: 5, abilityId: undefined, modelId: 2000 };
    const ask = (purpose: Partial<Purpose>) =>
      log.sent({ ...request(""), purpose: { kind: "question", by: "chat", ...ids, ...purpose } });
    const model = (purpose: Partial<Purpose>) =>
      log.sent({ ...request(""), purpose: { kind: "model", by: "program", ...ids, ...purpose } })?.(
        { bytesIn: 1 },
      );
    const end = ask({ turnId: "a", sessionId: "s1", attachments: ["a.ts"] });
    ask({ turnId: "b", by: "compare" });
    model({ sessionId: "s1" });
    model({});
    model({ sessionId: "s2" });
    model({ expertId: 6 });
    ask({ turnId: "c", by: "compare" });
    model({});
    ask({ turnId: "d" });
    model({});
    end?.({ bytesIn: 1 });
    model({ sessionId: "s1" });
    const found = (await log.entries()) as RequestEntry[];
    assert.deepEqual(
      found
        .filter(({ kind }) => kind === "model")
        .map(({ by, turn, attachments }) => [by, turn, attachments]),
      [
        ["chat", "a", ["a.ts"]],
        ["compare", "b", undefined],
        ["program", undefined, undefined],
        ["program", undefined, undefined],
        ["compare", undefined, undefined],
        ["program", undefined, undefined],
        ["program", undefined, undefined],
      ],
    );
    assert.doesNotMatch(readFileSync(file(), "utf8"), /s1|2000/);
  });

  it("Y4 has a line for each request that the closing of its window ends, and only one", async () => {
    const log = window();
    const end = log.sent(request("running"));
    await log.settle();
    assert.deepEqual(await log.entries(), []);
    await log.close();
    end?.({ bytesIn: 0, error: "cancelled" });
    const found = (await log.entries()) as RequestEntry[];
    assert.deepEqual(
      found.map(({ turn, error }) => [turn, error]),
      [["running", "closed"]],
    );
  });
});
