import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import {
  Refusals,
  RunningServer,
  takeOverMs,
} from "../../../../../../src/features/agents/editor/mcp/runningServer";
import { until } from "../../../../../support/until";
import { token } from "../../mcp/mcpFixture";

/** How a program that is not ours answers on a port that it has. */
const foreign = {
  "answers everything with 200": "response.end('{}')",
  "answers with what it is asked":
    "response.end(new URL(request.url, 'http://x').searchParams.get('nonce'))",
  "says that it is elsewhere": "response.writeHead(307, { location: relay + request.url }).end()",
  "passes everything on to a window of ours": `
    const headers = { ...request.headers, host: new URL(relay).host };
    const sent = http.request(relay + request.url, { method: request.method, headers }, (got) => {
      response.writeHead(got.statusCode, got.headers);
      got.pipe(response);
    });
    request.pipe(sent);`,
  "never ends its answer": "setInterval(() => response.write('x'.repeat(1000)), 1)",
  "never answers": "",
} as const;

/** Another process with a port of its own, or this one. It writes down what it was sent. */
async function foreignProgram(
  how: string,
  {
    port = 0,
    relay = "http://127.0.0.1:1",
    freePort = (): Promise<unknown> => Promise.resolve(),
  } = {},
) {
  const child = spawn(process.execPath, [
    "-e",
    `const http = require("node:http"), relay = ${JSON.stringify(relay)};
    const server = http.createServer((request, response) => {
      console.log(request.method, request.url, JSON.stringify(request.headers));
      ${how}
    });
    process.stdin.once("data", () =>
      server.listen(${port}, "127.0.0.1", () => console.log("port", server.address().port)));
    console.log("ready");`,
  ]);
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += String(chunk)));
  await until("it runs", () => printed.startsWith("ready"));
  // It listens at once, before a window gets the port again.
  await freePort();
  child.stdin.write("\n");
  await until("it listens", () => /^port \d+/m.test(printed));
  return {
    pid: child.pid!,
    port: Number(/^port (\d+)/m.exec(printed)?.[1]),
    received: () => printed,
    end: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** A window, with what it shares with others. */
function windowWith(shared: Map<string, unknown>) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const wish = { isOn: true };
  const renewing = { until: Promise.resolve() };
  const server = new RunningServer({
    info: { name: "x", title: "X", version: "1", instructions: "" },
    tools: { list: () => [], call: async () => undefined },
    tokens: () => [{ value: token, holder: "editor" }],
    renewTokens: () => renewing.until,
    store: {
      get: (key) => shared.get(key),
      update: async (key, change) => void shared.set(key, change(shared.get(key))),
    },
    log: { info: log, warn: log },
    isOn: () => wish.isOn,
  });
  return { server, wish, lines, renewing };
}

