import assert from "node:assert/strict";
import { readOptions, UsageError } from "../../../../src/builtInHub/cli/commandLine";
import { givenModels, options } from "../../../../src/builtInHub/cli/options";
import type { SendOne } from "../../../../src/contract/send";

const send: SendOne = () => Promise.reject(new Error("nothing is sent here"));
const secret = "S3CRET";

const modelsOf = (args: readonly string[], env = {}) =>
  givenModels(readOptions(options, args, env), send);

describe("the options of the built-in hub as a program", () => {
  it("give each model the address of its server and the key of the environment", async () => {
    const args = ["--model-address", "localhost:11434", "--model=one", "--model=two:3b"];
    const models = modelsOf(args, { EXPERT_HUB_MODEL_KEY: secret });
    assert.deepEqual(
      models.map(({ address, identifier }) => [address, identifier]),
      [
        ["http://localhost:11434/v1", "one"],
        ["http://localhost:11434/v1", "two:3b"],
      ],
    );
    assert.equal(await models[1]?.key(), secret);
    assert.equal(await modelsOf(args)[0]?.key(), undefined);
  });

  it("need neither a model nor anything else", () => {
    const values = readOptions(options, [], { EXPERT_HUB_MODEL_KEY: secret });
    assert.deepEqual(givenModels(values, send), []);
    assert.deepEqual(
      [values["search-address"], values.exclude, values["private-documents"]],
      ["", [], false],
    );
  });

  it("take globs of excluded files, and the address of a search service", () => {
    const args = ["--exclude=*.pem", "--exclude", "private/**", "--private-documents"];
    const values = readOptions(options, [...args, "--search-address=localhost:8888/searx"], {});
    assert.deepEqual(values.exclude, ["*.pem", "private/**"]);
    assert.equal(values["search-address"], "http://localhost:8888/searx");
    assert.equal(values["private-documents"], true);
  });

  const refused: readonly (readonly [string[], RegExp])[] = [
    [["--model-key", secret], /^There is no option --model-key\./],
    [[`--model-key=${secret}`], /^There is no option --model-key\./],
    [["--model", "one"], /^--model needs the address of its server: --model-address=URL\.$/],
    [["--model-address", "localhost:1"], /^--model-address needs the name of a model: --model=/],
    [
      ["--model-address", "http://models.example"],
      /^--model-address cannot be used\. The address must start with https:\/\/, except on this computer/,
    ],
    [
      ["--model-address", `https://me:${secret}@models.example`],
      /^--model-address cannot be used\. The address must not contain a user name or password\.$/,
    ],
    [["--model", `${secret} x`], /^--model must be the name of a model, without spaces\.$/],
    [
      ["--search-address", "http://search.example"],
      /^--search-address cannot be used\. The address must start/,
    ],
    [
      ["--search-address", `https://search.example/?key=${secret}`],
      /must not contain a query or a fragment\.$/,
    ],
  ];
  for (const [args, sentence] of refused)
    it(`G2 G3 refuse ${args.join(" ")} with a sentence that repeats no value`, () => {
      assert.throws(
        () => modelsOf(args),
        (error) =>
          error instanceof UsageError &&
          sentence.test(error.message) &&
          !error.message.includes(secret),
      );
    });

  it("write lines of the log as JSON, and in no other form", () => {
    assert.equal(readOptions(options, ["--log=json"], {}).log, "json");
    for (const other of ["text", "", "JSON"])
      assert.throws(() => readOptions(options, [`--log=${other}`], {}), UsageError, other);
  });

  it("refuse a key of models that cannot be sent, and name its variable", () => {
    assert.throws(() => modelsOf([], { EXPERT_HUB_MODEL_KEY: `${secret}\n` }), {
      message: "EXPERT_HUB_MODEL_KEY must consist of visible ASCII characters, without spaces.",
    });
  });
});
