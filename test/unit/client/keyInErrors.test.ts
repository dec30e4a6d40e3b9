import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { HubClient } from "../../../src/client/client";
import { createSend } from "../../../src/client/undiciSend";
import type { HubError } from "../../../src/contract/errors";
import { progressType } from "../../../src/contract/progress";
import { explain, explanationLine } from "../../../src/platform/core/explain";
import { rawJson } from "../../support/rawServer";
import { assertNoPart, keysOfEveryLength, spellings } from "../contract/secrets/keySpellings";
import { clientOf, closeAll, failureOf, fixture } from "./hubFixture";

/** What people, logs, agents and files can get of a failure: all of it. */
function assertSafe(error: HubError, key: string, about: string): void {
  const explanation = explain(error);
  for (const text of [
    error.message,
    error.details.hubMessage ?? "",
    JSON.stringify(error),
    inspect(error, { depth: 10 }),
    explanation.sentence,
    explanation.details ?? "",
    // Notifications, tools for agents, MCP and the provider of language models.
    explanationLine(explanation),
  ])
    assertNoPart(text, key, about);
}

/** The errors of a hub that sends each of these to a client with this key, over a real socket. */
async function errorsOf(
  key: string,
  answers: readonly string[],
  ask: (client: HubClient) => Promise<unknown> = (client) => client.getUser(),
): Promise<{ errors: HubError[]; lines: string[]; activity: unknown[] }> {
  const { server } = await fixture(({ socket, index }) => socket.write(answers[index]!));
  const activity: unknown[] = [];
  const send = createSend({ noProxy: ["127.0.0.1"] }, (sent) => {
    activity.push(sent);
    return (end) => activity.push(end);
  });
  const { client, lines } = clientOf(server.origin, { key: () => key, send });
  const errors: HubError[] = [];
  for (const _ of answers) errors.push(await failureOf(ask(client)));
  return { errors, lines, activity };
}

describe("a hub that repeats the key in an error", () => {
  afterEach(closeAll);

  it("K19 shows no part of it where the key stands around the place of a cut", async () => {
    for (const key of keysOfEveryLength()) {
      const places = [0, 1, 150, 190, ...Array.from({ length: 22 }, (_, at) => 282 + at), 6000];
      const bodies = places.map((before) =>
        rawJson(
          { error: 401, message: `${"ab ".repeat(2001).slice(0, before)} ${key} is not accepted` },
          { status: 401 },
        ),
      );
      const { errors, lines, activity } = await errorsOf(key, bodies);
      for (const [at, error] of errors.entries()) {
        assert.equal(error.details.status, 401);
        assertSafe(error, key, `${places[at]} characters before it`);
      }
      assertNoPart(JSON.stringify([lines, activity]), key, "the log and the activity");
    }
  });

  it("K19 shows no part of it in any spelling, in bodies of every shape", async () => {
    for (const key of keysOfEveryLength()) {
      const told = spellings(key).map(([, spelled]) => `Not accepted: ${spelled}`);
      const bodies = told.flatMap((message) => [
        rawJson({ error: 400, message }, { status: 400 }),
        rawJson({ error: 17, message }),
      ]);
      const { errors } = await errorsOf(key, bodies);
      for (const [at, error] of errors.entries()) {
        assert.match(error.details.hubMessage ?? "", /^Not accepted: /);
        assertSafe(error, key, told[Math.floor(at / 2)]!);
      }
    }
  });

  it("K19 shows no part of it where the hub has cut it", async () => {
    for (const key of keysOfEveryLength().filter(({ length }) => length < 80)) {
      const counts = Array.from({ length: key.length - 4 }, (_, at) => at + 4);
      const bodies = counts.flatMap((count) => [
        rawJson({ error: 401, message: `Wrong: ${key.slice(0, count)}` }, { status: 401 }),
        rawJson({ error: 401, message: `Wrong: …${key.slice(-count)}.` }, { status: 401 }),
      ]);
      const { errors } = await errorsOf(key, bodies);
      for (const [at, error] of errors.entries())
        assertSafe(error, key, `${counts[Math.floor(at / 2)]} characters of it`);
    }
  });

  it("K19 shows no part of it in what a header says", async () => {
    for (const key of keysOfEveryLength()) {
      const inHost = key.replaceAll(/[^A-Za-z0-9]/g, "");
      const answers = [
        `HTTP/1.1 302 Found\r\nLocation: https://${inHost.slice(0, 60)}.example/${key}\r\nContent-Length: 0\r\n\r\n`,
        `HTTP/1.1 302 Found\r\nLocation: ${key}:x\r\nContent-Length: 0\r\n\r\n`,
        ...[0, 30, 50, 55].map(
          (before) =>
            `HTTP/1.1 200 OK\r\nContent-Type: text/${"x".repeat(before)}${inHost}\r\nContent-Length: 2\r\n\r\n{}`,
        ),
        `HTTP/1.1 401 ${key}\r\nContent-Type: ${key}\r\nContent-Encoding: ${key}\r\nContent-Length: 0\r\n\r\n`,
      ];
      const { errors } = await errorsOf(key, answers);
      for (const [at, error] of errors.entries()) {
        // Of a host or a type, only what the key has in them is known.
        const found = at < 6 && key !== inHost ? inHost.slice(0, 60) : key;
        if (found === key || inHost === key) assertSafe(error, key, answers[at]!);
      }
    }
  });

  it("K19 shows no part of it where it arrives with the progress of an answer", async () => {
    for (const key of keysOfEveryLength()) {
      const pieces = [...key].map((text) => ({ text }));
      const body = [
        ...pieces,
        { error: { error: 401, message: `${"ab ".repeat(95)}${key}` }, status: 502 },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n");
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${progressType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const heard: unknown[] = [];
      const { errors } = await errorsOf(key, [head + body], (client) =>
        client.invokeAgent({}, { onProgress: (progress) => heard.push(progress) }),
      );
      assertSafe(errors[0]!, key, "the last line");
      assertNoPart(JSON.stringify(heard), key, "the progress");
    }
  });
});
