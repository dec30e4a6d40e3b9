import assert from "node:assert/strict";
import { startRawServer } from "../../support/rawServer";
import { readJson, withCorpus } from "./corpora";
import { atEnd, closeAll, failureOf, key, stage } from "./stage";

const redirect = (status: number, location?: string) =>
  [
    `HTTP/1.1 ${status} Moved`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");

describe("a redirect", () => {
  afterEach(closeAll);

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308, 399]) {
    it(`R1 R2 ${status} is an error that names the host and reaches no other`, async () => {
      const other = await startRawServer({});
      atEnd(() => other.close());
      const { client, server } = await stage(({ socket }) =>
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
      }
      assert.equal(other.sockets.length, 0);
      assert.equal(server.requests.length, 2);
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
  ] as const) {
    it(`R2 to ${location ?? "nowhere"} is an error, too`, async () => {
      const { client, server } = await stage(({ socket }) => socket.write(redirect(302, location)));
      const error = await failureOf(client.invokeAgent({}));
      assert.equal(error.kind, "redirect");
      assert.ok(error.message.includes(name), error.message);
      assert.doesNotMatch(error.message, /secret|canary/i);
      assert.equal(server.requests.length, 1);
    });
  }

  it(
    "R2 is never followed, whatever the web platform makes of its target",
    withCorpus("wpt-url", async (folder) => {
      const targets = (readJson(folder, "urltestdata.json") as ({ input: string } | string)[])
        .map((entry) => (typeof entry === "string" ? "" : entry.input))
        .filter((input) => input !== "" && !/[^\t -~\u0080-\u00FF]/.test(input));
      const { client, server } = await stage(({ socket, index }) =>
        socket.write(Buffer.from(redirect(302, targets[index]), "latin1")),
      );
      for (const target of targets) {
        assert.equal((await failureOf(client.invokeLlm({}))).kind, "redirect", target);
      }
      assert.equal(server.requests.length, targets.length);
    }),
  );
});
