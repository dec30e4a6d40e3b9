import assert from "node:assert/strict";
import { useMessages } from "../../../../../src/kit/l10n";
import type {
  ActivityEntry,
  RequestEntry,
} from "../../../../../src/features/activity/core/activityEntry";
import {
  activityCsv,
  activityJsonLines,
} from "../../../../../src/features/activity/core/activityExport";
import { activityTable, dayKey } from "../../../../../src/features/activity/core/activityTable";

const at = (hours: number, day = 26) => new Date(2026, 10, day, hours, 5, 9).toISOString();

const entries: readonly ActivityEntry[] = [
  {
    time: at(9, 25),
    kind: "account",
    by: "view",
    to: "https://hub.example",
    hub: "https://hub.example",
    bytesOut: 0,
    bytesIn: 120,
    milliseconds: 41,
    status: 200,
  },
  {
    time: at(10),
    kind: "question",
    by: "chat",
    to: "https://hub.example",
    hub: "https://hub.example",
    expert: 7,
    model: "=1+1",
    bytesOut: 2048,
    bytesIn: 0,
    milliseconds: 1234,
    error: "timeout",
    turn: "t",
    attachments: ['src/"a", b.ts', "c.ts"],
  },
  {
    time: at(11),
    kind: "insertion",
    file: "file:///shop/src/cart.ts",
    lines: [3, 5],
    conversation: "c",
    turn: "t",
    hashes: ["SECRET"],
  },
];

const names = {
  place: (hub: string | undefined, to: string) => hub ?? to,
  expert: (_: string | undefined, id: number) => (id === 7 ? "助手" : `Expert ${id}`),
  file: (address: string) => address.replace("file:///shop/", ""),
};

const expected = `2026-11-26

Time      What                     To                   Expert    Asked by     Out     In    Took  Outcome     Files
11:05:09  insertion                src/cart.ts:4
10:05:09  question · =1+1          https://hub.example  助手      chat        2 KB    0 B   1.2 s  timeout     src/"a", b.ts, c.ts
09:05:09  language model · gpt-x   https://hub.example  助手      chat        2 KB    0 B  999 ms  timeout     src/"a", b.ts, c.ts
08:05:09  web search · web_search  https://hub.example  Expert 8  chat        2 KB    0 B   1.2 s  timeout     src/"a", b.ts, c.ts
07:05:09  question                 https://hub.example  助手      MCP client  2 KB    0 B   1.2 s  503 server

2026-11-25

Time      What                     To                   Expert    Asked by     Out     In    Took  Outcome     Files
09:05:09  account                  https://hub.example            view         0 B  120 B   41 ms  200
`;

describe("the activity as a text", () => {
  it("has a question to the built-in hub and what its language model was asked in one line", () => {
    const question = {
      ...(entries[1] as RequestEntry),
      hub: "built-in",
      to: "http://127.0.0.1:4000",
      attachments: [],
      bytesOut: 4096,
      bytesIn: 4096,
    };
    const { hub: _, ...asked } = question;
    const model = { ...asked, kind: "model", to: "https://m.example", model: "gpt-x" } as const;
    const log = [
      { ...model, time: at(10, 27), bytesOut: 1024, bytesIn: 512 },
      { ...model, time: at(10, 27), bytesOut: 1024, bytesIn: 512 },
      { ...model, turn: "other", bytesOut: 2048, bytesIn: 0 },
      question,
    ];
    const lines = activityTable(log, { ...names, expert: (_hub, id) => `E${id}` })
      .split("\n")
      .filter((line) => line.startsWith("10:"));
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/).slice(1, 7)),
      [
        ["language model · gpt-x", "https://m.example", "E7", "chat", "2 KB", "0 B"],
        ["question · gpt-x", "https://m.example", "E7", "chat", "2 KB", "1 KB"],
      ],
    );
  });

  it("has a day with the newest line first, in aligned columns", () => {
    const text = activityTable(entries, names);
    const lines = text.split("\n");
    assert.deepEqual(
      lines.filter((line) => /^\d{4}-/.test(line)),
      ["2026-11-26", "2026-11-25"],
    );
    assert.match(lines[3]!, /^11:05:09 {2}insertion +src\/cart\.ts:3–5$/);
    assert.match(
      lines[4]!,
      /^10:05:09 {2}question · =1\+1 .* 2 KB .* 0 B .*1\.2 s {2}timeout .*c\.ts$/,
    );
    const [head, asked] = [lines[2]!, lines[4]!];
    // Each of the two wide characters takes two columns.
    assert.equal(head.indexOf("Outcome"), asked.indexOf("timeout") + 2);
    assert.doesNotMatch(text, /SECRET/);
  });

  it("is this text, to the last blank", () => {
    const [account, question, insertion] = entries as [RequestEntry, RequestEntry, ActivityEntry];
    const { turn: _, ...withoutTurn } = question;
    const search = { ...withoutTurn, kind: "search", tool: "web_search", expert: 8 } as const;
    const model = { ...withoutTurn, kind: "model", model: "gpt-x", milliseconds: 999 } as const;
    const { attachments: __, error: ___, model: ____, ...bare } = question;
    const log = [
      account,
      { ...bare, time: at(7), turn: "u", by: "mcp", status: 503, error: "server" } as const,
      { ...search, time: at(8), model: undefined } as RequestEntry,
      { ...model, time: at(9) },
      question,
      { ...insertion, lines: [4, 4] } as ActivityEntry,
    ];
    assert.equal(activityTable(log, names), expected);
  });

  it("gives times with the decimal mark of the language", () => {
    useMessages({}, "de");
    try {
      assert.match(activityTable(entries, names), / 1,2 s /);
    } finally {
      useMessages({});
    }
  });

  it("names the local day of a line", () => {
    assert.equal(dayKey({ time: at(0, 3) }), "2026-11-03");
  });
});

describe("the activity as a file", () => {
  it("is CSV that no spreadsheet computes, with everything but the hashes", () => {
    const [head, account, question, insertion, end] = activityCsv(entries).split("\r\n");
    assert.match(head!, /^time,kind,by,to,hub,/);
    assert.match(
      account!,
      /,account,view,https:\/\/hub\.example,https:\/\/hub\.example,,,,,0,120,41,200,,,,,,$/,
    );
    assert.match(question!, /,'=1\+1,.*,timeout,t,"src\/""a"", b\.ts; c\.ts",,,$/);
    assert.match(insertion!, /,t,,file:\/\/\/shop\/src\/cart\.ts,3-5,c$/);
    assert.equal(end, "");
  });

  it("is JSON Lines with the fields of the log but the hashes", () => {
    const lines = activityJsonLines(entries).trimEnd().split("\n");
    const { hashes: _, ...insertion } = entries[2] as { hashes: unknown };
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [entries[0], entries[1], insertion],
    );
  });
});
