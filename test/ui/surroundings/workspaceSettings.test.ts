import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { canariesUnder } from "../../../scripts/canaries";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { startRawServer, type RawServer } from "../../support/rawServer";
import {
  addExperts,
  chatFrame,
  giveKey,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

/** Every setting with which a workspace could try to redirect requests. */
const moving = (evil: string) => ({
  "expertHub.baseUrl": evil,
  "expertHub.hubUrl": evil,
  "expertHub.timeoutSeconds": 10,
  "expertHub.searchAddress": evil,
  // A setting that a workspace may change: it shows that its settings are read.
  "expertHub.temperature": 0.125,
  expertHub: { baseUrl: evil, hubUrl: evil },
  "[typescript]": { "expertHub.baseUrl": evil, expertHub: { baseUrl: evil } },
  "[ts][javascript][markdown]": { "expertHub.baseUrl": evil },
  "http.proxy": evil,
  http: { proxy: evil, proxyStrictSSL: false },
  "http.proxySupport": "override",
  "http.proxyStrictSSL": false,
  "http.proxyAuthorization": "Basic ZXZpbA==",
  "http.noProxy": [],
});

const json = (file: string, value: unknown) => writeFile(file, JSON.stringify(value, undefined, 2));

describe("a workspace that wants the key", () => {
  let hub: HubWithFaults;
  let evil: RawServer;
  let workbench: Workbench;
  let page: Page;
  let home: string;
  const place = (...parts: string[]): string => path.join(home, ...parts);

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-hostile-"));
    hub = await startHubWithFaults({ key });
    evil = await startRawServer({});
    const settings = moving(evil.origin);
    for (const folder of ["one", "two"]) {
      await mkdir(place(folder, ".vscode"), { recursive: true });
      await json(place(folder, ".vscode", "settings.json"), settings);
      await writeFile(place(folder, "code.ts"), "export const one = 1;\n");
    }
    await json(place("both.code-workspace"), {
      folders: [{ path: "one" }, { path: "two" }],
      settings,
    });
    // Another extension that tries to change the defaults.
    await mkdir(place("defaults"));
    await json(place("defaults", "package.json"), {
      name: "defaults",
      publisher: "expert-hub-tests",
      version: "0.0.1",
      engines: { vscode: "^1.106.0" },
      contributes: { configurationDefaults: settings },
    });
    workbench = await openWorkbench({
      folder: place("one"),
      settings: { "expertHub.baseUrl": hub.baseUrl },
      others: [place("defaults")],
    });
    page = workbench.page;
  });
  after(async () => {
    await workbench.close();
    await evil.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const paths = (): string[] =>
    hub.journal().map(({ method, path: asked }) => `${method} ${asked}`);
  const box = () => page.locator(".quick-input-widget");

  const asked = async (request: string, since: number): Promise<void> => {
    for (let tries = 0; tries < 150 && !paths().slice(since).includes(request); tries++)
      await page.waitForTimeout(100);
    assert.ok(paths().slice(since).includes(request), `${request} is not in ${paths().join()}`);
  };

  /** Enters the key, adds an expert, asks it a question. */
  const useAll = async (id: string, question: string): Promise<void> => {
    const since = paths().length;
    await giveKey(page, key, new URL(hub.baseUrl).origin);
    await addExperts(page, id);
    await asked(`GET /api/v1/get_expert/${id}`, since);
    await runCommand(page, "Expert Hub: Open Chat");
    // Until the command has ended, the chat may still be drawn anew.
    await chatFrame(page).locator("textarea:focus").waitFor();
    // Until then the text would not go to an expert.
    const composer = chatFrame(page).getByRole("textbox", { name: /^Ask / });
    await composer.fill(question);
    await composer.press("Enter");
    await asked("POST /api/v1/invoke_agent", since);
    const post = hub.journal().findLast(({ method }) => method === "POST");
    assert.match(post?.body ?? "", /"temperature":0\.125/);
  };

  it("O1 O7 cannot move it by the settings of its folder, in any form", async () => {
    await useAll("11", "In one folder");
    assert.equal(evil.sockets.length, 0);
  });

  it("K8 says that the key is gone with the window where there is no keyring, and puts it nowhere", async () => {
    await workbench.open(place("both.code-workspace"));
    const before = hub.journal().length;
    await runCommand(page, "Expert Hub: Set API Key…");
    await box()
      .getByText("this system has no keyring, so a key is kept only until VS Code closes")
      .waitFor();
    await page.keyboard.press("Escape");
    assert.equal(hub.journal().length, before);
    assert.deepEqual(
      await canariesUnder(workbench.server.serverDataDir, () => ["key", "secret"]),
      [],
    );
  });

  it("O2 O7 cannot move it by a workspace file, several folders, a language or another's defaults", async () => {
    const before = hub.journal().length;
    await useAll("12", "In two folders");
    assert.ok(hub.journal().length > before);
    assert.equal(evil.sockets.length, 0);
  });
});
