import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import {
  decodeAgentAnswer,
  decodeErrorBody,
  decodeExpert,
  decodeLlmAnswer,
  decodeUser,
  isErrorBody,
} from "../../../src/hub/decode";
import { HubError } from "../../../src/hub/errors";

const stamps = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "", publishedAt: "x", locale: "en" };
const expert = {
  id: 7,
  name: "Ada",
  description: "d",
  function_name: "f",
  function_description: "fd",
  system_message: "s",
  profession: "p",
  apps: { any: ["thing"] },
  expert_llm_models: [{ id: 1, name: "m", identifier: "m-1", ...stamps }],
  abilities: [{ id: 2, name: "a", text: "t", ...stamps }],
  ...stamps,
};
const user = {
  user_id: "u|1",
  name: "Ada",
  given_name: "A",
  family_name: "L",
  nickname: "al",
  email_verified: true,
  created_at: "c",
  updated_at: "u",
  last_login: "l",
  logins_count: 3,
  user_metadata: {
    message_me: true,
    newsletter: false,
    updates: true,
    features: false,
    follows_me: true,
    mentions_me: false,
    tokens: 12,
  },
};
const call = {
  index: 0,
  id: "c",
  type: "function",
  function: { name: "n", arguments: "not {json" },
};
const step = {
  tool: "web_search",
  tool_input: { query: "q" },
  log: "l",
  message_log: [{ content: "", additional_kwargs: { tool_calls: [call] } }],
  tool_call_id: "c",
};
const agentAnswer = {
  input: "i",
  output: "o",
  chat_history: [{ role: "user", content: "hello" }],
  intermediate_steps: [[step]],
};
const wrong: unknown[] = [null, 7.5, "text", {}, [], true];

