import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { schemaError, description, schema } from "../../../src/contract/conformity";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(description, "hub");

describe("the hub's reading of its own description", () => {
  for (const name of ["AgentRequest", "LlmRequest"]) {
    it(`agrees with a JSON Schema validator about any ${name}`, () => {
      const validate = ajv.getSchema(`hub#/components/schemas/${name}`);
      assert.ok(validate);
      const fields = Object.keys(schema(name).properties ?? {});
      const message = fc.record({ role: fc.string(), content: fc.string() });
      const value = fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.oneof(fc.string(), message, fc.integer())),
        fc.dictionary(
          fc.constantFrom("web_search", "web_search_max_results", "x"),
          fc.oneof(fc.boolean(), fc.integer()),
        ),
        message,
      );
      const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, fc.string());
      const request = fc
        .tuple(fc.dictionary(key, value, { maxKeys: 4 }), fc.boolean())
        .map(([body, isNamed]) => (isNamed ? { ...body, expert_id: 1 } : body));
      fc.assert(
        fc.property(fc.oneof({ weight: 9, arbitrary: request }, value), (body) => {
          assert.equal(schemaError(body, schema(name)) === undefined, validate(body));
        }),
        { numRuns: 1000 },
      );
    });
  }

  it("names the place of what is wrong", () => {
    const wanted = schema("AgentRequest");
    const problems: readonly (readonly [unknown, string])[] = [
      [[], "The body must be an object."],
      [{}, "expert_id is required."],
      [{ expert_id: "1" }, "expert_id must be an integer."],
      [{ expert_id: 1.5 }, "expert_id must be an integer."],
      [
        { expert_id: 1, tool_activation: { web_search: 1 } },
        "tool_activation.web_search must be a boolean.",
      ],
      [{ expert_id: 1, document_urls: ["a", 2] }, "document_urls[1] must be a string."],
      [
        { expert_id: 1, conversation_history: [{ role: "user" }] },
        "conversation_history[0].content is required.",
      ],
      [{ expert_id: 1, input: "x" }, "input is not a field of this request."],
      [JSON.parse('{"expert_id":1,"__proto__":{}}'), "__proto__ is not a field of this request."],
    ];
    for (const [body, problem] of problems) assert.equal(schemaError(body, wanted), problem);
  });
});
