import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { canariesIn } from "../../scripts/canaries";
import { canaries } from "./support/canaries";
import { extension } from "./support/hub";
import { until } from "./support/inputs";

const planted = (): string => `PLANTED-CANARY-${crypto.randomUUID()}`;

/** Finds it within the time that a log takes to reach its file. */
async function finds(place: RegExp): Promise<void> {
  const told: string[] = [];
  await until(`found in ${place}`, async () => {
    told.push(...(await canaries.sweep()));
    return told.some((line) => place.test(line));
  });
  for (const line of told) assert.match(line, /PLANTED-CANARY-[0-9a-f]{4}…$/);
}

describe("the search for canaries", () => {
  before(() => extension().activate());

  for (const [place, plant] of [
    [/^showErrorMessage: /, async () => void vscode.window.showErrorMessage(planted())],
    [
      /^showInformationMessage: /,
      async () => void vscode.window.showInformationMessage("x", { detail: planted() }),
    ],
    [/^globalState planted: /, () => canaries.context.globalState.update("planted", [planted()])],
    [
      /^workspaceState planted: /,
      () => canaries.context.workspaceState.update("planted", planted()),
    ],
    [/^console\.warn: /, async () => console.warn({ headers: { "svc-api-key": planted() } })],
  ] satisfies [RegExp, () => Thenable<void>][]) {
    it(`finds one in ${/[\w.]+/.exec(place.source)?.[0]}`, async () => {
      await plant();
      await finds(place);
    });
  }

  after(async () => {
    await canaries.context.globalState.update("planted", undefined);
    await canaries.context.workspaceState.update("planted", undefined);
  });

  it("finds one in the error of a command, however deep", async () => {
    const failing = vscode.commands.registerCommand("expertHubTest.fail", () => {
      throw new Error("x", { cause: new Error("y", { cause: { deep: { key: planted() } } }) });
    });
    await Promise.resolve(vscode.commands.executeCommand("expertHubTest.fail")).catch(() => {});
    failing.dispose();
    await finds(/^the error of expertHubTest.fail: /);
  });

  it("finds one in what a page is sent", async () => {
    const panel = vscode.window.createWebviewPanel("planted", "Planted", vscode.ViewColumn.One);
    void panel.webview.postMessage({ turns: [{ output: planted() }] });
    await finds(/^a page: /);
    panel.dispose();
  });

  it("finds one in an output channel", async () => {
    const channel = vscode.window.createOutputChannel("Planted", { log: true });
    channel.warn(planted());
    await finds(/^the channel Planted: /);
    channel.dispose();
  });

  it("finds one in a file of the extension", async () => {
    const folder = canaries.context.globalStorageUri.fsPath;
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "planted.json");
    await writeFile(file, planted());
    await finds(/planted\.json: /);
    await rm(file);
  });

  it("knows keys, selections and the secrets of get_user by their forms", () => {
    const uuid = crypto.randomUUID();
    for (const [form, kind] of [
      ["KEY-CANARY", "key"],
      ["SEL-CANARY", "selection"],
      ["TOKEN-CANARY", "secret"],
      ["APIKEY-CANARY", "secret"],
      ["IP-CANARY", "secret"],
    ] as const) {
      const found = [`${form}-${uuid.slice(0, 4)}…`];
      assert.deepEqual(canariesIn(`"${form}-${uuid}"`, [kind]), found);
      assert.deepEqual(canariesIn(`"${form}-${uuid}"`), found);
      assert.deepEqual(canariesIn(`"${form}-${uuid}"`, []), []);
    }
  });
});
