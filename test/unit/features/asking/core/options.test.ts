import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import type { HubError } from "../../../../../src/contract/errors";
import { rawJson, startRawServer } from "../../../../support/rawServer";
import { addresses } from "../../../client/grammars";
import { answer, closeAll, fixture } from "../../../client/hubFixture";
import {
  checkedOptions,
  ExpertOptions,
  addressWarnings,
  documentAddress,
} from "../../../../../src/features/asking/core/options";
import type { Connection, Hub } from "../../../../../src/features/connection/core/connection";
import type { Settings, SharedStore } from "../../../../../src/platform/core/ports";
import { Emitter } from "../../../../../src/kit/event";
import { WorkspacePermissions } from "../../../../../src/features/asking/core/workspacePermissions";
import type { MemoryMode } from "../../../../../src/contract/vocabulary";

function built() {
  const values = new Map<string, string>();
  const get = (name: string) => JSON.parse(values.get(name) ?? "null") as unknown;
  const store: SharedStore = {
    get,
    update: async (name, change) => void values.set(name, JSON.stringify(change(get(name)))),
  };
  const settings: { memory: MemoryMode; temperature: number | undefined } = {
    memory: "both",
    temperature: undefined,
  };
  const hub: { scope: string } = { scope: "https://a.example" };
  const changed = new Emitter<void>();
  const stored = new Map<string, unknown>();
  const permissions = new WorkspacePermissions({
    get: (name) => stored.get(name),
    set: async (name, value) => void stored.set(name, value),
  });
  const options = new ExpertOptions(
    { hub: hub as Hub } as Connection,
    store,
    Object.assign(settings, { onDidChange: changed.event }) as unknown as Settings,
    permissions,
  );
  return { options, permissions, values, settings, hub, changed };
}

const every = {
  mode: "model",
  temperature: 0,
  reasoningEffort: "high",
  tools: { web_search: false, computation_engine: true },
  webSearchMaxResults: 0,
  documentUrls: ["https://a.example/x"],
  memory: "none",
  maxTokens: 100,
} as const;

