import assert from "node:assert/strict";
import * as vscode from "vscode";
import { codeActions, type CodeActionParts } from "../../../src/features/asking/editor/codeActions";

const some = new vscode.Range(0, 0, 0, 5);

/** What it offers for this range while this expert is the current one. */
async function offered(
  current: object | undefined,
  range = some,
  configured?: number,
  diagnostics: readonly vscode.Diagnostic[] = [],
) {
  const hub = {
    connection: { hub: { scope: "https://hub.example" } },
    roster: { current, get: (id: number) => ({ id }) },
    defaultExpert: { current: configured === undefined ? undefined : { id: configured } },
  } as unknown as CodeActionParts;
  const document = { uri: vscode.Uri.file("/a.ts") } as vscode.TextDocument;
  return codeActions(async () => hub, document, range, diagnostics);
}

const withoutCore = () => Promise.reject(new Error("the core is not needed"));

describe("the lightbulb of a selection", () => {
  it("asks the expert that it names, at its hub", async () => {
    const actions = await offered({ id: 7, expert: { name: "Engineer $(alert)" } });
    const [{ title, kind, command } = assert.fail()] = actions;
    assert.equal(actions.length, 1);
    assert.equal(title, "Ask Engineer $ (alert) about the selection");
    assert.equal(kind?.value, "refactor.rewrite");
    assert.deepEqual(command, {
      command: "expertHub.askSelection",
      title,
      arguments: [{ expertId: 7, hub: "https://hub.example" }],
    });
  });

  it("asks the default expert where there is one", async () => {
    const [action] = await offered({ id: 7 }, some, 9);
    assert.equal(action?.title, "Ask Expert 9 about the selection");
    assert.deepEqual(action.command?.arguments, [{ expertId: 9, hub: "https://hub.example" }]);
  });

  it("asks about a problem without the core, and after the fixes of other extensions", async () => {
    const problem = new vscode.Diagnostic(some, "wrong");
    const empty = new vscode.Range(0, 3, 0, 3);
    const uri = vscode.Uri.file("/a.ts");
    const document = { uri } as vscode.TextDocument;
    const [action, ...others] = await codeActions(withoutCore, document, empty, [problem]);
    assert.deepEqual(others, []);
    assert.equal(action?.title, "Ask Expert About This Problem…");
    assert.equal(action.kind?.value, "quickfix");
    assert.deepEqual(action.command?.arguments, [uri, problem]);
    assert.equal(action.diagnostics, undefined);
  });

  it("names none where there is none yet, and is not there without a selection", async () => {
    const [action] = await offered(undefined);
    assert.equal(action?.title, "Ask an expert about the selection");
    assert.deepEqual(action.command?.arguments, [undefined]);
    const [nameless] = await offered({ id: 7 });
    assert.equal(nameless?.title, "Ask Expert 7 about the selection");
    assert.deepEqual(await offered({ id: 7 }, new vscode.Range(0, 3, 0, 3)), []);
  });
});
