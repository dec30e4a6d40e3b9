import assert from "node:assert/strict";
import { inspect } from "node:util";
import { decodeAgentAnswer, decodeExpert, decodeUser } from "../../../src/contract/decode";
import { agentAnswer, expert, refusal, step, user, wrong } from "../client/records";

describe("what is decoded", () => {
  it("S2 is the whole record where all is there", () => {
    assert.deepEqual(decodeExpert([expert], 7), expert);
    assert.deepEqual(decodeUser([{ user }]), user);
    assert.deepEqual(decodeAgentAnswer(agentAnswer), {
      output: agentAnswer.output,
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
        const own = user[name as keyof typeof user];
        const isWrong = typeof other !== typeof own || other === null || Array.isArray(other);
        const { [name as keyof typeof user]: _, ...others } = user;
        if (isWrong) assert.deepEqual(decoded, others, `${name} ${inspect(other)}`);
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

  it("S1 drops null from lists", () => {
    const decoded = decodeExpert({ id: 7, abilities: [null, { id: 1 }, null] }, 7);
    assert.deepEqual(decoded.abilities, [{ id: 1 }]);
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
});
