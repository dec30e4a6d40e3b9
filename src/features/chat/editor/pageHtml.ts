import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type * as vscode from "vscode";
import type { Messages } from "../../../kit/l10n";

/** What the page loads at first: each further file is a round trip through the whole workbench. */
interface PageCode {
  script: string;
  style: string;
}

/** The language of the page and its messages. English needs none. */
interface PageLanguage {
  language: string;
  messages: Messages;
}

/** What the document shows; its script begins accordingly. */
export type PageKind = "chat" | "comparison";

/** Reads the page's own script and style from the folder of built files. */
export function readPageCode(folder: string): PageCode {
  const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
  return { script: read("page.js"), style: read("chat.css") };
}

/**
 * The page's document: its own script and style, nothing else, and no network access. What the
 * script imports later as `page/…` is in the folder with that address.
 */
export function pageHtml(
  { script, style }: PageCode,
  folderAddress: string,
  translated?: PageLanguage,
  kind: PageKind = "chat",
): string {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'none'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join("; ");
  const imports = JSON.stringify({ imports: { "page/": `${folderAddress}/` } });
  return `<!DOCTYPE html>
<html lang="${translated?.language.replace(/[^\w-]/g, "") ?? "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${style}</style>
<script type="importmap" nonce="${nonce}">${imports}</script>
<title>Expert Hub</title>
</head>
<body data-page="${kind}">
${translated ? messagesHtml(translated.messages) : ""}<div id="app"></div>
<script type="module" nonce="${nonce}">${script}</script>
</body>
</html>`;
}

/** Data, which runs nowhere; a translation that has markup in it ends no element. */
const messagesHtml = (messages: Messages): string =>
  `<script type="application/json" id="messages">${JSON.stringify(messages).replaceAll("<", "\\u003c")}</script>\n`;

/** The minimum that a page needs: scripts, and the one folder that contains them. */
export function pageOptions(folder: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [folder],
  };
}

/** Those translations that the page needs; the build lists its messages beside its script. */
export function pageMessages(folder: string, bundle: Messages): Messages {
  const needed = JSON.parse(readFileSync(`${folder}/messages.json`, "utf8")) as string[];
  return Object.fromEntries(
    needed.flatMap((message) =>
      bundle[message] === undefined ? [] : [[message, bundle[message]]],
    ),
  );
}
