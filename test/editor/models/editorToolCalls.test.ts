import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolChoice } from "../../../src/features/models/core/editorTools";
import { callEditorTool } from "../../../src/features/models/editor/editorToolCall";
import { pickEditorTools } from "../../../src/features/models/editor/editorToolPick";
import { quickPick, withWindow } from "../support/standIns";

/** What a tool that is called comes to, and what is noted of it. */
async function called(
  invoke: (token: vscode.CancellationToken) => Promise<unknown>,
  signal: AbortSignal = new AbortController().signal,
) {
  const noted: object[] = [];
  const { invokeTool } = vscode.lm;
  const asked: unknown[] = [];
  Object.assign(vscode.lm, {
    invokeTool: (name: string, options: object, token: vscode.CancellationToken) => {
      asked.push([name, options]);
      return invoke(token);
    },
  });
  try {
    const result = await callEditorTool(
      {
        name: "stock",
        given: { item: "tea" },
        origin: "Shop",
        purpose: { kind: "account", by: "setup" },
        onSent: ({ to, bytesOut }) => {
          noted.push({ to, bytesOut });
          return (end) => void noted.push(end);
        },
      },
      signal,
    ).catch((error: unknown) => error);
    return { result, noted, asked };
  } finally {
    Object.assign(vscode.lm, { invokeTool });
  }
}

const data = (text: string, mimeType: string) =>
  new vscode.LanguageModelDataPart(new TextEncoder().encode(text), mimeType);

describe("a call of a tool of VS Code", () => {
  it("gives the model the texts of its result, and names what cannot be shown", async () => {
    const tree = { node: { children: [{ text: "deep " }, [{ text: "down" }], 7, null] } };
    const rows: [parts: unknown[] | undefined, text: string][] = [
      [[new vscode.LanguageModelTextPart("12 left")], "12 left"],
      [["a", "b"].map((text) => new vscode.LanguageModelTextPart(text)), "a\nb"],
      [[new vscode.LanguageModelPromptTsxPart(tree)], "deep down"],
      [[data("plain", "text/plain")], "plain"],
      [[data("{}", "application/json")], "{}"],
      [[data("{}", "application/ld+json")], "{}"],
      [[data("x", "image/png")], "[A picture (image/png, 1 B), which cannot be shown here.]"],
      [[data("x", "audio/wav")], "[Data (audio/wav, 1 B), which cannot be shown here.]"],
      [[{ odd: 1 }], '{"odd":1}'],
      [[undefined, new vscode.LanguageModelTextPart(" \n")], "(The tool gave no result.)"],
      [[], "(The tool gave no result.)"],
      [undefined, "(The tool gave no result.)"],
    ];
    for (const [content, text] of rows) {
      const { result, noted, asked } = await called(async () => content && { content });
      assert.deepEqual(result, { kind: "done", text });
      assert.deepEqual(asked, [
        ["stock", { input: { item: "tea" }, toolInvocationToken: undefined }],
      ]);
      assert.deepEqual(noted[0], { to: "Shop", bytesOut: 14 });
    }
    const { noted } = await called(async () => ({ content: [data("äb", "text/plain")] }));
    assert.deepEqual(noted[1], { bytesIn: 3 });
  });

  it("tells a refusal of the user from a failure", async () => {
    const canceled = Object.assign(new Error("no"), { name: "Canceled" });
    const refused = { kind: "refused", text: "The user did not allow this call." };
    const rows: [error: unknown, result: object, noted: string][] = [
      [new vscode.CancellationError(), refused, "denied"],
      [canceled, refused, "denied"],
      [new Error("Out of tea."), { kind: "failed", text: "Out of tea." }, "server"],
      ["odd", { kind: "failed", text: "odd" }, "server"],
      [{ name: "Canceled" }, { kind: "failed", text: "[object Object]" }, "server"],
    ];
    for (const [error, expected, reason] of rows) {
      const { result, noted } = await called(() => Promise.reject(error));
      assert.deepEqual(result, expected);
      assert.deepEqual(noted[1], { bytesIn: 0, error: reason });
    }
  });

  it("ends with its question, and tells the tool", async () => {
    const ending = new AbortController();
    const reason = new Error("stopped");
    let isTold = false;
    const { result, noted } = await called(async (token) => {
      token.onCancellationRequested(() => (isTold = true));
      ending.abort(reason);
      return new Promise(() => {});
    }, ending.signal);
    assert.deepEqual([result, isTold], [reason, true]);
    assert.deepEqual(noted[1], { bytesIn: 0, error: "cancelled" });
    const { asked } = await called(async () => undefined, ending.signal);
    assert.deepEqual(asked, [], "nothing else is called");
  });
});

const choice = (name: string, more: Partial<ToolChoice> = {}) =>
  ({
    name,
    label: name,
    description: "",
    origin: "Shop",
    isOn: false,
    isChosen: false,
    ...more,
  }) as ToolChoice;

describe("the choice of tools of VS Code", () => {
  const expert = { id: 5, name: "Workbench" };
  const all = [
    choice("off"),
    choice("chosen", { isOn: true, isChosen: true }),
    choice("of file", { isOn: true, origin: "Editor" }),
  ];

  async function chosen(
    labels: string[] | undefined,
    tools: { of?: ToolChoice[]; refusal?: string } = {},
  ) {
    const { box, check, rows, isDisposed } = quickPick();
    const saved: unknown[] = [];
    const picking = withWindow({ createQuickPick: () => box }, () => {
      const done = pickEditorTools(
        {
          of: () => tools.of ?? all,
          refusal: tools.refusal,
          choose: async (...args: unknown[]) => void saved.push(args),
        },
        expert,
      );
      if (labels) check(...labels);
      else box.hide();
      return done;
    });
    await picking;
    return { saved, rows: rows(), selected: box.selectedItems, isDisposed: isDisposed() };
  }

  it("saves what was changed, and what a file names and is left on", async () => {
    const rows: [checked: string[] | undefined, saved: object | undefined][] = [
      [["chosen"], { "of file": false }],
      [["chosen", "of file"], { "of file": true }],
      [["off", "chosen", "of file"], { off: true, "of file": true }],
      [[], { chosen: false, "of file": false }],
      [undefined, undefined],
    ];
    for (const [checked, expected] of rows) {
      const { saved, isDisposed } = await chosen(checked);
      assert.deepEqual(saved, expected ? [[5, expected]] : []);
      assert.equal(isDisposed, true);
    }
    const own = [choice("off"), choice("chosen", { isOn: true, isChosen: true })];
    assert.deepEqual((await chosen(["chosen"], { of: own })).saved, []);
  });

  it("lists tools by what they are of, those that are on checked", async () => {
    const { rows, selected } = await chosen(undefined);
    assert.deepEqual(rows, ["-- Editor", "of file | ", "-- Shop", "off | ", "chosen | "]);
    assert.deepEqual(
      selected.map(({ label }) => label),
      ["of file", "chosen"],
    );
  });

  it("is refused where the policy forbids it, and where there are none", async () => {
    await assert.rejects(chosen([], { refusal: "Not here." }), { message: "Not here." });
    await assert.rejects(chosen([], { of: [] }), { kind: "invalid-request" });
  });
});