describe("the running MCP server", () => {
  it("N4 does not listen while it is off", async () => {
    const { server, wish, lines } = windowWith(new Map());
    wish.isOn = false;
    assert.equal(await server.follow(), undefined);
    wish.isOn = true;
    const running = (await server.follow())!;
    assert.equal((await fetch(running.url)).status, 401);
    wish.isOn = false;
    assert.equal(await server.follow(), undefined);
    await assert.rejects(fetch(running.url));
    assert.deepEqual(lines, [
      `MCP server started on port ${running.port}`,
      "MCP request refused: 401, no token",
      "MCP server stopped",
    ]);
    server.dispose();
  });

  it("has the same port with each start", async () => {
    const { server, wish } = windowWith(new Map());
    const { port } = (await server.follow())!;
    wish.isOn = false;
    await server.follow();
    assert.equal(server.clients, undefined);
    wish.isOn = true;
    assert.equal((await server.follow())!.port, port);
    assert.deepEqual(server.clients, { port, url: `http://127.0.0.1:${port}/mcp` });
    server.dispose();
  });

  it("Y8 has its port taken over by another window when its own closes, then by a third", async () => {
    const shared = new Map<string, unknown>();
    const windows = [windowWith(shared), windowWith(shared), windowWith(shared)];
    const running = [];
    for (const { server } of windows) running.push((await server.follow())!);
    const { port } = running[0]!;
    assert.equal(new Set(running.map((one) => one.port)).size, 3);
    const shown: unknown[] = [];
    windows[1]!.server.onDidChange(() => shown.push(windows[1]!.server.clients?.port));
    // Configurations that are copied in any window go on working.
    assert.deepEqual(
      windows.map(({ server }) => server.clients?.port),
      [port, port, port],
    );
    const servers = () => windows.filter(({ lines }) => lines.some((line) => / over /.test(line)));
    for (const count of [1, 2]) {
      const [serving] = count === 1 ? windows : servers();
      serving!.server.dispose();
      await until("another window serves", () => servers().length === count);
      assert.equal((await fetch(`http://127.0.0.1:${port}/mcp`)).status, 401);
      assert.ok(servers().at(-1)!.lines.includes(`MCP server took over port ${port}`));
    }
    for (const { server } of windows) server.dispose();
    await assert.rejects(fetch(`http://127.0.0.1:${port}/mcp`));
  });

  it("Y8 is tried again twice a second, and stays where VS Code's own client knows it", async () => {
    assert.ok(takeOverMs <= 500);
    const shared = new Map<string, unknown>();
    const [first, second] = [windowWith(shared), windowWith(shared)];
    await first.server.follow();
    const own = (await second.server.follow())!;
    first.server.dispose();
    await until("it is taken over", () => second.lines.length === 2);
    assert.equal((await second.server.follow())!.url, own.url);
    assert.equal((await fetch(own.url)).status, 401);
    second.server.dispose();
  });

  it("Y8 leaves a port that another program has, and is reached elsewhere until it is free", async () => {
    const other = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const { server, wish, lines } = windowWith(new Map([["expertHub.mcpPort", port]]));
    const own = (await server.follow())!.port;
    assert.notEqual(own, port);
    assert.equal(server.clients?.port, own);
    await new Promise((resolve) => other.close(resolve));
    await until("it is taken over", () => lines.some((line) => / over /.test(line)));
    assert.equal(server.clients?.port, port);
    wish.isOn = false;
    await server.follow();
    for (const closed of [own, port])
      await assert.rejects(fetch(`http://127.0.0.1:${closed}/mcp`), String(closed));
    server.dispose();
  });

  for (const [how, answering] of Object.entries(foreign))
    it(`N10 names no port of a program that ${how}, whatever process had it before`, async () => {
      const shared = new Map<string, unknown>();
      // A window of ours, to which the program may pass on what it is asked.
      const other = windowWith(shared);
      const relay = `http://127.0.0.1:${(await other.server.follow())!.port}`;
      const program = await foreignProgram(answering, { relay });
      const { server, lines } = windowWith(shared);
      try {
        shared.set("expertHub.mcpPort", program.port);
        for (const pid of [process.pid, program.pid]) {
          // Earlier versions went by the process.
          shared.set("expertHub.mcpProcess", pid);
          const own = (await server.follow())!;
          const taken = { port: own.port, url: own.url, takenPort: program.port };
          assert.deepEqual(await server.offered(), taken);
          assert.equal(server.clients?.port, own.port);
        }
        assert.notEqual((await server.offered())?.port, program.port);
        assert.match(program.received(), /GET \/mcp\/identity\?nonce=/);
        assert.doesNotMatch(program.received(), /CANARY|authorization/i);
        assert.ok(!program.received().includes(String(shared.get("expertHub.mcpIdentity"))));
        assert.ok(lines.includes(`MCP port ${program.port} belongs to another program`));
      } finally {
        for (const window of [server, other.server]) window.dispose();
        await program.end();
      }
    });

  it("N10 takes over a port that is free before anything else is offered", async () => {
    const shared = new Map<string, unknown>();
    const [first, second] = [windowWith(shared), windowWith(shared)];
    const { port, url } = (await first.server.follow())!;
    await second.server.follow();
    first.wish.isOn = false;
    await first.server.follow();
    assert.deepEqual(await second.server.offered(), { port, url });
    assert.equal((await fetch(url)).status, 401);
    for (const { server } of [first, second]) server.dispose();
  });

  it("N10 leaves a port that another program gets when our window closes", async () => {
    const shared = new Map<string, unknown>();
    const [first, second] = [windowWith(shared), windowWith(shared)];
    const { port } = (await first.server.follow())!;
    const own = (await second.server.follow())!;
    assert.deepEqual(await second.server.offered(), { port, url: `http://127.0.0.1:${port}/mcp` });
    first.wish.isOn = false;
    const freePort = () => first.server.follow();
    const program = await foreignProgram(foreign["answers everything with 200"], {
      port,
      freePort,
    });
    const address = (await second.server.offered())!;
    assert.deepEqual([address.port, address.takenPort], [own.port, port]);
    // What was copied stays valid: the next start has its port.
    await second.server.keep(address);
    second.wish.isOn = false;
    await second.server.follow();
    second.wish.isOn = true;
    assert.equal((await second.server.follow())!.port, own.port);
    assert.equal((await second.server.offered())?.takenPort, undefined);
    for (const { server } of [first, second]) server.dispose();
    await program.end();
  });

  it("N10 knows no window with another key, nor any where it cannot keep one", async () => {
    const shared = new Map<string, unknown>();
    const first = windowWith(shared);
    const { port } = (await first.server.follow())!;
    const key = shared.get("expertHub.mcpIdentity");
    assert.match(String(key), /^[\w-]{43}$/);
    for (const broken of [undefined, "", "short", 7, {}]) {
      const other = new Map([...shared, ["expertHub.mcpIdentity", broken]] as const);
      const { server } = windowWith(other);
      const own = (await server.follow())!.port;
      assert.deepEqual([(await server.offered())?.port, server.clients?.port], [own, own]);
      assert.match(String(other.get("expertHub.mcpIdentity")), /^[\w-]{43}$/);
      server.dispose();
    }
    assert.equal((await first.server.offered())?.port, port);
    first.server.dispose();
  });

  it("starts once, however often it is asked to", async () => {
    const { server, wish } = windowWith(new Map());
    const [first, second] = await Promise.all([server.follow(), server.follow()]);
    assert.equal(first, second);
    wish.isOn = false;
    await server.follow();
  });

  it("does not start any more once it is disposed of", async () => {
    const { server, lines } = windowWith(new Map());
    server.dispose();
    assert.deepEqual(
      [await server.follow(), await server.offered(), lines],
      [undefined, undefined, []],
    );
  });

  it("has new tokens before anybody can connect", async () => {
    const { server, renewing } = windowWith(new Map());
    let isReady = false;
    const renewed = Promise.withResolvers<void>();
    renewing.until = renewed.promise;
    const following = server.follow().then(() => (isReady = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(isReady, false);
    renewed.resolve();
    await following;
    server.dispose();
  });

  it("N10 keeps the port of a configuration unless another window has kept one meanwhile", async () => {
    const shared = new Map<string, unknown>();
    const { server } = windowWith(shared);
    const { url } = (await server.follow())!;
    const port = shared.get("expertHub.mcpPort") as number;
    await server.keep({ port: 1, url, takenPort: 2 });
    assert.equal(shared.get("expertHub.mcpPort"), port);
    const identity = shared.get("expertHub.mcpIdentity");
    shared.set("expertHub.mcpIdentity", "short");
    await server.keep({ port: 1, url, takenPort: port });
    assert.equal(shared.get("expertHub.mcpPort"), port, "nothing is known of it");
    shared.set("expertHub.mcpIdentity", identity);
    await server.keep({ port: 1, url, takenPort: port });
    assert.equal(shared.get("expertHub.mcpPort"), 1);
    server.dispose();
  });

  it("reports the first refusal of a kind, and then each hundredth", () => {
    const lines: string[] = [];
    const refusals = new Refusals((line) => lines.push(line));
    for (let count = 0; count < 200; count++) refusals.add(403, "wrong token");
    refusals.add(401, "no token");
    assert.deepEqual(lines, [
      "MCP request refused: 403, wrong token",
      "MCP requests refused so far: 100 (403, wrong token)",
      "MCP requests refused so far: 200 (403, wrong token)",
      "MCP request refused: 401, no token",
    ]);
  });
});