describe("the options of an expert", () => {
  it("are remembered for each expert of each hub", async () => {
    const { options, values, hub } = built();
    await options.choose(7, every);
    assert.deepEqual(options.of(7), every);
    assert.deepEqual([...values.keys()], ["options:https://a.example#7"]);
    assert.deepEqual(options.of(8), { mode: "agent", tools: {}, documentUrls: [] });
    hub.scope = "https://b.example";
    assert.deepEqual(options.of(7).tools, {});
  });

  it("N13 allow the files of the workspace with the switch that says so, and with nothing else", async () => {
    const { options, permissions, hub } = built();
    const on = { ...every, tools: { workspace_connector: true } };
    await options.choose(7, { ...every, temperature: 1 }, "Reader");
    assert.deepEqual(permissions.list, []);
    await options.choose(7, on, "Reader");
    const allowed = { hubScope: hub.scope, expertId: 7, name: "Reader" };
    assert.deepEqual(permissions.list, [allowed]);
    await permissions.remove(allowed);
    await options.choose(7, { ...on, temperature: 1 }, "Reader");
    assert.deepEqual(permissions.list, [], "it was on before, for another workspace perhaps");
    await options.choose(7, every, "Reader");
    await options.choose(7, on, "Reader");
    await options.choose(7, { ...every, tools: { workspace_connector: false } }, "Reader");
    assert.deepEqual(permissions.list, [], "it was turned off again");
  });

  it("follow the settings until another value is chosen", async () => {
    const { options, settings } = built();
    await options.choose(7, { ...options.effective(7), tools: { web_search: true } });
    settings.memory = "session";
    settings.temperature = 0.5;
    assert.equal(options.effective(7).memory, "session");
    assert.equal(options.effective(7).temperature, 0.5);
    assert.deepEqual(options.effective(7).tools, { web_search: true });
    await options.choose(7, { ...options.effective(7), tools: { web_search: true } });
    settings.memory = "none";
    settings.temperature = 0.6;
    assert.deepEqual(
      [options.effective(7).memory, options.effective(7).temperature],
      ["none", 0.6],
    );
    settings.memory = "session";
    await options.choose(7, { ...options.effective(7), memory: "none", temperature: 1 });
    await options.choose(7, { ...options.effective(7), tools: {} });
    settings.memory = "history";
    settings.temperature = 0.7;
    assert.equal(options.effective(7).memory, "none");
    assert.equal(options.effective(7).temperature, 1);
  });

  it("tell when they or the settings change", async () => {
    const { options, changed } = built();
    let changes = 0;
    options.onDidChange(() => changes++);
    changed.fire();
    assert.equal(changes, 1);
    await options.choose(7, every);
    assert.equal(changes, 2);
  });

  it("read what makes sense of what is stored, and never throw", async () => {
    const { options, values } = built();
    const stored = {
      mode: 1,
      temperature: "hot",
      tools: { web_search: true, shell: true, computation_engine: 1 },
      webSearchMaxResults: 1.5,
      documentUrls: ["http://a.example", 7, "https://b.example/"],
      memory: "all",
      maxTokens: -1,
    };
    const name = "options:https://a.example#7";
    const documentUrls = Array.from({ length: 1001 }, (_, at) => `https://a.example/${at}`);
    values.set(name, JSON.stringify({ ...stored, documentUrls }));
    assert.deepEqual(options.of(7).documentUrls, documentUrls.slice(0, 1000));
    values.set(name, JSON.stringify(stored));
    assert.deepEqual(options.of(7), {
      mode: "agent",
      tools: { web_search: true },
      documentUrls: ["https://b.example/"],
    });
    for (const odd of ["7", "[]", '"x"', "null", '{"tools":null,"documentUrls":{}}']) {
      values.set("options:https://a.example#7", odd);
      assert.deepEqual(options.of(7).documentUrls, []);
    }
  });

  const wrong: Record<string, unknown> = {
    "no options at all": undefined,
    "an infinite temperature": { ...every, temperature: Infinity },
    "a temperature that is no number": { ...every, temperature: "1" },
    "a fraction of a search result": { ...every, webSearchMaxResults: 1.5 },
    "an unsafe number of tokens": { ...every, maxTokens: 2 ** 53 },
    "T5 a tool that the service does not have": { ...every, tools: { shell: true } },
    "a tool that is neither on nor off": { ...every, tools: { web_search: "yes" } },
    "an unknown memory": { ...every, memory: "all" },
    "an unknown mode": { ...every, mode: "both" },
    "T6 over a thousand addresses": {
      ...every,
      documentUrls: Array.from({ length: 1001 }, (_, at) => `https://a.example/${at}`),
    },
  };
  for (const [name, value] of Object.entries(wrong)) {
    it(`refuse ${name}`, async () => {
      assert.throws(() => checkedOptions(value), { kind: "invalid-request" });
      const { options, values } = built();
      await assert.rejects(options.choose(7, value), { kind: "invalid-request" });
      assert.equal(values.size, 0);
    });
  }
});