function refusal(decode: () => unknown): HubError {
  try {
    decode();
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("It should have been refused.");
}

describe("what is decoded", () => {
  it("S2 is the whole record where all is there", () => {
    assert.deepEqual(decodeExpert([expert], 7), expert);
    assert.deepEqual(decodeUser([{ user }]), user);
    assert.deepEqual(decodeAgentAnswer(agentAnswer), {
      ...agentAnswer,
      intermediate_steps: [[{ ...step, raw: step }]],
    });
  });

  it("S2 takes null for absent", () => {
    const nulls = Object.fromEntries(Object.keys(expert).map((name) => [name, null]));
    assert.deepEqual(decodeExpert([{ ...nulls, id: 7 }], 7), {
      id: 7,
      expert_llm_models: [],
      abilities: [],
    });
    assert.deepEqual(decodeUser([{ user: { user_id: null, user_metadata: { tokens: null } } }]), {
      user_metadata: {},
    });
    assert.deepEqual(
      decodeAgentAnswer({ output: "", input: null, chat_history: null, intermediate_steps: null }),
      { output: "", intermediate_steps: [] },
    );
  });

  it("S2 keeps an empty name", () => {
    assert.equal(decodeExpert({ id: 7, name: "" }, 7).name, "");
  });

  for (const [name, value] of Object.entries(expert)) {
    it(`S1 treats a wrong \`${name}\` of an expert as it deserves`, () => {
      for (const other of wrong.filter((one) => typeof one !== typeof value || one === null)) {
        const record = [{ ...expert, [name]: other }];
        if (name === "id") {
          const error = refusal(() => decodeExpert(record, 7));
          assert.equal(error.kind, "bad-response");
          assert.match(error.message, /: \[0\]\.id is/);
        } else if (name !== "apps") {
          const fields = decodeExpert(record, 7) as unknown as Record<string, unknown>;
          assert.deepEqual(fields[name] ?? [], [], inspect(other));
          assert.ok(Array.isArray(value) === name in fields);
        }
      }
    });
  }

  it("S1 treats every wrong field of a user, a step and an answer as absent", () => {
    for (const other of wrong) {
      for (const name of Object.keys(user)) {
        const decoded = decodeUser([{ user: { ...user, [name]: other } }]);
        assert.deepEqual(decodeUser([{ user: decoded }]), decoded);
      }
      for (const name of Object.keys(step)) {
        const raw = { ...step, [name]: other };
        const answered = decodeAgentAnswer({ output: "", intermediate_steps: [[raw]] });
        const decoded: Record<string, unknown> = { ...answered.intermediate_steps[0]?.[0] };
        assert.equal(decoded["raw"], raw);
        if (name !== "tool_input" && typeof other !== typeof step.tool) {
          assert.ok(
            !(name in decoded) || Array.isArray(decoded[name]),
            `${name} ${inspect(other)}`,
          );
        }
      }
    }
  });

  it("S1 names the path of what is wrong, never the value", () => {
    const abilities = [{ id: 1 }, null, { id: "SECRET" }];
    const error = refusal(() => decodeExpert([{ id: 7, abilities }], 7));
    assert.equal(error.kind, "bad-response");
    assert.match(error.message, /\[0\]\.abilities\[2\]\.id/);
    assert.ok(!inspect(error).includes("SECRET"));
    assert.match(refusal(() => decodeExpert({ abilities: [3] }, 7)).message, /: id is/);
    assert.match(
      refusal(() => decodeExpert({ id: 7, abilities: [3] }, 7)).message,
      /: abilities\[0\] is/,
    );
    assert.match(refusal(() => decodeAgentAnswer({})).message, /: output is/);
    assert.match(refusal(() => decodeUser([{}])).message, /: \[0\]\.user is/);
  });

  it("S1 drops null from lists and what is no message from a history", () => {
    const decoded = decodeExpert({ id: 7, abilities: [null, { id: 1 }, null] }, 7);
    assert.deepEqual(decoded.abilities, [{ id: 1 }]);
    const chat_history = [null, "x", { role: "user" }, { role: "a", content: "b", extra: 1 }];
    assert.deepEqual(decodeAgentAnswer({ output: "", chat_history }).chat_history, [
      { role: "a", content: "b" },
    ]);
  });

  it("S3 is the expert that was asked for, or an honest error", () => {
    assert.equal(decodeExpert(expert, 7).name, "Ada");
    assert.equal(decodeExpert([{ id: 8 }, expert], 7).name, "Ada");
    assert.equal(decodeExpert([null, expert], 7).name, "Ada");
    assert.equal(refusal(() => decodeExpert([], 7)).kind, "not-found");
    assert.equal(refusal(() => decodeExpert([{ id: 8 }, { id: 9 }], 7)).kind, "bad-response");
    for (const other of ["text", 7, true, null]) {
      assert.equal(refusal(() => decodeExpert(other, 7)).kind, "bad-response");
    }
  });

  it("S4 never is another expert's record", () => {
    assert.equal(refusal(() => decodeExpert([{ id: 8 }], 7)).kind, "bad-response");
  });

  for (const id of ["9007199254740993", "1e400", "-0", "1.5", '"7"', "-1", "null", "{}"]) {
    it(`S13 refuses the id ${id}`, () => {
      const parsed: unknown = JSON.parse(`[{"id":${id}}]`);
      assert.equal(refusal(() => decodeExpert(parsed, 7)).kind, "bad-response");
    });
  }

  it("S13 copies known fields only, whatever their prototype names say", () => {
    const polluted = '{"__proto__":{"polluted":1},"constructor":{"x":1},"id":7,"extra":1,"id":7}';
    const decoded = decodeExpert(JSON.parse(polluted), 7);
    assert.deepEqual(Object.keys(decoded).toSorted(), ["abilities", "expert_llm_models", "id"]);
    assert.equal(Object.getPrototypeOf(decoded), Object.prototype);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  it("K6 holds no token, key, address or mail of the user", () => {
    const secrets = {
      email: "MAIL-CANARY",
      last_ip: "IP-CANARY",
      picture: "PICTURE-CANARY",
      identities: [{ access_token: "TOKEN-CANARY" }],
      app_metadata: { a: "APP-CANARY" },
      user_metadata: {
        ...user.user_metadata,
        api_keys: ["APIKEY-CANARY"],
        apps: { b: "B-CANARY" },
      },
    };
    const decoded = decodeUser([{ user: { ...user, ...secrets } }]);
    assert.deepEqual(decoded, user);
    assert.ok(!JSON.stringify(decoded).includes("CANARY"));
  });

  it("S20 keeps steps of every shape", () => {
    const steps = [[step, "seen"], step, "text", null, 3, [], [[1]]];
    const decoded = decodeAgentAnswer({ output: "", intermediate_steps: steps }).intermediate_steps;
    assert.deepEqual(
      decoded.map((group) => group.map(({ raw }) => raw)),
      [[step, "seen"], [step], ["text"], [null], [3], [], [[1]]],
    );
    assert.equal(decoded[1]?.[0]?.tool, "web_search");
    assert.equal(
      decoded[0]?.[0]?.message_log?.[0]?.additional_kwargs?.tool_calls?.[0]?.function?.arguments,
      "not {json",
    );
    for (const none of [null, "x", 1, {}]) {
      assert.deepEqual(
        decodeAgentAnswer({ output: "", intermediate_steps: none }).intermediate_steps,
        [],
      );
    }
  });

  it("S20 takes 10,000 steps", () => {
    const steps = Array.from({ length: 10_000 }, () => [step]);
    assert.equal(
      decodeAgentAnswer({ output: "", intermediate_steps: steps }).intermediate_steps.length,
      10_000,
    );
  });

  it("S22 tells an empty output from none", () => {
    assert.equal(decodeAgentAnswer({ output: "" }).output, "");
    for (const output of wrong.filter((one) => typeof one !== "string")) {
      assert.equal(refusal(() => decodeAgentAnswer({ output })).kind, "bad-response");
    }
  });

  it("finds the text of a language model in the usual places", () => {
    for (const json of [
      "o",
      { output: "o" },
      { content: "o" },
      { message: { role: "assistant", content: "o" } },
      { choices: [{ message: { content: "o" } }] },
      [{ output: "o" }],
      ["o"],
    ]) {
      assert.deepEqual(decodeLlmAnswer(json), { output: "o" }, inspect(json));
    }
    for (const json of [
      null,
      1,
      [],
      ["a", "b"],
      {},
      { choices: [] },
      { output: 1 },
      { message: "x" },
    ]) {
      assert.deepEqual(decodeLlmAnswer(json), {}, inspect(json));
    }
  });

  it("S5 knows an Error body from a result", () => {
    assert.ok(isErrorBody({ error: 17, message: "no" }));
    assert.ok(isErrorBody([{ error: 17, message: "no" }]));
    for (const json of [
      { error: 17 },
      { error: "a", message: "b" },
      { error: 1, message: "b", output: "o" },
      null,
    ]) {
      assert.equal(isErrorBody(json), false);
    }
    assert.deepEqual(decodeErrorBody({ error: 1.5, message: "m" }), { message: "m" });
    assert.deepEqual(decodeErrorBody("m"), { message: "m" });
    assert.deepEqual(decodeErrorBody(3), {});
  });

  it("is a value or a HubError for any JSON there is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const decoders = [decodeUser, decodeAgentAnswer, decodeLlmAnswer, decodeErrorBody];
        for (const decode of [...decoders, (value: unknown) => decodeExpert(value, 7)]) {
          try {
            decode(json);
          } catch (error) {
            assert.ok(error instanceof HubError);
          }
        }
      }),
    );
  });
});
