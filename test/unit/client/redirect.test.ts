import assert from "node:assert/strict";
import { explain } from "../../../src/platform/core/explain";
import type { HubClient } from "../../../src/client/client";
import { some } from "../../support/testSize";
import { startRawServer } from "../../support/rawServer";
import { addresses } from "./grammars";
import { trapOf } from "./expectedResult";
import { atEnd, closeAll, failureOf, key, fixture } from "./hubFixture";

const redirect = (status: number, location?: string) =>
  [
    `HTTP/1.1 ${status} Moved`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");

const ask = (client: HubClient) => client.invokeAgent({ input_data: "q" });
const read = (client: HubClient) => client.getUser();

describe("a redirect", () => {
  afterEach(closeAll);

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308, 399]) {
    it(`R1 R2 ${status} is an error that names the host and reaches no other`, async () => {
      const other = await startRawServer({});
      atEnd(() => other.close());
      const { client, server } = await fixture(({ socket }) =>
        socket.write(redirect(status, `${other.origin}/api/v1/get_user?k=${key}`)),
      );
      for (const call of [client.getUser(), client.invokeAgent({ input_data: "q" })]) {
        const error = await failureOf(call);
        assert.equal(error.kind, "redirect");
        assert.equal(
          error.message,
          `The hub redirects to 127.0.0.1:${other.port}. Redirects are not followed.`,
        );
        assert.equal(error.details.mayHaveRun, undefined);
        assert.deepEqual(explain(error).remedies, ["connect", "showLog"], "nothing that follows");
      }
      assert.equal(other.sockets.length, 0);
      assert.equal(server.requests.length, 2);
    });

    it(`R2 ${status} is an error also where it stays at the same origin`, async () => {
      const { meet, server } = await trapOf(({ socket }) =>
        socket.write(redirect(status, `${server.origin}/api/v1/get_expert/1`)),
      );
      for (const call of [ask, read]) assert.equal((await meet(call)).kind, "redirect");
      assert.equal(server.requests.length, 4, "one each, and the next questions");
    });
  }

  for (const [location, name] of [
    [undefined, "without saying where to"],
    ["/login", "to 127.0.0.1:"],
    ["//evil.example/x", "to evil.example."],
    ["https://user:secret@evil.example/x", "to evil.example."],
    ["file:///etc/passwd", "to file:."],
    ["http://[", "without saying where to"],
    [`https://${key}.evil.example/`, "to ••••.evil.example."],
    [`x://${key}/`, "to ••••."],
    [`x://a.${key.toLowerCase()}.b/`, "to a.••••.b."],
    [`${key}:x`, "to ••••:."],
  ] as const) {
    it(`R2 to ${location ?? "nowhere"} is an error, too`, async () => {
      const { meet, server } = await trapOf(({ socket }) => socket.write(redirect(302, location)));
      for (const call of [ask, read]) {
        const { error } = await meet(call);
        assert.equal(error?.kind, "redirect");
        assert.ok(error.message.includes(name), error.message);
        assert.doesNotMatch(error.message, /secret|canary/i);
      }
      assert.equal(server.requests.length, 4, "one each, and the next questions");
    });
  }

  it("R2 is never followed, whatever the web platform makes of its target", async () => {
    // The others would end the header, or break it.
    const targets = addresses()
      .map((input) => Buffer.from(input))
      .filter((bytes) => bytes.every((byte) => byte === 9 || (byte > 31 && byte !== 127)));
    assert.ok(targets.length > 1000, `${targets.length} that a header can hold`);
    let target: Buffer;
    const { meet, server } = await trapOf(({ socket }) =>
      socket.write(redirect(302, target.toString("latin1")), "latin1"),
    );
    for (const [at, each] of some(targets, 500).entries()) {
      target = each;
      const asked = server.requests.length;
      assert.equal((await meet(at % 2 ? ask : read)).kind, "redirect", target.toString());
      assert.equal(server.requests.length, asked + 2, "one, and the next question");
    }
  });
});
