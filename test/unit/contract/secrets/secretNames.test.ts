import assert from "node:assert/strict";
import { ConfigLines } from "../../../../src/contract/secrets/scannedText";
import { nameKind, wordsOf } from "../../../../src/contract/secrets/secretLevel";

describe("the name of a value", () => {
  it("has words, however they are joined", () => {
    for (const name of ["dbPassword", "DB_PASSWORD", "db.password", "-db--password_"])
      assert.deepEqual(wordsOf(name), ["db", "password"]);
    assert.deepEqual(wordsOf("myAPIKey2"), ["my", "api", "key2"]);
  });

  it("says how likely the value is secret, by whole words", () => {
    for (const [kind, names] of Object.entries({
      password: ["password", "dbPassword", "PASS", "root_pw", "passwordNew", "sshpass", "DBPWD_2"],
      secret: ["api_key", "clientSecret", "access_token", "CREDENTIALS", "apikey", "api_key_old"],
      key: ["key", "token", "auth", "sessionCookie", "myapi_key", "flatapi_token"],
      undefined: [
        "",
        "passwords2x",
        "compass",
        "secretary",
        "passwordFile",
        "api_key_id",
        "token_count",
        "monkey",
        "tokens",
        "authority",
      ],
    }))
      for (const name of names) assert.equal(String(nameKind(name)), kind, name);
  });
});

const isAround = (text: string, others = 0) => new ConfigLines(text).isAround(0, others);

const settings = (count: number) => Array<string>(count).fill("a=b").join("\n");

describe("the lines around a place", () => {
  it("are settings where nothing but marks stands before the name", () => {
    for (const line of ["a=b", "  a: b", "- a: b", "export A=b", '"a": b', "[a b]", "//h/:_a=b"])
      assert.equal(isAround(line), true, line);
    for (const line of ["big a=b", "x [a]", "if (a) b=c", "a == b", "a => b", "words", "f(a: b"])
      assert.equal(isAround(line), false, line);
  });

  it("are as many as are asked for, and three for each other line", () => {
    for (const [text, others, wanted] of [
      ["# a", 0, true],
      ["# a", 1, false],
      [settings(1), 1, false],
      [settings(2), 1, true],
      [`${settings(3)}\nwords`, 0, true],
      [`${settings(2)}\nwords`, 0, false],
      [`${settings(4)}\nwords`, 3, true],
    ] as const)
      assert.equal(isAround(text, others), wanted, text);
  });
});
