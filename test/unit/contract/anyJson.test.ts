import assert from "node:assert/strict";
import fc from "fast-check";
import { isId } from "../../../src/contract/address";
import {
  decodeAgentAnswer,
  decodeErrorBody,
  decodeExpert,
  decodeLlmAnswer,
  decodeUser,
} from "../../../src/contract/decode";
import type { AgentAnswer } from "../../../src/contract/types";
import { agentAnswer, expert, user, valueOf } from "../client/records";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const decoders: Record<string, (json: unknown) => unknown> = {
  decodeUser,
  decodeExpert: (json) => decodeExpert(json, 7),
  decodeAgentAnswer: (json) => withoutRaw(decodeAgentAnswer(json)),
  decodeLlmAnswer,
  decodeErrorBody,
};

/** Replacements for a field, including names that reach a prototype. */
const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "toString", "id"), fc.jsonValue()),
) as fc.Arbitrary<Json>;

/** Valid records of each kind, where decoding loses nothing. */
const sound: Record<string, Json> = {
  decodeUser: [{ user }],
  decodeExpert: [expert],
  decodeAgentAnswer: agentAnswer,
};

const ownKeys = Reflect.ownKeys(Object.prototype);

describe("any JSON at all", () => {
  for (const [name, decode] of Object.entries(decoders)) {
    it(`S1 S13 S20 ${name} gives a value or a HubError, and what it gives came from the hub`, () => {
      fc.assert(
        fc.property(anyJson, (json) => {
          const given = valueOf(() => decode(json));
          if (given !== undefined) assertFrom(given, json);
          assert.deepEqual(Reflect.ownKeys(Object.prototype), ownKeys, "every object was changed");
        }),
        { numRuns: 300 },
      );
    });
  }

  for (const [name, record] of Object.entries(sound)) {
    const decode = decoders[name]!;

    it(`S1 S13 ${name} never throws but a HubError when any part of a record is replaced`, () => {
      fc.assert(
        fc.property(fc.nat(), anyJson, (at, other) => {
          const json = replaced(record, at, other);
          const given = valueOf(() => decode(json));
          if (given !== undefined) assertFrom(given, json);
        }),
        { numRuns: 500 },
      );
    });

    it(`S1 ${name} gives the same with fields that nobody knows`, () => {
      const noise = fc.dictionary(
        fc.string().map((text) => `x-${text}`),
        anyJson,
      );
      const expected = decode(record);
      fc.assert(
        fc.property(noise, (extra) => assert.deepEqual(decode(noisy(record, extra)), expected)),
      );
    });

    it(`S2 ${name} gives the same with null for any field that it leaves out`, () => {
      const names = fc.constantFrom("name", "log", "tool_calls", "nickname", "apps", "input");
      fc.assert(
        fc.property(names, (name) => {
          const without = edited(record, name, () => undefined);
          const withNull = edited(record, name, () => null);
          assert.deepEqual(decode(withNull), decode(without));
          assert.doesNotMatch(JSON.stringify(decode(withNull)), /null|undefined/);
        }),
      );
    });
  }

  it("S13 takes for an id what is a safe whole number from 0 up, and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), anyJson), (id) => {
        const given = valueOf(() => decodeExpert([{ id }], id as number));
        assert.equal(given !== undefined, isId(id));
      }),
    );
  });
});

/** Every text and number in it, except in empty lists, was in the hub's answer. */
function assertFrom(given: unknown, json: Json): void {
  const known = new Set(leaves(json));
  for (const leaf of leaves(given as Json)) assert.ok(known.has(leaf), String(leaf));
}

function leaves(value: Json): (string | number | boolean | null)[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

/** Steps also contain their original form, which is removed. */
function withoutRaw(value: AgentAnswer): unknown {
  const steps = value.intermediate_steps.map((group) =>
    group.map((step) =>
      Object.fromEntries(Object.entries(step).filter(([name]) => name !== "raw")),
    ),
  );
  return { ...value, intermediate_steps: steps };
}

/** The record with its part number `at`, counted through all depths, replaced. */
function replaced(record: Json, at: number, other: Json): Json {
  const size = (value: Json): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, part) => sum + size(part), 1)
      : 1;
  let left = at % size(record);
  const walk = (value: Json): Json => {
    if (left-- === 0) return other;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
  };
  return walk(record);
}

/** The record with these fields added to every object, except in free-form parts. */
function noisy(value: Json, extra: { [name: string]: Json }): Json {
  if (Array.isArray(value)) return value.map((part) => noisy(part, extra));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === "apps" || name === "tool_input" ? part : noisy(part, extra),
  ]);
  return { ...extra, ...Object.fromEntries(parts) };
}

/** The record with every field of this name changed; `undefined` removes it. */
function edited(value: Json, name: string, edit: () => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((part) => edited(part, name, edit));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([own, part]) => [
    own,
    own === name ? edit() : edited(part, name, edit),
  ]);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Json;
}
