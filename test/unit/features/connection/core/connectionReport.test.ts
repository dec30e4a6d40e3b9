import assert from "node:assert/strict";
import { fieldsOf } from "../../../../../src/features/connection/core/connectionFields";
import {
  connectionReport,
  type ConnectionFacts,
} from "../../../../../src/features/connection/core/connectionReport";

const getUser = "GET /api/v1/get_user";
const getExpert = "GET /api/v1/get_expert/:id";

const facts: ConnectionFacts = {
  baseUrl: "https://hub.example/prefix",
  builtIn: false,
  proxy: "proxy.example:3128",
  keyStored: true,
  idStyle: "query",
  calls: [],
  notes: [],
};

describe("the report on a connection", () => {
  it("names fields that are missing or extra, at every depth", () => {
    const { missing, extra } = fieldsOf(getExpert, [
      { id: 7, name: "x", apps: { any: 1 }, colour: 1, abilities: [{ id: 1, weight: 2 }] },
    ]);
    assert.ok(missing.includes("system_message") && missing.includes("expert_llm_models"));
    assert.ok(missing.includes("abilities.text"));
    assert.deepEqual(extra, ["colour", "abilities.weight"]);
  });

  it("looks for the user inside of `user`, and into nothing that is free", () => {
    const { missing, extra } = fieldsOf(getUser, [
      {
        user: {
          user_id: "u",
          user_metadata: { tokens: 1, apps: { a: 1 } },
          app_metadata: { b: 1 },
        },
      },
    ]);
    assert.ok(
      missing.includes("user.identities") && missing.includes("user.user_metadata.api_keys"),
    );
    assert.deepEqual(extra, []);
  });

  it("K19 shows no token that is the name of a field, however long that is", () => {
    const token = ["ghp", "_", "a1B2".repeat(9)].join("");
    const { extra } = fieldsOf(getExpert, { id: 7, [`${"x".repeat(80)} ${token}`]: 1 });
    const report = connectionReport({
      ...facts,
      calls: [{ endpoint: getExpert, elapsedMs: 1, fields: { missing: [], extra } }],
    });
    assert.match(report, /xxx \[masked: a GitH/);
    assert.doesNotMatch(report, /ghp_/);
  });

  it("names fifty fields that are extra at most", () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`more${at}`, at]));
    const { extra } = fieldsOf(getExpert, { id: 7, ...fields });
    assert.deepEqual(extra, Object.keys(fields).slice(0, 50));
  });

  it("looks into the steps of an answer, group by group", () => {
    const { missing, extra } = fieldsOf("POST /api/v1/invoke_agent", {
      input: "i",
      output: "o",
      chat_history: [],
      intermediate_steps: [
        [{ tool: "t", log: "l", tool_input: { query: "q" }, cost: 1 }],
        ["text"],
      ],
    });
    assert.deepEqual(missing, [
      "intermediate_steps.message_log",
      "intermediate_steps.tool_call_id",
    ]);
    assert.deepEqual(extra, ["intermediate_steps.cost"]);
  });

  it("holds no value of an answer", () => {
    const report = connectionReport({
      ...facts,
      calls: [
        {
          endpoint: getUser,
          elapsedMs: 12.4,
          fields: fieldsOf(getUser, [
            { user: { user_id: "CANARY-1", identities: [{ access_token: "CANARY-2" }] } },
          ]),
        },
      ],
    });
    assert.doesNotMatch(report, /CANARY/);
    assert.match(report, /12 ms/);
    assert.match(report, /`https:\/\/hub\.example\/prefix`/);
    assert.match(report, /Transport\*\*: TLS/);
    assert.match(report, /Proxy\*\*: `proxy\.example:3128`/);
    assert.match(report, /Expert ID\*\*: in the query/);
  });

  it("keeps names of the hub inside of their code", () => {
    const report = connectionReport({
      ...facts,
      calls: [
        { endpoint: getExpert, elapsedMs: 1, fields: fieldsOf(getExpert, [{ "a`\n# b": 1 }]) },
      ],
    });
    assert.match(report, /`a\?\?# b`/);
  });

  const shown: [string, Partial<ConnectionFacts>, RegExp][] = [
    ["a stored key", {}, /API key\*\*: stored for this hub\n/],
    ["a missing key", { keyStored: false }, /API key\*\*: none for this hub\n/],
    ["the built-in hub", { builtIn: true }, /Hub\*\*: built-in hub, `https:/],
    ["that the built-in hub needs no key", { builtIn: true }, /API key\*\*: not needed\n/],
    ["a hub on this computer", { baseUrl: "http://127.0.0.1:1" }, /Transport\*\*: plain http, on/],
    ["how an id is sent", { idStyle: "path" }, /Expert ID\*\*: in the path\n/],
  ];
  for (const [name, more, line] of shown)
    it(`shows ${name}`, () => assert.match(connectionReport({ ...facts, ...more }), line));

  it("says what is not there", () => {
    const report = connectionReport({ builtIn: false, keyStored: false, calls: [], notes: [] });
    for (const line of [/Hub\*\*: not connected/, /Transport\*\*: none/, /Proxy\*\*: none/])
      assert.match(report, line);
    assert.match(report, /Expert ID\*\*: not known/);
    const fields = { missing: [], extra: ["x"] };
    const calls = [{ endpoint: getUser, elapsedMs: 1, fields }] as const;
    const one = connectionReport({ ...facts, calls });
    assert.match(one, /Missing fields\*\*: none\n- \*\*Extra fields\*\*: `x`/);
  });

  it("lists fifty names of a kind at most, each cut at a hundred characters", () => {
    const names = Array.from({ length: 60 }, (_, at) => `name${at}${"x".repeat(200)}`);
    const { extra } = fieldsOf(getExpert, [Object.fromEntries(names.map((name) => [name, 1]))]);
    assert.deepEqual(extra, names.slice(0, 50));
    const calls = [{ endpoint: getExpert, elapsedMs: 1, fields: { missing: [], extra } }] as const;
    const [, first = ""] =
      /Extra fields\*\*: `([^`]*)`/.exec(connectionReport({ ...facts, calls })) ?? [];
    assert.equal(first, names[0]!.slice(0, 100));
  });

  it("tells failures and what was not asked as sentences", () => {
    const report = connectionReport({
      builtIn: false,
      keyStored: "unreadable",
      calls: [{ endpoint: getUser, elapsedMs: 1, failure: "The hub did not take the key." }],
      notes: ["No experts have been added, so none was requested."],
    });
    assert.match(report, /Failed\*\*: The hub did not take the key\./);
    assert.match(report, /No experts have been added/);
    assert.match(report, /could not be read/);
  });
});
