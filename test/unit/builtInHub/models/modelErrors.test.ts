import assert from "node:assert/strict";
import { problemIn, problemInWords } from "../../../../src/builtInHub/models/modelErrors";
import { KeyMask } from "../../../../src/contract/secrets/keyMask";

const asked = { model: "gpt-x", host: "models.example", keys: new KeyMask("S3CRET-KEY-42") };
const response = (status: number, headers = {}) => ({ status, headers });

const words = (message: string) => ({ error: { message } });

type More = Partial<Parameters<typeof problemIn>[2]>;
const kindOf = (body: unknown, status: number, more: More = {}) =>
  problemIn(body, response(status), { ...asked, ...more })?.kind;
const saidOf = (body: unknown, status = 500) =>
  problemIn(body, response(status), asked)?.message.replace(/^.*? gpt-x\.(?: It says: )?/, "");

describe("an error of a server of models", () => {
  it("differs from an answer by its fields, also under a status of success", () => {
    for (const [body, isError] of [
      [{ choices: [{ message: {} }], message: "Fine." }, false],
      [{ data: [], message: "Fine." }, false],
      [{ models: [], detail: "Fine." }, false],
      [{ message: "Broken." }, true],
      [{ choices: [], message: "Broken." }, true],
      [{ data: {}, message: "Broken." }, true],
      [{ message: "" }, false],
      [{ message: 7 }, false],
      [{ choices: [{}], errors: ["x"] }, true],
      [{ choices: [{}, { error: { code: 1 } }] }, true],
      [{ choices: [{}, { error: {} }], data: [] }, false],
      [{ type: "error" }, true],
      [{ object: "error" }, true],
      [{ object: "list" }, false],
      [{ base_resp: { status_code: 0 } }, false],
      [{ base_resp: { status_code: 1008 } }, true],
      [[{ error: "x" }], true],
      [[{ error: "x" }, { error: "x" }], false],
      ...[undefined, null, false, "", 0, [], {}].map((error) => [{ error }, false]),
      ...["x", 1, true, ["x"], { a: 1 }].map((error) => [{ error }, true]),
    ])
      assert.equal(kindOf(body, 200) !== undefined, isError, JSON.stringify(body));
    assert.equal(problemIn({}, response(200), asked, true)?.kind, "failed");
    assert.equal(problemInWords("No.", response(200), asked), undefined);
    assert.equal(problemInWords("No.", response(200), asked, true)?.kind, "failed");
  });

  it("says its words once each, wherever they are, and none that are blank", () => {
    const inner = JSON.stringify({ error: { message: "Inner." } });
    for (const [body, said] of [
      [{ error: { message: " ", detail: "\n" } }, ""],
      [{ error: { message: "One.", detail: "One." } }, "One."],
      [{ error: { message: "One.", detail: " " }, msg: "Two." }, "Two. One."],
      [{ error: { message: inner } }, "Inner."],
      [{ error: { message: "[not JSON" } }, "[not JSON"],
      [{ reason: "a_code", message: "One." }, "One."],
      [{ reason: { message: "One." } }, "One."],
      [{ errors: [{ msg: "One." }, "Two."] }, "One. Two."],
      [{ choices: [{ error: { message: "One." } }] }, "One."],
      [{ other: "One." }, ""],
    ] as const)
      assert.equal(saidOf(body), said, JSON.stringify(body));
    const page = problemInWords(" <html>No.</html>", response(500), asked);
    assert.equal(page?.message, "models.example failed to run gpt-x.");
    const key = problemInWords("The key S3CRET-KEY-42.", response(500), asked);
    assert.doesNotMatch(key!.message, /S3CRET/);
  });

  it("is of the kind that its status or its words say", () => {
    for (const [body, status, kind] of [
      [words("x"), 401, "bad-key"],
      [words("Missing API key"), 400, "bad-key"],
      [words("Bad parameter"), 400, "failed"],
      [words("Forbidden"), 403, "bad-key"],
      [words("Not supported in your country"), 403, "failed"],
      [words("Missing API key"), 422, "failed"],
      [words("x"), 402, "no-quota"],
      [words("x"), 413, "too-long"],
      [words("x"), 429, "rate-limited"],
      [words("rate limit reached"), 200, "rate-limited"],
      [{ error: { code: 429 } }, 200, "rate-limited"],
      [{ error: { code: 399 } }, 200, "failed"],
      [{ error: { code: 400, message: "x" } }, 200, "failed"],
      [{ error: { code: 600 } }, 200, "failed"],
      [words("It was flagged"), 400, "refused"],
      [words("It was flagged"), 404, "not-found"],
      [words("It was flagged"), 500, "failed"],
      [words("model gpt-x does not exist"), 400, "not-found"],
      [words(" "), 404, "not-found"],
      [words("x"), 500, "failed"],
    ] as const)
      assert.equal(kindOf(body, status), kind, `${status} ${JSON.stringify(body)}`);
    const noPictures = words("This model does not support images.");
    for (const [body, withPictures, kind] of [
      [noPictures, true, "no-pictures"],
      [noPictures, false, "failed"],
      [words("The image is not valid: too large"), true, "failed"],
      [words("content of a message must be a string"), true, "no-pictures"],
      [words("gpt-x is not ready"), true, "failed"],
    ] as const)
      assert.equal(kindOf(body, 400, { withPictures }), kind, JSON.stringify(body));
    const named = { model: "vision-image", withPictures: true };
    assert.equal(kindOf(words("vision-image is not ready"), 400, named), "failed");
  });

  it("suggests Ollama only for a server that may be one", () => {
    const isOllama = /^\S+ has no model gpt-x\. If this is Ollama/;
    for (const [host, words, wanted] of [
      ["localhost:11434", "", true],
      ["192.168.0.2", " ", true],
      ["172.16.0.1", "", true],
      ["172.32.0.1", "", false],
      ["nas", "", true],
      ["nas.local:80", "", true],
      ["models.example", "", false],
      ["models.example", "model gpt-x not found, try pulling it first", true],
      ["localhost", "There is no such page", false],
    ] as const)
      assert.equal(
        isOllama.test(problemInWords(words, response(404), { ...asked, host })!.message),
        wanted,
        `${host} ${words}`,
      );
    const { model: _, ...list } = asked;
    assert.equal(
      problemInWords("x", response(404), list)?.message,
      "models.example has no list of models at this address.",
    );
    assert.equal(
      problemInWords("x", response(500), list)?.message,
      "models.example could not list its models. It says: x",
    );
  });

  it("ran nothing where the server refused, or asks to wait", () => {
    for (const [status, headers, nothingRan, seconds] of [
      [400, {}, true, undefined],
      [408, {}, false, undefined],
      [429, {}, true, undefined],
      [429, { "retry-after": "7" }, true, 7],
      [503, {}, false, undefined],
      [503, { "retry-after": "7" }, true, 7],
      [500, { "retry-after": "7" }, false, undefined],
      [200, { "retry-after": "7" }, false, undefined],
    ] as const) {
      const problem = problemIn({ error: "x" }, response(status, headers), asked);
      assert.deepEqual(
        [problem?.nothingRan, problem?.retryAfterSeconds],
        [nothingRan, seconds],
        `${status} ${JSON.stringify(headers)}`,
      );
    }
  });
});
