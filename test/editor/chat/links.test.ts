import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openLink } from "../../../src/platform/editor/browser";
import { pageHtml, pageOptions } from "../../../src/features/chat/editor/pageHtml";

interface Asked {
  message: string;
  modal: boolean;
  detail: string;
  buttons: unknown[];
}

/** Opens a link with this answer to the confirmation; returns what was asked and what was opened. */
async function opening(
  link: string,
  answer: string | undefined,
  asked: Asked[] = [],
): Promise<{ asked: Asked[]; opened: unknown[] }> {
  const opened: unknown[] = [];
  const { showWarningMessage } = vscode.window;
  const { openExternal } = vscode.env;
  Object.assign(vscode.window, {
    showWarningMessage: (
      message: string,
      { modal, detail }: vscode.MessageOptions,
      ...buttons: unknown[]
    ) => {
      asked.push({ message, modal: modal === true, detail: detail ?? "", buttons });
      return Promise.resolve(answer);
    },
  });
  Object.assign(vscode.env, {
    openExternal: (target: unknown) => {
      opened.push(target);
      return Promise.resolve(true);
    },
  });
  try {
    await openLink(link);
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
    Object.assign(vscode.env, { openExternal });
  }
  return { asked, opened };
}

/** Without a confirmation, so that no answer could open it. */
async function refused(link: string): Promise<void> {
  const asked: Asked[] = [];
  await assert.rejects(opening(link, "Open", asked), link);
  assert.deepEqual(asked, [], link);
}

describe("a link of an answer in the editor", () => {
  it("W5 opens an https link once the user saw its host and all of its address", async () => {
    const link = `https://Example.com/a?b=${"c".repeat(1500)}#d`;
    const { asked, opened } = await opening(link, "Open");
    assert.deepEqual(asked, [
      {
        message: "Open example.com in the browser?",
        modal: true,
        detail: link.replace("Example", "example"),
        buttons: ["Open", { title: "Do Not Open", isCloseAffordance: true }],
      },
    ]);
    assert.deepEqual(opened, [asked[0]?.detail]);
    const elsewhere = await opening("https://example.com:8443/", undefined);
    assert.equal(elsewhere.asked[0]?.message, "Open example.com:8443 in the browser?");
    for (const no of ["Do Not Open", undefined])
      assert.deepEqual((await opening(link, no)).opened, []);
  });

  it("W5 opens exactly the address that was shown, escapes and all", async () => {
    const link = "https://example.com/a%2Fb/%23c?next=a%26b%3Dc&sum=1%2B1+1&q=%25#%41";
    const { asked, opened } = await opening(link, "Open");
    assert.equal(asked[0]?.detail, link);
    // As a string: VS Code would lose these escapes in a Uri.
    assert.deepEqual(opened, [link]);
  });

  it("W5 refuses every other scheme, and an address too long to be shown whole, without a question", async () => {
    for (const link of [
      "command:workbench.action.quit",
      "vscode://expert-hub.expert-hub/x",
      "file:///etc/passwd",
      String.raw`\\evil.example\share`,
      "javascript:1",
      "data:text/html,x",
      "http://example.com/",
      "mailto:a@example.com",
      "ms-msdt:/id",
      "relative",
      "",
      `https://example.com/${"a".repeat(3000)}`,
    ])
      await refused(link);
  });

  it("W6 names the host that is meant in its ASCII form, and refuses a user before it", async () => {
    const { asked } = await opening("https://bаnk.example/", undefined);
    assert.equal(asked[0]?.message, "Open xn--bnk-6cd.example in the browser?");
    assert.equal(asked[0].detail, "https://xn--bnk-6cd.example/");
    for (const link of ["https://bank.example@evil.example/", "https://:x@evil.example/"])
      await refused(link);
  });

  it("W7 gives a real webview its own folder and document only", () => {
    const panel = vscode.window.createWebviewPanel("test.page", "Page", vscode.ViewColumn.Active);
    try {
      const { webview } = panel;
      const folder = vscode.Uri.file("/extension/dist/webview");
      webview.options = pageOptions(folder);
      const code = { script: "later();", style: "p{}" };
      webview.html = pageHtml(code, webview.asWebviewUri(folder).toString());
      assert.deepEqual(webview.options.localResourceRoots?.map(String), [folder.toString()]);
      assert.equal(webview.options.enableCommandUris, false);
      assert.equal(webview.options.enableForms, false);
      assert.equal(webview.options.portMapping, undefined);
      const addresses = [...webview.html.matchAll(/"(https?:[^"]*)"/g)].map(
        ([, address]) => new URL(address ?? "").pathname,
      );
      assert.deepEqual(addresses, [`${folder.path}/`]);
      assert.doesNotMatch(webview.html, /(?:href|src)=/);
    } finally {
      panel.dispose();
    }
  });
});
