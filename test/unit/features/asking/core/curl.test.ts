import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { from } from "../../../../../scripts/root";
import { curlCommand } from "../../../../../src/features/asking/core/curl";
import { requestFor } from "../../../../../src/features/conversation/core/question";
import { startHubWithFaults, type HubWithFaults } from "../../../../support/faults/hub";

const run = promisify(execFile);
const key = "curl-test-key";
const settings = {
  temperature: undefined,
  memory: "both",
  roles: { user: "user", assistant: "assistant" },
  sendUserId: true,
} as const;

/** Whether the command has the body in an argument. */
function isInArgument(input_data: string): boolean {
  const command = curlCommand("https://hub.example", {
    endpoint: "invoke_agent",
    body: { input_data },
  });
  assert.notEqual(command.includes("--data-raw"), command.includes("<<'EXPERT_HUB_BODY'"));
  return command.includes("--data-raw");
}

describe("a request as a curl command", () => {
  it("names the key's variable and never a key", () => {
    const command = curlCommand("https://hub.example/base", {
      endpoint: "invoke_agent",
      body: { expert_id: 7, input_data: "it's" },
    });
    assert.equal(
      command,
      `curl -sS -X POST 'https://hub.example/base/api/v1/invoke_agent' -H 'Content-Type: application/json' -H "svc-api-key: $EXPERT_HUB_API_KEY" --data-raw '{"expert_id":7,"input_data":"it'\\''s"}'`,
    );
  });

  it("names the headers of the address, with a variable for each value", () => {
    const command = curlCommand(
      "https://hub.example",
      { endpoint: "invoke_agent", body: { input_data: "" } },
      ["x-team", "it's.own"],
    );
    assert.ok(
      command.includes(
        `-H "svc-api-key: $EXPERT_HUB_API_KEY" -H 'x-team: '"$EXPERT_HUB_X_TEAM" -H 'it'\\''s.own: '"$EXPERT_HUB_IT_S_OWN" --data-raw`,
      ),
      command,
    );
  });

  it("spells out characters that a terminal may act on or nobody sees", () => {
    const command = curlCommand("https://hub.example", {
      endpoint: "invoke_agent",
      body: { input_data: "a\u202Eb\u009Bc\u{E0041}d\u200Be" },
    });
    assert.match(command, /a\\u202eb\\u009bc\\udb40\\udc41d\\u200be/);
  });

  it("has the body in an argument as long as it fits, in bytes, and else in a here-document", () => {
    const fitting = "x".repeat(100_000 - '{"input_data":""}'.length);
    assert.deepEqual(
      [fitting, `${fitting}x`, "語".repeat(33_327), "語".repeat(33_328)].map(isInArgument),
      [true, false, true, false],
    );
  });

  describe("in a shell", () => {
    let hub: HubWithFaults;
    before(async () => {
      hub = await startHubWithFaults({ key });
    });
    after(() => hub.close());

    it("sends the headers of the address as their variables say", async () => {
      const server = createServer(({ headersDistinct }, response) =>
        response.end(JSON.stringify(headersDistinct["x-team"])),
      ).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const request = { endpoint: "invoke_agent", body: { input_data: "" } } as const;
      const command = curlCommand(`http://127.0.0.1:${port}`, request, ["x-team"]);
      try {
        const env = { PATH: await pathWithCurl(), EXPERT_HUB_X_TEAM: `it's "blue"`, NO_PROXY: "*" };
        const { stdout } = await run("sh", ["-c", command], { env });
        assert.equal(stdout, JSON.stringify([`it's "blue"`]));
      } finally {
        server.close();
      }
    });

    const texts = {
      "quotes and signs of the shell": `'"\\ $HOME \`id\` $(id) !! %s * ; & | > < # ~ @file '' '\\''`,
      "newlines and tabs": "one\ntwo\r\n\tthree\n",
      "letters of the world": "naïve 日本語 🧮 עברית\u200F \u202E \u0000 \uD800",
      "a long text": "x'y\n".repeat(60_000),
    };
    for (const [name, text] of Object.entries(texts)) {
      it(`gives the hub's own answer with ${name}`, async () => {
        const sent = requestFor(
          { typed: text, expertId: 2, abilityId: 21 },
          { sessionId: "s", history: [{ role: "user", content: text.slice(0, 100) }] },
          settings,
        );
        // As pasted: the command itself may be longer than one argument.
        const pasted = run("sh", [], {
          env: {
            ...process.env,
            PATH: await pathWithCurl(),
            EXPERT_HUB_API_KEY: key,
            NO_PROXY: "127.0.0.1",
          },
          maxBuffer: 64 * 1024 * 1024,
        });
        pasted.child.stdin?.end(`${curlCommand(hub.baseUrl, sent)}\n`);
        const { stdout } = await pasted;
        const direct = await fetch(`${hub.baseUrl}/api/v1/invoke_agent`, {
          method: "POST",
          headers: { "content-type": "application/json", "svc-api-key": key },
          body: JSON.stringify(sent.body),
        });
        const [byCurl, byFetch] = hub.journal().slice(-2);
        assert.deepEqual(JSON.parse(byCurl?.body ?? ""), JSON.parse(byFetch?.body ?? ""));
        assert.equal(direct.status, 200);
        assert.deepEqual(JSON.parse(stdout), await direct.json());
      });
    }
  });
});

/** If this machine has no curl, our own stand-in does what the command asks for. */
async function pathWithCurl(): Promise<string> {
  const { PATH = "" } = process.env;
  const isHere = await run("sh", ["-c", "command -v curl"]).then(
    () => true,
    () => false,
  );
  return isHere ? PATH : [from("test/support/curl"), PATH].join(path.delimiter);
}
