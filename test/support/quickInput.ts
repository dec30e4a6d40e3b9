import { errors, type FrameLocator, type Locator, type Page } from "playwright-core";
import { isOver } from "./machineSpeed";

const input = (page: Page) => page.locator(".quick-input-widget input.input");

/** The row with this label, whatever its icon; a longer label may have this one marked as found. */
function choice(page: Page, label: string): Locator {
  const hasText = RegExp(`^\\s*${label.replaceAll(/[^\w\s]/g, "\\$&")}\\s*$`);
  return page
    .locator(".quick-input-list .monaco-list-row")
    .filter({ has: page.locator(".label-name", { hasText }) })
    .first();
}

/** Opens a list and picks the row with this label; reopens it until it has such a row. */
async function pickFrom(page: Page, open: () => Promise<void>, typed: string, label: string) {
  const started = Date.now();
  // A busy machine needs longer than any first guess.
  for (let patience = 1500; ; patience *= 1.5) {
    await open();
    const row = choice(page, label);
    try {
      await input(page).waitFor({ timeout: 3000 });
      // It closes again if a page takes the focus.
      await input(page).fill(typed, { timeout: patience / 3 });
      await row.waitFor({ timeout: patience });
      await row.click({ timeout: 3000 });
      return;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
    // A list shows what was known when it opened: reopen it. If the focus has left it, Escape would
    // stop a question or discard a review.
    const focused = input(page).and(page.locator(":focus"));
    if (await focused.isVisible()) await page.keyboard.press("Escape");
    if (isOver(started, 40_000)) throw new Error(`"${label}" is not listed`);
  }
}

/** Runs a command by its title, as shown in the palette: `Category: Title`. */
export const runCommand = (page: Page, title: string): Promise<void> =>
  pickFrom(page, () => page.keyboard.press("F1"), `>${title}`, title);

/** Picks a row of the open quick pick. */
export async function pick(page: Page, label: string): Promise<void> {
  await input(page).waitFor();
  await choice(page, label).click();
}

/** Runs what the list of a command leads to; filtered, as rows may still come above it. */
export async function runFromList(page: Page, title: string, label: string): Promise<void> {
  const started = Date.now();
  for (;;) {
    await runCommand(page, title);
    try {
      await choice(page, label).waitFor({ timeout: 10_000 });
      await input(page).fill(label, { timeout: 3000 });
      await choice(page, label).click({ timeout: 3000 });
      return;
    } catch (error) {
      // It closes if a page takes the focus, such as a walkthrough that is still opening.
      if (!(error instanceof errors.TimeoutError) || isOver(started, 40_000)) throw error;
    }
  }
}

/** Takes back the only language model that was chosen. */
export async function forgetModel(page: Page): Promise<void> {
  await runFromList(page, "Expert Hub: Choose a Language Model…", "Forget a Language Model…");
  await page.locator(".quick-input-title", { hasText: "Forget a language model" }).waitFor();
  await page.keyboard.press("Enter");
}

/** Answers the input box with this title, once it is open: until then, the palette may still be. */
export async function answer(page: Page, title: string, text: string): Promise<void> {
  await page.locator(".quick-input-title", { hasText: title }).waitFor();
  await input(page).fill(text);
  await input(page).press("Enter");
}

/** Enters the key of the hub in use, and waits until it is accepted: another box would close this one. */
export async function giveKey(page: Page, key: string, origin = ""): Promise<void> {
  await runCommand(page, "Expert Hub: Set API Key…");
  await answer(page, `API key for ${origin}`, key);
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Chooses a model of a server that wants no key. */
export async function chooseModel(page: Page, origin: string, model: string): Promise<void> {
  await runFromList(page, "Expert Hub: Choose a Language Model…", "Use a Model Address…");
  await answer(page, "Address of a model server", origin);
  await answer(page, "Key for", "");
  await page.locator(".quick-input-title", { hasText: "Language model" }).waitFor();
  await pick(page, model);
}

/** Adds experts from a text that contains their ids. */
export async function addExperts(page: Page, ids: string): Promise<void> {
  await runCommand(page, "Expert Hub: Add Expert…");
  await answer(page, "Add expert", ids);
}

/** Opens a file of the workspace by name, and puts the cursor into it. */
export async function openFile(page: Page, name: string): Promise<void> {
  await pickFrom(page, () => page.keyboard.press("ControlOrMeta+p"), name, name);
  await page.locator(".tabs-container .tab", { hasText: name }).waitFor();
  await page.locator(".editor-instance .monaco-editor.focused").waitFor();
}

const position = (page: Page) => page.locator(".statusbar-item", { hasText: /^Ln \d/ });

/** Puts the cursor of the editor at the beginning of a line; keys pressed while the focus moves may get lost. */
export async function goToLine(page: Page, line: number): Promise<void> {
  const there = position(page).filter({ hasText: `Ln ${line}, Col 1` });
  const started = Date.now();
  do {
    await page.keyboard.press("ControlOrMeta+1");
    await page.locator(".editor-instance .monaco-editor.focused").waitFor();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let below = 1; below < line; below++) await page.keyboard.press("ArrowDown");
    const found = await there.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (found) return;
  } while (!isOver(started, 30_000));
  throw new Error(`The cursor is at ${await position(page).innerText()}`);
}

/** Waits until the status bar says that so many characters are selected, or any. */
export const selected = (page: Page, characters?: number): Promise<void> =>
  position(page)
    .filter({ hasText: characters === undefined ? "selected)" : `(${characters} selected)` })
    .waitFor();

/** What the user has to decide in the chat before something goes on. */
export const pendingConfirmation = (chat: FrameLocator): Locator => chat.locator(".held");

/** Presses a button of that question, and waits until it is gone. */
export async function decide(chat: FrameLocator, button: string): Promise<void> {
  await pendingConfirmation(chat).getByRole("button", { name: button, exact: true }).click();
  await pendingConfirmation(chat).waitFor({ state: "detached" });
}

const themes = {
  light: { label: "Light 2026", className: "vs" },
  dark: { label: "Dark 2026", className: "vs-dark" },
  highContrast: { label: "Dark High Contrast", className: "hc-black" },
  highContrastLight: { label: "Light High Contrast", className: "hc-light" },
} as const;

export type Theme = keyof typeof themes;

export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  const { label, className } = themes[theme];
  await pickFrom(page, () => runCommand(page, "Preferences: Color Theme"), label, label);
  await page.locator(`.monaco-workbench.${className}`).waitFor();
}
