import assert from "node:assert/strict";
import { narrowed } from "../../../../src/builtInHub/cli/narrowed";
import type { Options } from "../../../../src/builtInHub/index";
import { Policy } from "../../../../src/policy/policy";

const valuesOf = ({ folders: given, exclude, searchAddress }: Options) => [
  typeof given === "function" ? given() : given,
  exclude?.(),
  searchAddress?.(),
];

describe("the options of the hub as a program", () => {
  const folders = [{ name: "a", path: "/a" }];
  const options: Options = {
    key: "k",
    folders,
    exclude: () => ["*.key"],
    searchAddress: () => "https://search.example",
    send: () => assert.fail(),
  };
  const policy = { current: new Policy({}) };
  afterEach(() => (policy.current = new Policy({})));

  it("stay as they are without a policy", () => {
    const given = [folders, ["*.key"], "https://search.example"];
    assert.deepEqual(valuesOf(narrowed(options, policy)), given);
    assert.deepEqual(valuesOf(narrowed({ key: "k" }, policy)), [[], [], ""]);
  });

  it("are narrowed by the policy at each question", async () => {
    const narrow = narrowed(options, policy);
    policy.current = new Policy({ webSearch: false, workspaceTools: false, exclude: ["*.pem"] });
    assert.deepEqual(valuesOf(narrow), [[], ["*.key", "*.pem"], ""]);
    policy.current = new Policy({}, "Nothing is sent.");
    const request = {
      purpose: { by: "program", kind: "model" },
      url: new URL("https://a.example"),
      method: "GET",
      headers: {},
      signal: new AbortController().signal,
    } as const;
    await assert.rejects(async () => narrow.send!(request), { message: "Nothing is sent." });
  });

  it("start no hub that the policy turns off", () => {
    policy.current = new Policy({ builtInHub: false });
    assert.throws(() => narrowed(options, policy), { message: /^Set by your organisation: / });
  });
});
