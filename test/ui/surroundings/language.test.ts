import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { manifestTexts, messages } from "../../../scripts/messages";
import { from } from "../../../scripts/root";
import { startBuiltInHub, type RunningHub } from "../../../src/builtInHub/index";
import { experts } from "../../../src/builtInHub/experts/catalog";
import { pseudo } from "../../support/pseudo";
import {
  type Workbench,
  answer,
  chatFrame,
  openWorkbench,
  runCommand,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;
const locale = "de";

/** The names and texts of the hub's experts stay as they are; so does the name of the product. */
const data = new Set(JSON.stringify([experts(), "Expert Hub"]).match(/[a-z]{2,}/gi));

/** Texts with words that are neither translated nor data, unless they are cut. */
const englishIn = async (places: Locator): Promise<string[]> => {
  const texts = await places.evaluateAll((all) =>
    all.flatMap((place) => {
      const leaves = [place, ...place.querySelectorAll("*")].filter(
        (one) => !one.firstElementChild,
      );
      const labels = [place.getAttribute("aria-label"), place.getAttribute("title")];
      return [...labels, ...leaves.map((one) => one.textContent)].map((text) => text ?? "");
    }),
  );
  return texts.filter((text) => text.match(/[a-z]{2,}\b(?!…)/gi)?.some((word) => !data.has(word)));
};

/** Of a message, as far as it is always the same. */
const startOf = (message: string): string => pseudo(message).replace(/(?: ·|\{).*/, "");

/** The built extension, with a translation of everything. */
async function translated(home: string): Promise<string> {
  // Not linked: VS Code knows an extension by the place of its files.
  for (const part of ["package.json", "package.nls.json", "dist", "media"])
    await cp(from(part), path.join(home, part), { recursive: true });
  const write = (file: string, texts: unknown) =>
    writeFile(path.join(home, file), JSON.stringify(texts));
  const manifest = Object.entries(manifestTexts()).map(([name, text]) => [name, pseudo(text)]);
  await write(`package.nls.${locale}.json`, Object.fromEntries(manifest));
  await write(`dist/l10n/${locale}.json`, messages().map(pseudo));
  return home;
}

describe("a window in another language", () => {
  let hub: RunningHub;
  let workbench: Workbench;
  let page: Page;
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-language-"));
    hub = await startBuiltInHub({ key });
    workbench = await openWorkbench({
      source: "others",
      others: [await translated(home)],
      locale,
      settings: { "expertHub.baseUrl": hub.baseUrl },
    });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const run = (title: string) => runCommand(page, `Expert Hub: ${pseudo(title)}`);
  const rows = () => page.getByRole("treeitem");
  async function signIn(): Promise<void> {
    await run("Set API Key…");
    await answer(page, startOf("API key for {0}"), key);
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }
  async function haveExpert(): Promise<void> {
    if ((await rows().count()) > 0) return;
    await signIn();
    await run("Add Expert…");
    await answer(page, startOf("Add expert"), "5 1");
    await rows().first().waitFor();
  }

  it("welcomes in that language, and names views and commands in it", async () => {
    await page.locator(".pane-header", { hasText: pseudo("Experts") }).waitFor();
    const [first = ""] = pseudo(manifestTexts()["welcome.noKey"] ?? "").split("\n");
    await page.locator(".welcome-view-content", { hasText: first }).waitFor();
  });

  it("shows experts without a word of English that is not theirs", async () => {
    await haveExpert();
    await rows().first().click();
    await page.getByRole("treeitem", { level: 2 }).first().waitFor();
    assert.deepEqual(await englishIn(rows()), []);
  });

  it("opens the chat in that language", async () => {
    await haveExpert();
    await run("Open Chat");
    const chat = chatFrame(page);
    await chat.getByRole("button", { name: pseudo("Send") }).waitFor();
    assert.equal(await chat.locator("html").getAttribute("lang"), locale);
    await chat.getByRole("textbox", { name: /^\[Àšķ / }).waitFor();
  });

  it("notifies in that language", async () => {
    await signIn();
    await run("Sign Out");
    const told = page.locator(".notification-toast .notification-list-item-message");
    await told
      .getByText(startOf("Signed out. The API key was deleted from this computer."))
      .waitFor();
    assert.deepEqual(await englishIn(told), []);
  });
});
