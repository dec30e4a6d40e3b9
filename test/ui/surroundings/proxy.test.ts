import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { canariesIn, canariesUnder } from "../../../scripts/canaries";
import { from } from "../../../scripts/root";
import { startConnectProxy, type ConnectProxy } from "../../support/connectProxy";
import { rawJson, startRawServer, type RawServer } from "../../support/rawServer";
import {
  addExperts,
  answer,
  chatFrame,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { makeCertificate, type Authority } from "../../support/certificate";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

const user = [{ user: { user_id: "u", name: "User", user_metadata: { tokens: 1000 } } }];
const expert = [{ id: 1, name: "Expert", abilities: [], expert_llm_models: [] }];

/** A hub behind TLS, under any name. */
const startHub = (certificate: Authority): Promise<RawServer> =>
  startRawServer({
    tls: certificate,
    answer: ({ socket, request }) => {
      const asked = request.split(" ")[1] ?? "";
      const body = asked.includes("get_user") ? user : expert;
      socket.write(rawJson(asked.includes("invoke") ? { output: "Fine." } : body));
    },
  });

const tunnels = (proxy: ConnectProxy): string[] =>
  proxy.asked.filter((line) => line.includes("example.test"));

describe("behind a proxy", () => {
  let home: string;
  let hub: RawServer;
  let closing: (() => unknown)[];
  let ofEnvironment: ConnectProxy;
  let ofUser: ConnectProxy;
  let evil: RawServer;
  let strange: RawServer;
  let workbench: Workbench;
  let page: Page;
  let printed = "";

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-proxy-"));

    const authority = makeCertificate({ name: "Company Authority", authority: true, hosts: [] });
    await writeFile(path.join(home, "authority.pem"), authority.cert);
    const names = { issuer: authority, hosts: ["hub.example.test", "localhost"] };
    hub = await startHub(makeCertificate(names));
    strange = await startHub(makeCertificate({ hosts: ["strange.example.test"] }));
    const hosts = new Map([
      ["hub.example.test:443", hub.port],
      ["strange.example.test:443", strange.port],
    ]);
    ofEnvironment = await startConnectProxy({ hosts });
    ofUser = await startConnectProxy({ hosts, login: "ann:pass-word" });
    evil = await startRawServer({});
    await mkdir(path.join(home, "folder", ".vscode"), { recursive: true });
    await writeFile(
      path.join(home, "folder", ".vscode", "settings.json"),
      JSON.stringify({
        "http.proxy": evil.origin,
        "http.proxySupport": "override",
        "http.proxyStrictSSL": false,
        "http.proxyAuthorization": "Basic ZXZpbA==",
      }),
    );
    workbench = await openWorkbench({
      folder: path.join(home, "folder"),
      settings: { "expertHub.baseUrl": "https://hub.example.test" },
      others: [from("test/support/caller")],
      env: {
        NODE_EXTRA_CA_CERTS: path.join(home, "authority.pem"),
        HTTPS_PROXY: `http://${ofEnvironment.host}`,
        NO_PROXY: "localhost,127.0.0.1",
        NODE_DEBUG: "http,net,tls,undici",
      },
    });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).first().waitFor();
    for (const stream of [workbench.server.process.stdout, workbench.server.process.stderr])
      stream?.on("data", (text) => (printed += text));
    closing = [
      () => workbench.close(),
      () => ofEnvironment.close(),
      () => ofUser.close(),
      () => evil.close(),
      () => strange.close(),
      () => hub.close(),
      () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
    ];
  });
  after(async () => {
    for (const close of closing) await close();
  });

  const box = () => page.locator(".quick-input-widget");

  const asked = async (request: string): Promise<void> => {
    const arrived = (): boolean => hub.requests.some((one) => one.startsWith(request));
    for (let tries = 0; tries < 200 && !arrived(); tries++) await page.waitForTimeout(100);
    const chat = chatFrame(page).locator("body");
    const shown = arrived() ? "" : await chat.innerText({ timeout: 1000 }).catch(() => "no chat");
    assert.ok(arrived(), `${request}: ${shown}`);
  };

  const changeSettings = async (change: object): Promise<void> => {
    const toast = page.locator(".notification-toast", { hasText: "Caller:" });
    // The chat may take the focus from the box, which closes it.
    for (let tries = 0; tries < 3 && !(await toast.isVisible()); tries++) {
      await runCommand(page, "Caller: Change the User's Settings");
      await answer(page, "Settings", JSON.stringify(change))
        .then(() => toast.waitFor({ timeout: 15_000 }))
        .catch(() => undefined);
    }
    await toast.filter({ hasText: "Caller: changed" }).waitFor();
    await runCommand(page, "Notifications: Clear All Notifications");
  };

  /** The message of this host's box about a key that it tries; empty if the key was accepted. */
  const tryKey = async (host: string): Promise<string> => {
    await runCommand(page, "Expert Hub: Set API Key…");
    await answer(page, `API key for https://${host}`, key);
    const refused = box().locator(".quick-input-message", { hasText: /\.$/ });
    const why = refused.filter({ hasNotText: "The key is shown only once" });
    const taken = box()
      .waitFor({ state: "hidden" })
      .then(() => "");
    const said = await Promise.race([taken, why.waitFor().then(() => why.innerText())]);
    if (said !== "") await page.keyboard.press("Escape");
    return said;
  };

  it("O8 R6 reaches the hub by a tunnel of the environment's proxy, with a company's authority", async () => {
    assert.equal(await tryKey("hub.example.test"), "");
    assert.equal(hub.requests.length, 1);
    assert.ok(hub.requests[0]?.includes(`svc-api-key: ${key}`));
    assert.deepEqual([...new Set(tunnels(ofEnvironment))], ["CONNECT hub.example.test:443"]);
    await addExperts(page, "1");
    await asked("GET /api/v1/get_expert/1 ");
    await runCommand(page, "Expert Hub: Open Chat");
    await chatFrame(page).getByRole("textbox", { name: "Ask Expert" }).fill("Through a tunnel");
    await chatFrame(page).getByRole("textbox").press("Enter");
    await asked("POST /api/v1/invoke_agent ");
    assert.deepEqual(canariesIn(ofEnvironment.seen()), []);
    assert.equal(evil.sockets.length, 0);
  });

  it("O8 goes past it to what NO_PROXY names", async () => {
    await changeSettings({ "expertHub.baseUrl": `https://localhost:${hub.port}` });
    const before = hub.requests.length;
    assert.equal(await tryKey(`localhost:${hub.port}`), "");
    assert.ok(hub.requests.length > before);
    assert.match(hub.requests.at(-1) ?? "", /\r\nhost: localhost:/i);
    assert.deepEqual(
      ofEnvironment.asked.filter((line) => line.includes("localhost")),
      [],
    );
  });

  it("O7 goes by the proxy of the user, with its login, never by that of the workspace", async () => {
    const [proxied, before] = [tunnels(ofEnvironment).length, hub.requests.length];
    await changeSettings({
      "expertHub.baseUrl": "https://hub.example.test",
      "http.proxy": `http://ann:pass-word@${ofUser.host}`,
    });
    assert.equal(await tryKey("hub.example.test"), "");
    assert.ok(hub.requests.length > before);
    assert.deepEqual([...new Set(tunnels(ofUser))], ["CONNECT hub.example.test:443"]);
    assert.equal(tunnels(ofEnvironment).length, proxied);
    assert.deepEqual(canariesIn(ofUser.seen()), []);
    assert.equal(evil.sockets.length, 0);
  });

  it("O7 R6 stays strict about certificates, whatever the workspace says", async () => {
    const before = hub.requests.length;
    await changeSettings({ "expertHub.baseUrl": "https://strange.example.test" });
    assert.match(await tryKey("strange.example.test"), /certificate/i);
    assert.deepEqual([hub.requests.length, strange.requests.length], [before, 0]);
    assert.ok(tunnels(ofUser).includes("CONNECT strange.example.test:443"));
  });

  it("O8 names a proxy that wants a login, and one that is dead, without the password", async () => {
    await changeSettings({
      "expertHub.baseUrl": "https://locked.example.test",
      "http.proxy": `http://ann:wrong-word@${ofUser.host}`,
    });
    const locked = await tryKey("locked.example.test");
    assert.ok(
      locked.includes(
        `The proxy ${ofUser.host} did not accept the user name and the password in http.proxy`,
      ),
      locked,
    );
    await ofUser.close();
    closing = closing.filter((_, index) => index !== 2);
    const dead = await tryKey("locked.example.test");
    assert.ok(dead.includes(`The proxy ${ofUser.host} refused the connection`), dead);
    assert.equal(/wrong-word/.test(locked + dead), false);
  });

  it("K17 prints no key where Node is told to print all that it does", async () => {
    assert.match(printed, /(?:NET|HTTP|TLS|UNDICI) \d+:/);
    assert.deepEqual(canariesIn(printed), []);
    assert.deepEqual(
      await canariesUnder(workbench.server.serverDataDir, () => ["key", "secret"]),
      [],
    );
    const shown = await page.locator("body").innerText();
    assert.deepEqual(canariesIn(shown), []);
  });
});