describe("addresses that the hub may fetch", () => {
  for (const text of [
    "http://a.example",
    "file:///etc/passwd",
    "ftp://a.example",
    "https://user@a.example",
    "https://user:secret@a.example",
    "https://",
    "a.example",
    "javascript:alert(1)",
    "",
  ]) {
    it(`T6 refuses ${text || "nothing"}`, () => {
      assert.throws(() => documentAddress(text), { kind: "invalid-request" });
    });
  }

  it("K19 are refused without the user name and the password that they contain", () => {
    const password = "s3cret-CANARY".repeat(30);
    for (const text of [
      `https://CANARY-user:${password}@a.example/b`,
      `https://${password}@a.example/b`,
      `http://me:${password}@a.example/b`,
    ])
      assert.throws(
        () => documentAddress(text),
        ({ message }: Error) => message.includes("a.example") && !message.includes("CANARY"),
      );
  });

  it("T6 are sent in the spelling that was checked", () => {
    assert.equal(
      documentAddress(" https://BÜCHER.example/ä "),
      "https://xn--bcher-kva.example/%C3%A4",
    );
    assert.equal(documentAddress("https://0x7f.1"), "https://127.0.0.1/");
  });

  for (const host of [
    "127.0.0.1",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:10.0.0.1]",
    "[fe80::1]",
    "[fd00::1]",
    "[64:ff9b::a00:1]",
    "[2002:a00:1::]",
    "localhost",
    "localhost.",
    "a.localhost",
    "printer.local",
    "metadata.google.internal",
    "intranet",
    "0.255.255.255",
    "10.0.0.0",
    "10.255.255.255",
    "100.127.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "198.19.255.255",
    "224.0.0.1",
    "168.63.129.16",
    "192.88.99.1",
    "198.51.100.1",
    "203.0.113.1",
    "[2001:db8::1]",
    "[3fff::1]",
    "[2001::1]",
    "[2001:0:1::]",
    "[4000::1]",
    "[1fff::1]",
    "nas.lan",
    "router.home.arpa",
    "wiki.intranet",
  ]) {
    it(`T6 doubts ${host}`, () => {
      const doubts = addressWarnings([documentAddress(`https://${host}/x`)]);
      assert.equal(doubts.length, 1);
    });
  }

  it("T6 takes of all web-platform URLs only https without a user, and doubts each inner host", () => {
    // Node's own classification, by ranges.
    const inner = new BlockList();
    for (const [network, bits] of [
      ["0.0.0.0", 8],
      ["10.0.0.0", 8],
      ["127.0.0.0", 8],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.168.0.0", 16],
    ] as const)
      inner.addSubnet(network, bits);
    for (const [network, bits] of [
      ["::", 96],
      ["fe80::", 10],
      ["fc00::", 7],
    ] as const)
      inner.addSubnet(network, bits, "ipv6");
    let taken = 0;
    for (const input of addresses()) {
      let address;
      try {
        address = documentAddress(input);
      } catch (error) {
        assert.equal((error as HubError).kind, "invalid-request", input);
        continue;
      }
      taken++;
      const url = new URL(address);
      assert.deepEqual([url.protocol, url.username, url.password], ["https:", "", ""], input);
      // What was checked is what is sent, however often it is checked.
      assert.equal(documentAddress(address), address);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const family = isIP(host);
      if (family && inner.check(host, family === 4 ? "ipv4" : "ipv6"))
        assert.equal(addressWarnings([address]).length, 1, address);
    }
    assert.ok(taken > 100);
  });

  it("T6 takes 1,000 addresses, with a doubt", () => {
    const documentUrls = Array.from({ length: 1000 }, (_, at) => `https://a.example/${at}`);
    assert.deepEqual(checkedOptions({ ...every, documentUrls }).documentUrls, documentUrls);
    assert.deepEqual(addressWarnings(documentUrls), ["1000 addresses at once"]);
  });

  it("T6 are fetched by nobody here: they are only sent along", async () => {
    const documents = await startRawServer({});
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const document_urls = [`https://127.0.0.1:${documents.port}/a`, `${documents.origin}/b`];
    await client.invokeAgent({ input_data: "x", document_urls });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const sent = JSON.parse(server.requests[0]?.split("\r\n\r\n")[1] ?? "{}") as object;
    assert.deepEqual(sent, { input_data: "x", document_urls });
    assert.equal(documents.sockets.length, 0);
    await documents.close();
    await closeAll();
  });

  it("T6 has no doubts about public hosts, and doubts more than 20 at once", () => {
    const plain = `
      a.example 8.8.8.8 localhost.example 1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255
      100.128.0.0 126.0.0.1 128.0.0.1 169.253.0.1 169.255.0.1 172.15.255.255 172.32.0.1
      173.16.0.1 170.254.0.1 192.1.0.1 192.167.0.1 192.169.0.1 193.168.0.1 198.17.0.1
      198.20.0.1 199.18.0.1 101.64.0.1 223.255.255.255 [2606:4700::1111] [2003::1]
      192.0.66.2
    `;
    for (const host of plain.trim().split(/\s+/))
      assert.deepEqual(addressWarnings([documentAddress(`https://${host}`)]), [], host);
    const many = Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`);
    assert.deepEqual(addressWarnings(many.slice(1)), []);
    assert.deepEqual(addressWarnings(many), ["21 addresses at once"]);
  });
});
