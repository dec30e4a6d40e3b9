import assert from "node:assert/strict";
import type { HubClient } from "../../../src/client/client";
import { type Progress, progressType } from "../../../src/contract/progress";
import { rawJson } from "../../support/rawServer";
import { trapOf } from "./expectedResult";
import { answer, closeAll, failureOf, fixture, key } from "./hubFixture";

const head = `HTTP/1.1 200 OK\r\nContent-Type: ${progressType}\r\n`;
const inChunks = `${head}Transfer-Encoding: chunked\r\n\r\n`;

const chunk = (text: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n`),
    Buffer.from(text),
    Buffer.from("\r\n"),
  ]);

/** These lines, then the end of the answer. */
const linesOf = (...lines: readonly unknown[]): Buffer =>
  Buffer.concat([
    Buffer.from(inChunks),
    ...lines.map((line) =>
      chunk(Buffer.isBuffer(line) || typeof line === "string" ? line : `${JSON.stringify(line)}\n`),
    ),
    Buffer.from("0\r\n\r\n"),
  ]);

/** What a client hears of an answer. */
function asking(question = {}) {
  const heard: Progress[] = [];
  const ask = (client: HubClient) =>
    client.invokeAgent(question, { onProgress: (progress) => heard.push(progress) });
  return { heard, ask };
}

const step = { tool: "web_search", tool_input: { query: "why" } };
const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };

describe("the progress of an answer, by any hub", () => {
  afterEach(closeAll);

  it("S23 is asked for by its type, beside JSON, by a client that shows it", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const { heard, ask } = asking();
    assert.equal((await ask(client)).value.output, "Fine.");
    await client.invokeAgent({});
    await client.getExpert(7).catch(() => undefined);
    assert.deepEqual(
      server.requests.map((request) => /\r\naccept: ([^\r]*)/.exec(request)?.[1]),
      [
        `application/json, ${progressType}`,
        "application/json",
        "application/json",
        "application/json",
      ].slice(0, server.requests.length),
    );
    assert.deepEqual(heard, []);
  });

  it("S23 is shown as it comes, and the answer is as its JSON would be", async () => {
    const whole = { output: "It is 42.", intermediate_steps: [[step]], more: 1 };
    const { client } = await fixture(({ socket }) =>
      socket.write(
        linesOf(
          { reasoning: "Hm" },
          { reasoning: ", so." },
          "\n \r\n",
          { calls: ["web_search"] },
          { steps: [{ ...step, extra: true }] },
          { text: "It " },
          '{"text": "is',
          ' 4"}\n',
          { text: "It is 42.", replace: true },
          { answer: whole, usage, approximate_tokens: 3 },
        ),
      ),
    );
    const { heard, ask } = asking();
    const received = await ask(client);
    assert.deepEqual(heard, [
      { kind: "text", text: "", reasoning: "Hm" },
      { kind: "text", text: "", reasoning: "Hm, so." },
      { kind: "calls", calls: ["web_search"] },
      { kind: "steps", steps: [{ ...step, raw: { ...step, extra: true } }] },
      { kind: "text", text: "It " },
      { kind: "text", text: "It is 4" },
      { kind: "text", text: "It is 42." },
      { kind: "tokens", usage: { input: 10, output: 2, total: 12 }, approximateTokens: 3 },
    ]);
    assert.deepEqual(received.raw, whole);
    assert.equal(received.value.output, "It is 42.");
    assert.ok(received.bytes > 300, String(received.bytes));
  });

  it("S23 may be missing, and its last line may lack an end", async () => {
    const line = JSON.stringify({ answer });
    const { client } = await fixture(({ socket }) => socket.end(`${head}\r\n\uFEFF${line}`));
    const { heard, ask } = asking();
    assert.equal((await ask(client)).value.output, "Fine.");
    assert.deepEqual(heard, []);
  });

  it("S23 of a wrong type or of unknown kinds counts as none", async () => {
    const { client } = await fixture(({ socket }) =>
      socket.write(
        linesOf(
          { text: 5, reasoning: {}, replace: "yes", calls: "many", steps: 7 },
          [{ text: "in a list" }],
          "7\n",
          "null\n",
          '"answer"\n',
          { answers: 1, error: null },
          { steps: [null, 3, { tool: 4 }] },
          { calls: ["one", 2] },
          { answer, usage: { ...usage, completion_tokens: -1 }, approximate_tokens: 0.5 },
        ),
      ),
    );
    const { heard, ask } = asking();
    assert.equal((await ask(client)).value.output, "Fine.");
    assert.deepEqual(heard, [
      { kind: "steps", steps: [{ raw: 3 }, { raw: { tool: 4 } }] },
      { kind: "calls", calls: ["one"] },
    ]);
  });

  it("S23 has the key masked, also where it comes in pieces", async () => {
    const [first, second, third] = [key.slice(0, 6), key.slice(6, 9), key.slice(9)];
    const { client } = await fixture(({ socket }) =>
      socket.write(
        linesOf(
          { text: `a ${first}` },
          { text: second },
          { text: `${third} b`, reasoning: key },
          { calls: [key] },
          { steps: [{ tool: key, [key]: key }] },
          { text: `${key.slice(0, 7)}!`, replace: true },
          { answer: { output: `It is ${key}.` } },
        ),
      ),
    );
    const { heard, ask } = asking();
    const received = await ask(client);
    assert.equal(received.value.output, "It is ••••.");
    assert.deepEqual(
      heard.flatMap((progress) => (progress.kind === "text" ? progress.text : [])),
      ["a ", "a ", "a •••• b", `${key.slice(0, 7)}!`],
    );
    assert.doesNotMatch(JSON.stringify([heard, received]), new RegExp(key));
  });

  it("S23 ends in the hub's error where the last line has one", async () => {
    const { client } = await fixture(({ socket, index }) =>
      socket.write(
        linesOf(
          { text: "Half" },
          [
            { error: { error: 413, message: `Too long, ${key}.` }, status: 502 },
            { error: { error: 409, message: "Busy." } },
            { error: "Broken.", status: 200 },
            { answer: { error: 402, message: "Pay first." } },
          ][index],
        ),
      ),
    );
    const facts = async () => {
      const { kind, details } = await failureOf(asking().ask(client));
      return [kind, details.status, details.code, details.hubMessage, details.mayHaveRun];
    };
    assert.deepEqual(await facts(), ["server", 502, 413, "Too long, ••••.", true]);
    assert.deepEqual(await facts(), ["conflict", 200, 409, "Busy.", undefined]);
    assert.deepEqual(await facts(), ["server", 200, undefined, "Broken.", true]);
    assert.deepEqual(await facts(), ["payment", 200, 402, "Pay first.", undefined]);
  });

  it("S23 is read by nobody who did not ask for it, and under no other type", async () => {
    const { client } = await fixture(({ socket, index }) =>
      socket.write(
        index === 0
          ? linesOf({ answer })
          : linesOf({ answer }).toString().replace(progressType, "text/event-stream"),
      ),
    );
    for (const call of [client.invokeAgent({}), asking().ask(client)])
      assert.match((await failureOf(call)).message, /^The hub's answer is .* instead of JSON/);
  });

  const whole = `${JSON.stringify({ answer })}\n`;
  const deep = `${'{"text":'.repeat(70)}1${"}".repeat(70)}\n`;
  const hostile: [name: string, bytes: Buffer, kind: string, about: RegExp][] = [
    ["nothing but progress", linesOf({ text: "x" }), "network", /ended early/],
    ["no line at all", linesOf(), "network", /ended early/],
    ["blank lines alone", linesOf("\n\n", " \n"), "network", /ended early/],
    ["half of a line at its end", linesOf({ text: "x" }, '{"answer": {"out'), "network", /early/],
    ["a line that is no JSON", linesOf("data: 1\n", whole), "bad-response", /not valid JSON/],
    [
      "a line that is no UTF-8",
      linesOf(Buffer.from('{"text":"\xff"}\n', "latin1"), whole),
      "bad-response",
      /UTF-8/,
    ],
    ["a line that is nested too deeply", linesOf(deep, whole), "bad-response", /too deeply/],
    ["two answers", linesOf(whole, whole), "bad-response", /after its last line/],
    ["progress after its answer", linesOf(whole, { text: "x" }), "bad-response", /after its last/],
    ["an answer after its error", linesOf({ error: 1 }, whole), "bad-response", /after its last/],
    ["an answer without an output", linesOf({ answer: {} }), "bad-response", /output/],
    ["null for its answer", linesOf({ answer: null }), "bad-response", /cannot be used/],
    ["too many lines", linesOf("{}\n".repeat(100_001)), "bad-response", /too many lines/],
    [
      "more bytes than an answer may have",
      linesOf(...Array.from({ length: 17 }, () => ({ text: "x".repeat(1024 * 1024) }))),
      "bad-response",
      /too large/,
    ],
    [
      "a declared length of nothing",
      Buffer.from(`${head}Content-Length: 0\r\n\r\n`),
      "bad-response",
      /empty/,
    ],
  ];
  for (const [name, bytes, kind, about] of hostile)
    it(`S23 with ${name} is one ${kind} error, and the next question is answered`, async () => {
      const { meet } = await trapOf(({ socket }) => socket.write(bytes));
      const { error } = await meet(asking({ input_data: "q" }).ask);
      assert.equal(error?.kind, kind, error?.message);
      assert.match(error?.message, about);
      assert.equal(error?.details.mayHaveRun, true);
    });

  it("S23 without end takes no longer than any other answer", async () => {
    const { meet } = await trapOf(({ socket }) => {
      socket.write(inChunks);
      const timer = setInterval(() => socket.write(chunk('{"text":"more "}\n')), 5);
      socket.once("close", () => clearInterval(timer));
    });
    const { heard, ask } = asking({ input_data: "q" });
    const { error } = await meet(ask, { seconds: 0.5 });
    assert.deepEqual([error?.kind, error?.details.mayHaveRun], ["timeout", true]);
    const told = heard.length;
    assert.ok(told > 5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(heard.length, told, "nothing is heard after the end");
  });

  it("S23 is cut off where the connection is", async () => {
    const { meet } = await trapOf(({ socket }) =>
      socket.end(
        Buffer.concat([Buffer.from(inChunks), chunk('{"text":"x"}\n'), Buffer.from("5\r\n{")]),
      ),
    );
    const { error } = await meet(asking({ input_data: "q" }).ask);
    assert.deepEqual([error?.kind, error?.details.mayHaveRun], ["network", true]);
  });

  it("S23 shows a million characters, a thousand rounds, and then the answer", async () => {
    const piece = { text: "x".repeat(300_000) };
    const rounds = `${JSON.stringify({ steps: [step] })}\n`.repeat(1002);
    const { client } = await fixture(({ socket }) =>
      socket.write(linesOf(piece, piece, piece, piece, piece, rounds, { answer })),
    );
    const { heard, ask } = asking();
    assert.equal((await ask(client)).value.output, "Fine.");
    const texts = heard.flatMap((progress) => (progress.kind === "text" ? progress.text : []));
    const longest = texts.at(-1)?.length ?? 0;
    assert.ok(longest > 990_000 && longest <= 1_000_100, String(longest));
    assert.equal(heard.filter(({ kind }) => kind === "steps").length, 1000);
  });

  it("S23 does no harm where whoever hears of it fails", async () => {
    const { client } = await fixture(({ socket }) =>
      socket.write(linesOf({ text: "x" }, { answer, approximate_tokens: 1 })),
    );
    const failing = client.invokeAgent({}, { onProgress: () => assert.fail("not the client's") });
    assert.equal((await failing).value.output, "Fine.");
  });
});
