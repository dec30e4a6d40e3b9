import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { options } from "../../../../src/builtInHub/cli/options";
import { makeRepository } from "../../../support/gitRepository";
import { callsOf, completion, startModelServer } from "../../../support/modelServer";
import { until } from "../../../support/until";
import { fileFolder } from "../expertFiles/fileFolder";
import { hubUnderTest, type Answer } from "../hubUnderTest";
import { dataIn } from "../tools/callTool";
import { loopbackServer, page } from "../tools/loopbackServer";
import { temporaryFolder } from "../tools/temporaryFolder";

const found = { title: "Found", url: "https://example.org/", content: "" };

describe("the built-in hub on the command line", () => {
  const other = hubUnderTest();
  let folder = "";
  let program = "";

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "expert-hub-cli-"));
    program = path.join(folder, "cli.cjs");
    await build({
      entryPoints: ["src/builtInHub/cli/main.ts"],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      mainFields: ["module", "main"],
      logLevel: "error",
    });
  });

  after(() => rm(folder, { recursive: true }));

  const run = (given: readonly string[], env: Record<string, string> = {}) => {
    const { EXPERT_HUB_KEY: _, EXPERT_HUB_MODEL_KEY: __, ...inherited } = process.env;
    const child = spawn(process.execPath, [program, ...given], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...inherited, ...env },
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said.stderr += chunk));
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
    return { child, ended, said };
  };

  /** Starts it, waits until it listens, and ends it after the test's use of it. */
  const running = async (
    given: readonly string[],
    env: Record<string, string>,
    use: (address: string, said: { stdout: string }) => Promise<void>,
    signal: NodeJS.Signals = "SIGTERM",
  ) => {
    const { child, ended, said } = run(given, env);
    try {
      while (!said.stdout.includes("experts")) await once(child.stdout, "data");
      await use(/^address (\S+)$/m.exec(said.stdout)?.[1] ?? "", said);
    } finally {
      child.kill(signal);
    }
    return ended;
  };

  it("prints its address, a key that it made up, and its experts", async () => {
    await running([], {}, async (address, { stdout }) => {
      assert.match(
        stdout,
        /^address http:\/\/127\.0\.0\.1:\d+\nkey [\da-f-]{36}\nexperts \d+( \d+)*\n$/,
      );
      const key = /^key (\S+)$/m.exec(stdout)?.[1] ?? "";
      assert.equal((await ask(address, "get_user", key)).status, 200);
    });
  });

  it("prints the experts that its folders keep in files, and what is wrong with such files", async () => {
    const agents = await fileFolder({
      ".github/agents/good.agent.md": "You help.",
      ".github/agents/bad.agent.md": "---\nname: [\n---\n",
    });
    const key = "KEY-of-files";
    await running(["--folder", agents.at], { EXPERT_HUB_KEY: key }, async (address, said) => {
      const { experts } = await agents.files.current();
      const expert = `expert ${experts[0]?.record.id} ${agents.place(".github/agents/good.agent.md")}`;
      await until("the problem is printed", () => said.stdout.includes("problem "));
      assert.deepEqual(said.stdout.split("\n").slice(2, 3), [expert]);
      assert.match(
        said.stdout,
        /^problem .*bad\.agent\.md:\d: The front matter is not valid YAML/m,
      );
      const response = await ask(address, `get_expert/${experts[0]?.record.id}`, key);
      assert.equal(response.status, 200);
    });
    await agents.remove();
  });

  it("takes the key from the environment or an option, and prints it in neither case", async () => {
    for (const [given, env, key] of [
      [[], { EXPERT_HUB_KEY: "KEY-of-env" }, "KEY-of-env"],
      [["--key", "KEY-given"], { EXPERT_HUB_KEY: "KEY-of-env" }, "KEY-given"],
    ] as const) {
      const { stdout, stderr } = await running(given, env, async (address) => {
        assert.equal((await ask(address, "get_user", key)).status, 200);
        assert.equal((await ask(address, "get_user", "wrong")).status, 401);
      });
      assert.ok(!(stdout + stderr).includes("KEY"), stdout + stderr);
    }
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`aborts running questions and ends cleanly on ${signal}`, async () => {
      const model = await startModelServer(() => ({ hang: true }));
      const question = { expert_id: 5, input_data: "What is a canary?" };
      let cut: Promise<void> | undefined;
      const { code, stderr } = await running(
        ["--model-address", model.origin, "--model", "scripted", "--log", "json"],
        { EXPERT_HUB_KEY: "K" },
        async (address) => {
          cut = assert.rejects(ask(address, "invoke_agent", "K", question));
          await until("the model has been asked", () => model.requests.length > 0);
        },
        signal,
      );
      await cut;
      await model.close();
      assert.equal(code, 0);
      assert.match(stderr, /"expert":5,"status":null,"outcome":"left"/);
    });
  }

  it("G13 asks Git what its folders ignore, and goes by our own rules where there is no Git", async () => {
    await using files = await temporaryFolder({
      "home/.gitconfig": "[core]\n\texcludesFile = ~/mine\n",
      "home/mine": "personal.md\n",
      "shop/.gitignore": "*.log\n",
      "shop/cart.md": "canary of the cart",
      "shop/personal.md": "canary of mine",
      "shop/build.log": "canary of the build",
    });
    makeRepository(files.at("shop"), "cart.md");
    for (const [env, expected] of [
      [{ HOME: files.at("home") }, ["cart.md:1"]],
      [{ HOME: files.at("home"), PATH: "" }, ["cart.md:1", "personal.md:1"]],
    ] as const)
      await running(
        ["--folder", files.at("shop")],
        { ...env, EXPERT_HUB_KEY: "K" },
        async (address) => {
          const question = { expert_id: 5, input_data: "canary" };
          const response = await ask(address, "invoke_agent", "K", question);
          const { log } = ((await response.json()) as Answer).intermediate_steps[0]![0]!;
          assert.deepEqual(log.match(/\w+\.\w+:1/g)?.toSorted(), expected);
        },
      );
  });

  it("G12 logs one line of JSON a request, without key, question and answer", async () => {
    await using files = await temporaryFolder({ "a.ts": "SECRET 42" });
    const { stdout, stderr } = await running(
      ["--log", "json", "--folder", files.path],
      { EXPERT_HUB_KEY: "KEY-logged" },
      async (address) => {
        const body = { expert_id: 5, input_data: "Where is SECRET 42?" };
        for (const key of ["KEY-logged", "KEY-wrong"]) {
          await (await ask(address, "invoke_agent", key, body)).text();
        }
      },
    );
    const lines = stderr.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { status: number }).status),
      [200, 401],
    );
    assert.ok(
      !/KEY|SECRET|42/.test(
        stderr.replaceAll(/"time":"[^"]*"|"(?:milliseconds|\w+Bytes)":\d+/g, ""),
      ),
      stderr,
    );
    assert.ok(!/KEY|SECRET/.test(stdout));
  });

  it("keeps the limits that it is given", async () => {
    const given = ["--max-body", "1", "--rate", "2"];
    await running(given, { EXPERT_HUB_KEY: "K" }, async (address) => {
      const large = { expert_id: 1, input_data: "a".repeat(1024 * 1024) };
      assert.equal((await ask(address, "invoke_agent", "K", large)).status, 413);
      assert.equal((await ask(address, "get_user", "K")).status, 200);
      assert.equal((await ask(address, "get_user", "K")).status, 429);
    });
  });

  it("searches the folders that it is given", async () => {
    await running(["--folder", "test/support"], { EXPERT_HUB_KEY: "K" }, async (address) => {
      const body = { expert_id: 1, input_data: "Where is yardstick defined?" };
      const { output } = (await (await ask(address, "invoke_agent", "K", body)).json()) as {
        output: string;
      };
      assert.match(output, /machineSpeed\.ts/);
    });
  });

  it("G2 G12 asks the model that it is given, with its key, tools and limits, and logs none of it", async () => {
    const canary = "MODEL-CANARY";
    await using pages = await loopbackServer({
      "/search": page("application/json", JSON.stringify({ results: [found] })),
      "/private": page("text/plain", "A private document."),
    });
    await using files = await temporaryFolder({ "a.ts": "one();", "hidden.ts": "two();" });
    const documents = [`${pages.origin}/private`];
    const model = await startModelServer((_, nth) =>
      nth === 1
        ? callsOf(
            ["web_search", { query: "canary" }],
            ["document_retriever", { url: documents[0] }],
            ["workspace_connector", { action: "list" }],
          )
        : completion({ content: `It works, ${canary}.` }),
    );
    const given = ["--model-address", model.origin, "--model", "scripted", "--private-documents"];
    given.push("--search-address", pages.origin, "--folder", files.path);
    given.push("--exclude", "hidden.*", "--log", "json");
    const env = { EXPERT_HUB_KEY: "KEY-of-hub", EXPERT_HUB_MODEL_KEY: `KEY-${canary}` };
    const { stdout, stderr, code } = await running(given, env, async (address) => {
      const response = await ask(address, "invoke_agent", "KEY-of-hub", {
        expert_id: 5,
        input_data: `Try everything, ${canary}.`,
        tool_activation: { web_search: true, workspace_connector: true },
        document_urls: documents,
      });
      assert.equal(((await response.json()) as Answer).output, `It works, ${canary}.`);
    });
    await model.close();
    assert.equal(code, 0);
    assert.deepEqual(
      model.requests.map(({ headers }) => headers.authorization),
      Array.from({ length: 2 }, () => `Bearer KEY-${canary}`),
    );
    const [searched, read, listed] = (model.requests[1]?.body.messages ?? [])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => String(content));
    assert.match(searched ?? "", /Found\nhttps:\/\/example\.org\//);
    assert.match(read ?? "", /A private document\./);
    assert.equal(dataIn(listed ?? ""), "a.ts");
    assert.doesNotMatch(stdout + stderr, /CANARY|canary|KEY-of-hub/);
  });

  it("explains itself, every option included", async () => {
    const { code, stdout, stderr } = await run(["--help", "--nothing"]).ended;
    assert.equal(code, 0);
    assert.equal(stderr, "");
    for (const [name, { isVariableOnly, variable }] of Object.entries(options)) {
      const left = isVariableOnly ? variable : `--${name}`;
      assert.match(stdout, new RegExp(`^  ${left}\\b`, "m"));
    }
    for (const word of ["EXPERT_HUB_KEY", "svc-api-key", "Exit codes"])
      assert.ok(stdout.includes(word), word);
    for (const line of stdout.split("\n")) assert.ok(line.length <= 90, line);
  });

  const refused: readonly (readonly [string[], Record<string, string>, RegExp])[] = [
    [["--nothing"], {}, /^There is no option --nothing\./],
    [["S3CRET"], {}, /^Argument 1 belongs to no option\./],
    [["--port", "65536"], {}, /^--port must be a whole number from 0 to 65535\.$/],
    [["--key", ""], {}, /^--key must consist of visible ASCII/],
    [["--key", "S3 CRET"], {}, /^--key must consist of visible ASCII/],
    [[], { EXPERT_HUB_KEY: "S3CRET\n" }, /^EXPERT_HUB_KEY must consist of visible ASCII/],
    [["--folder", "no/such/folder"], {}, /^--folder names a folder that does not exist: no\/such/],
    [["--max-body", "0"], {}, /^--max-body must be/],
    [["--rate", "0"], {}, /^--rate must be/],
    [["--log", "text"], {}, /^--log must be json\.$/],
    [["--host", "http://0.0.0.0"], {}, /^--host must be a host name or an address/],
    [["--host", "0.0.0.0"], {}, /needs a key of your own: set EXPERT_HUB_KEY\.$/],
    [["--host", "::"], { EXPERT_HUB_KEY: "" }, /needs a key of your own/],
    [["--host", "hub.example"], {}, /needs a key of your own/],
  ];
  for (const [given, env, sentence] of refused) {
    const name = [...Object.keys(env), ...given].join(" ");
    it(`refuses ${name} with exit code 2 and a sentence`, async () => {
      const { code, stdout, stderr } = await run(given, env).ended;
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.match(stderr.trimEnd(), sentence);
      assert.equal(stderr.trimEnd().split("\n").length, 1);
      assert.ok(!/S3 ?CRET/.test(stderr), stderr);
    });
  }

  it("says with exit code 1 why it cannot listen", async () => {
    const taken = new URL(other.hub.baseUrl).port;
    const busy = await run(["--port", taken]).ended;
    assert.equal(busy.code, 1);
    assert.equal(
      busy.stderr,
      "Another program is listening on this port already. Choose another one with --port.\n",
    );
    const elsewhere = await run(["--host", "192.0.2.1"], { EXPERT_HUB_KEY: "K" }).ended;
    assert.equal(elsewhere.code, 1);
    assert.equal(elsewhere.stderr, "This computer does not have the address that --host names.\n");
  });
});

function ask(address: string, endpoint: string, key: string, body?: object): Promise<Response> {
  return fetch(`${address}/api/v1/${endpoint}`, {
    headers: { "svc-api-key": key, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}
