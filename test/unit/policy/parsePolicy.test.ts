import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { readJson } from "../../../scripts/root";
import { parsePolicy, policyKeys, PolicyProblem } from "../../../src/policy/parsePolicy";

/** The line of the first error, 0 if there is none. */
function lineOfError(text: string): number | undefined {
  try {
    parsePolicy(text);
    return 0;
  } catch (error) {
    assert.ok(error instanceof PolicyProblem, String(error));
    return error.line;
  }
}

const origins = [
  "https://hub.example",
  "https://hub.example:8443",
  "http://127.0.0.1:8642",
  "http://localhost",
  "http://[::1]:80",
  "http://[::1]:81",
  "http://nas:8080",
  "http://nas.local",
  "http://.local",
  "http://host.docker.internal",
  "http://evil.host.docker.internal",
  "http://10.1.2.3:11434",
  "http://172.16.0.1",
  "http://172.32.0.1",
  "http://192.168.0.1/",
  "http://192.168.0.1:80",
  "http://169.254.1.1",
  "http://[fd00::1]",
  "http://[fe80::1]:8080",
  "http://[fec0::1]",
  "http://8.8.8.8",
  "https://hub.example:443",
  "https://hub.example/",
  "https://Hub.example",
  "https://user@hub.example",
  "https://hub.example?",
  "http://hub.example",
  "ftp://hub.example",
  "hub.example",
  "null",
  "*",
  "",
];

const models = [...origins, "vscode:copilot", "vscode:", "vscode: x", "vscode"];
const switches = [true, false, null, "true", 1, []];
const counts = [1, 30, 1.5, 0, -1, "1", null, true, 2 ** 53, 1e300];

/** Values to try for each key, each alone. */
const tried: Readonly<Record<string, readonly unknown[]>> = {
  $schema: ["x", 1, null],
  allowedHubs: [[], ...origins.map((each) => [each]), "https://hub.example", {}, null, [1], [[]]],
  allowedModels: [[], ...models.map((each) => [each]), "vscode:copilot", null, [1]],
  builtInHub: switches,
  mcpServer: switches,
  editorChat: switches,
  editorTools: switches,
  webSearch: switches,
  workspaceTools: switches,
  plainHttp: switches,
  maxRequestBytes: counts,
  exclude: [[], ["**/*.pem"], [""], "x", null, [1]],
  historyDays: counts,
  activityLog: ["required", "Required", "", true, false, null, ["required"]],
  unknown: [true],
  allowedhubs: [[]],
};

describe("the text of a policy", () => {
  it("is read key by key", () => {
    const rules = {
      allowedHubs: ["https://hub.example"],
      allowedModels: ["https://models.example", "vscode:copilot"],
      builtInHub: false,
      mcpServer: false,
      editorChat: false,
      editorTools: false,
      webSearch: false,
      workspaceTools: false,
      maxRequestBytes: 1000,
      exclude: ["**/*.pem"],
      historyDays: 30,
      activityLog: "required",
    };
    const read = parsePolicy(JSON.stringify({ $schema: "./policy.schema.json", ...rules }));
    assert.deepEqual(read, rules);
    assert.deepEqual(parsePolicy("{}"), {});
  });

  it("Y3 is refused with the line of its first error, whatever is wrong", () => {
    assert.equal(lineOfError(""), 1);
    assert.equal(lineOfError('{\n  "webSearch": false\n  "mcpServer": false\n}'), 3);
    assert.equal(lineOfError('{\n  "webSearch": false,\n}'), 3);
    assert.equal(lineOfError('{\n  // no\n  "webSearch": false\n}'), 2);
    assert.equal(lineOfError('{\n  "webSearch": false\n} {}'), 3);
    assert.equal(lineOfError("\n[]"), 2);
    assert.equal(lineOfError("null"), 1);
    assert.equal(lineOfError('{\n  "webSearch": false,\n  "websearch": false\n}'), 3);
    assert.equal(lineOfError('{\n  "webSearch": false,\n  "webSearch": true\n}'), 3);
    assert.equal(lineOfError('{\n  "__proto__": {},\n  "constructor": 1\n}'), 2);
    assert.equal(
      lineOfError('{\n  "allowedHubs": [\n    "https://a.example",\n    "b"\n  ]\n}'),
      4,
    );
  });

  it("Y3 closes where it is half written: cut short, or with a letter missing in a key", () => {
    const rules = { webSearch: false, workspaceTools: false, allowedModels: ["vscode:copilot"] };
    const text = JSON.stringify(rules);
    for (let end = 0; end < text.length; end++)
      assert.notEqual(lineOfError(text.slice(0, end)), 0, text.slice(0, end));
    for (const key of Object.keys(rules))
      for (let at = 0; at < key.length; at++) {
        const typed = key.slice(0, at) + key.slice(at + 1);
        assert.equal(lineOfError(text.replace(`"${key}"`, `"${typed}"`)), 1, typed);
      }
    assert.equal(lineOfError('{"allowedModels": ["vscode:copilot", "copilot"]}'), 1);
    assert.deepEqual(parsePolicy('{"workspaceTools": false}'), { workspaceTools: false });
  });

  it("has the same keys and values as the schema that is published", () => {
    const schema = readJson("schemas/policy.schema.json") as { properties: object };
    assert.deepEqual(Object.keys(schema.properties), policyKeys);
    const isValid = new Ajv().compile(schema);
    const known = Object.keys(tried).filter((key) => policyKeys.includes(key));
    assert.deepEqual(known, policyKeys);
    const verdicts = Object.entries(tried).flatMap(([key, values]) =>
      values.map((value) => {
        const policy = { [key]: value };
        const line = lineOfError(JSON.stringify(policy));
        return { policy, isReadable: line === 0, isValid: isValid(policy) };
      }),
    );
    assert.deepEqual(
      verdicts.filter((verdict) => verdict.isReadable !== verdict.isValid),
      [],
    );
    assert.ok(verdicts.some(({ isReadable }) => isReadable));
  });

  it("K19 quotes little of what stands where a key should, and no token", () => {
    const token = ["ghp", "_", "a1B2".repeat(9)].join("");
    for (const before of [0, 70])
      assert.throws(
        () =>
          parsePolicy(JSON.stringify({ [`${"x ".repeat(before)}${token} ${"y".repeat(900)}`]: 1 })),
        ({ message }: Error) => message.length < 200 && !message.includes("ghp_"),
      );
  });
});
