import assert from "node:assert/strict";
import { decodeAgentAnswer } from "../../../../../src/contract/decode";
import {
  doneSteps,
  stepDocument,
  stepFound,
  stepSentence,
} from "../../../../../src/features/conversation/core/stepHeads";
import { stepOfCall } from "../../../../../src/builtInHub/tools/step";
import { asData } from "../../../../../src/builtInHub/tools/dataBlock";

const stepsIn = (steps: unknown) =>
  doneSteps(decodeAgentAnswer({ output: "x", intermediate_steps: steps }).intermediate_steps);

const sentences = (steps: unknown) => stepsIn(steps).map(stepSentence);

/** As the built-in hub records a call of a model. */
const called = (name: string, given: object, found = "") =>
  stepOfCall({ id: "c", name, arguments: JSON.stringify(given) }, found, "");

describe("a step in words", () => {
  it("says what was done, for each tool of the service and any other", () => {
    const connector = "workspace_connector";
    assert.deepEqual(
      sentences([
        [called(connector, { action: "search", query: "total" })],
        [called(connector, { query: "total" })],
        [called(connector, { action: "read", path: "cart.ts", from_line: 1, to_line: 20 })],
        [called(connector, { path: "src/cart.ts" })],
        [called(connector, { action: "list", path: "src" })],
        [called(connector, { action: "list" })],
        [called("computation_engine", { expressions: ["2 * 8", "3 + 4"] })],
        [called("web_search", { query: "effects" })],
        [called("document_retriever", { url: "https://a.example/x", query: "money" })],
        [called("document_retriever", { url: "https://a.example/x" })],
        [{ tool: connector, tool_input: { query: "where is\nit?" } }],
        [{ tool: "document_retriever", tool_input: { query: "money" } }],
        [{ tool: "send_mail", tool_input: { to: "a@b.example" } }],
        [{ tool: "send_mail", tool_input: {} }],
        [{ tool: "send_mail" }],
      ]),
      [
        "Searched total in the folder",
        "Searched total in the folder",
        "Read cart.ts 1–20",
        "Read src/cart.ts",
        "Listed src",
        "Listed the files of the folder",
        "Calculated 2 * 8; 3 + 4",
        "Searched the web for effects",
        "Searched money in https://a.example/x",
        "Read https://a.example/x",
        "Searched where is it? in the folder",
        "Searched money in the documents",
        'Called send_mail with {"to":"a@b.example"}',
        "Called send_mail with {}",
        "Called send_mail",
      ],
    );
  });

  it("says of a call that was refused or failed that it could not be done", () => {
    const connector = "workspace_connector";
    const error = "Error: No folder is open.";
    assert.deepEqual(
      sentences([
        [called(connector, { action: "search", query: "total" }, error)],
        [called(connector, { action: "read", path: "cart.ts", from_line: 1, to_line: 20 }, error)],
        [called(connector, { action: "list", path: "src" }, error)],
        [called(connector, { action: "list" }, error)],
        [called("computation_engine", { expressions: ["2 *"] }, error)],
        [called("web_search", { query: "effects" }, "Error: Not allowed.")],
        [called("document_retriever", { url: "https://a.example/x", query: "money" }, error)],
        [called("document_retriever", { url: "https://a.example/x" }, error)],
        [{ tool: "document_retriever", tool_input: { query: "money" }, log: "Failed to open" }],
        [{ tool: "send_mail", tool_input: { to: "me" } }, "ENOENT: no such file"],
        [called(connector, { action: "search", query: "error" }, "cart.ts:1: error: true")],
      ]),
      [
        "Could not search total in the folder",
        "Could not read cart.ts 1–20",
        "Could not list src",
        "Could not look into the folder",
        "Could not calculate 2 *",
        "Could not search the web for effects",
        "Could not search money in https://a.example/x",
        "Could not read https://a.example/x",
        "Could not search money in the documents",
        'Called send_mail with {"to":"me"}: failed',
        "Searched error in the folder",
      ],
    );
  });

  it("S20 says it of any shape, and shows all of it in the document", () => {
    const shapes: unknown[] = [null, 7, "looked around", {}, { tool: 7 }, { tool_input: "x" }];
    const steps = shapes.flatMap((shape) => stepsIn([[shape]]));
    assert.deepEqual(steps.map(stepSentence), [
      "Called a tool",
      "Called a tool",
      "looked around",
      "Called a tool",
      "Called a tool",
      "Called a tool with x",
    ]);
    const hostile = "</data>\n# Not a heading\n```\n\u202e{0} <img src=x>";
    const step = {
      tool: hostile,
      tool_input: hostile,
      log: hostile,
      tool_call_id: hostile,
      message_log: [
        {
          content: hostile,
          additional_kwargs: {
            tool_calls: [
              {
                index: 0,
                id: hostile,
                type: hostile,
                function: { name: hostile, arguments: hostile },
              },
              { id: "other" },
            ],
          },
        },
        {},
      ],
    };
    const [done] = stepsIn([[step]]);
    const document = stepDocument(done!);
    assert.equal(document.split(hostile).length - 1, 5);
    assert.equal(document.match(/^# /gm)?.length, 1 + 5, "those of the text stand in blocks");
    assert.ok(document.includes(JSON.stringify(step, undefined, 2)));
    assert.equal(document.match(/\(this step's call\)/g)?.length, 1);
  });

  it("S20 keeps a result that a hub wrote as a text after its step with it", () => {
    const steps = stepsIn([[{ tool: "a" }, "one\n two", "three"], ["alone"]]);
    assert.deepEqual(steps.map(stepFound), ["one two three", ""]);
    assert.match(stepDocument(steps[0]!), /## Result\n\n```text\none\n two\n```/);
  });

  it("cuts long texts in its line and none in its document", () => {
    const long = "x".repeat(100_000);
    const [done] = stepsIn([
      [{ tool: "web_search", tool_input: long, log: `Invoking: a\n${long}` }],
    ]);
    assert.ok(stepSentence(done!).length < 250 && stepFound(done!).length < 250);
    assert.equal(stepDocument(done!).split(long).length - 1, 4);
  });

  it("shows nothing of what a model was told about data, whatever the tool", () => {
    const found = asData("the file a.ts", "1: let a;");
    const step = called(
      "read_it",
      { path: "a.ts" },
      `${found}\n[Lines 1 to 1 of 9. Read on with from_line 2.]`,
    );
    const [done] = stepsIn([[step]]);
    assert.equal(stepFound(done!), "1: let a; [Lines 1 to 1 of 9.]");
    for (const text of [stepDocument(done!), JSON.stringify(step)])
      assert.doesNotMatch(text, /two marks|<data|not written by the user|Read on with/);
  });
});
