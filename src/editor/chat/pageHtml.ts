import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";

/** The page's document: its own script and style, nothing else, and no way out. */
export function pageHtml(cspSource: string, addressOf: (file: string) => string): string {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    "img-src 'none'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${addressOf("chat.css")}">
<title>Expert Hub</title>
</head>
<body>
<div id="app"></div>
<script type="module" nonce="${nonce}" src="${addressOf("page.js")}"></script>
</body>
</html>`;
}

/** The least a page needs: scripts, and the one folder that holds them. */
export function pageOptions(folder: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [folder],
  };
}
