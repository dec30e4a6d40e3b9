import assert from "node:assert/strict";
import { connect } from "node:net";
import { withEchoModel } from "../../support/echoModel";
import { get, hubUnderTest, key, post } from "./hubUnderTest";

interface ErrorBody {
  error: number;
  message: string;
}
const errorOf = async (response: Response) => (await response.json()) as ErrorBody;

/** A question of this size as JSON. */
function asking(bytes: number) {
  const question = { expert_id: 5, input_data: "" };
  const around = JSON.stringify(question).length;
  return { ...question, input_data: "a".repeat(bytes - around) };
}

describe("the built-in hub's limit of a body", () => {
  const running = hubUnderTest({ maxBodyBytes: 1024 * 1024, ...withEchoModel });
  it("accepts a body of exactly that size and refuses one byte more with 413", async () => {
    const accepted = await post(running.hub, "/api/v1/invoke_agent", asking(1024 * 1024));
    assert.equal(accepted.status, 200);
    const refused = await post(running.hub, "/api/v1/invoke_agent", asking(1024 * 1024 + 1));
    assert.deepEqual(await errorOf(refused), {
      error: 413,
      message: "The body is larger than 1 MiB.",
    });
  });

  it("answers a body of twice that size with 413 and keeps the connection", async () => {
    const refused = await post(running.hub, "/api/v1/invoke_agent", asking(2 * 1024 * 1024));
    assert.deepEqual([refused.status, refused.headers.get("connection")], [413, "keep-alive"]);
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const body = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 2; sent += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const inChunks = await fetch(`${running.hub.baseUrl}/api/v1/invoke_agent`, {
      method: "POST",
      headers: { "svc-api-key": key, "content-type": "application/json" },
      body,
      duplex: "half",
    });
    assert.deepEqual([inChunks.status, inChunks.headers.get("connection")], [413, "keep-alive"]);
  });

  it("answers an endless body with 413 and closes the connection", async () => {
    const socket = connect(Number(new URL(running.hub.baseUrl).port), "127.0.0.1");
    const errors: unknown[] = [];
    socket.on("error", (error) => errors.push(error));
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
    socket.write(
      `POST /api/v1/invoke_agent HTTP/1.1\r\nhost: 127.0.0.1\r\nsvc-api-key: ${key}\r\n` +
        "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const chunk = `10000\r\n${" ".repeat(0x1_0000)}\r\n`;
    let chunks = 0;
    const push = (error?: Error | null) => {
      if (error || socket.destroyed) return;
      chunks += 1;
      socket.write(chunk, push);
    };
    push();
    await new Promise((resolve) => void socket.once("close", resolve));
    assert.ok(chunks > 16, `${chunks} chunks of 64 KiB`);
    // A reset of the connection may overtake the answer.
    if (errors.length === 0) assert.match(answer, /^HTTP\/1\.1 413 /);
  });
});

describe("the built-in hub's limit of requests", () => {
  const running = hubUnderTest({ maxRequestsPerMinute: 3 });

  it("refuses more with 429 and Retry-After, those with the key apart from those without", async () => {
    for (let count = 0; count < 3; count++) {
      assert.equal((await get(running.hub, "/api/v1/get_user", { "svc-api-key": "" })).status, 401);
    }
    const stranger = await get(running.hub, "/api/v1/get_user", { "svc-api-key": "" });
    assert.equal(stranger.status, 429);
    const page = { "svc-api-key": "", origin: "https://page.example" };
    assert.equal((await get(running.hub, "/api/v1/get_user", page)).status, 429);
    for (let count = 0; count < 3; count++) {
      assert.equal((await get(running.hub, "/api/v1/get_user")).status, 200);
    }
    for (const refused of [
      await get(running.hub, "/api/v1/get_expert/1"),
      await post(running.hub, "/api/v1/invoke_agent", { expert_id: 1 }),
    ]) {
      assert.equal(refused.status, 429);
      const seconds = Number(refused.headers.get("retry-after"));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
      const { error, message } = await errorOf(refused);
      assert.equal(error, 429);
      assert.match(message, /^A client may make 3 requests a minute\. Try again in \d+ s\.$/);
    }
  });
});

describe("the built-in hub that the extension starts", () => {
  const running = hubUnderTest();

  it("has no limit of requests", async () => {
    for (let count = 0; count < 200; count++) {
      const response = await get(running.hub, "/api/v1/get_user");
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
  });
});
