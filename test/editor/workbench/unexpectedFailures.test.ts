import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionPrompts } from "../../../src/features/connection/editor/connectionPrompts";
import { AccountStatus } from "../../../src/features/connection/editor/statusBar";
import { Commands } from "../../../src/platform/editor/commands";
import { showAccount } from "../../../src/features/connection/editor/commands";
import { ExpertNode } from "../../../src/features/experts/editor/expertRows";
import { Notify } from "../../../src/platform/editor/notify";
import { plainText } from "../../../src/platform/editor/plainText";
import { naughtyStrings } from "../../support/corpora";
import { hostileHtml } from "../../support/hostileHtml";
import { connectedTo } from "../support/connected";
import { pause } from "../support/inputs";
import { startStubHub, type StubHub } from "../support/stubHub";

const escape = String.fromCharCode(27);
const hostile = [
  "[Fix](command:workbench.action.terminal.new)",
  "[Fix](https://evil.example) and ![x](https://evil.example/x.png)",
  "$(sync~spin) $(alert)",
  "x".repeat(900_000),
  `${escape}[31mred${escape}[0m ${escape}]8;;https://evil.example${escape}\\link${escape}]8;;${escape}\\`,
  "abc\u202Etxt.exe\u202C\u2066\u2069\u200B\uFEFF",
  "first\n2026-01-01 00:00:00.000 [info] GET /api/v1/get_user, status 200",
  "first\r\nsecond\u2028third\u0085fourth",
  "<img src=x onerror=alert(1)>",
];

/** What a native surface may show verbatim: one line, no link, no icon, nothing invisible. */
function assertPlain(shown: string, place: string, max = 300): void {
  assert.ok(shown.length <= max, `${place} is cut`);
  assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\u2028\u2029]/u, place);
  assert.equal(shown.includes("]("), false, place);
  assert.equal(shown.includes("$("), false, place);
}

describe("what nobody foresaw", () => {
  let payload = "";
  let stub: StubHub;
  before(async () => {
    stub = await startStubHub(({ path: asked }) =>
      asked.includes("good")
        ? { body: [{ user: { name: payload } }] }
        : { status: 400, body: { error: 7, message: payload } },
    );
  });
  after(() => stub.close());

  it("M20 costs one toast of kind internal, and the next command works", async () => {
    const lines: string[] = [];
    const toasts: string[] = [];
    const unhandled: unknown[] = [];
    const hear = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", hear);
    const { showErrorMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: async (text: string) => void toasts.push(text),
    });
    const log = { info: () => {}, warn: () => {}, error: (line: string) => lines.push(line) };
    let worked = 0;
    const commands = new Commands(
      [
        {
          id: "expertHub.openHub",
          run: () => (undefined as never as { nothing: () => void }).nothing(),
        },
        {
          id: "expertHub.showLog",
          run: async () => {
            await pause(1);
            throw new TypeError("deep");
          },
        },
        { id: "expertHub.openChat", run: () => ++worked },
      ],
      new Notify(log),
    );
    try {
      for (const id of ["expertHub.openHub", "expertHub.showLog", "expertHub.openChat"] as const)
        await commands.run(id, []);
      await pause(50);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
      process.off("unhandledRejection", hear);
    }
    const told = "Something went wrong in Expert Hub.";
    assert.deepEqual(toasts, [told, told]);
    assert.deepEqual(lines, ["failed, internal", "failed, internal"]);
    assert.deepEqual(unhandled, []);
    assert.equal(worked, 1);
  });

  /** Every text that one failing account and one failing expert produce on native surfaces. */
  async function showEverywhere(id: number): Promise<Map<string, string>> {
    const hub = { baseUrl: stub.baseUrl, key: "a-key" };
    const { connection, account, keys, roster, store } = connectedTo(hub);
    const { showErrorMessage, createStatusBarItem, createInputBox } = vscode.window;
    const shown: [place: string, text: string, max?: number][] = [];
    const lines: string[] = [];
    const log = { info: () => {}, warn: () => {}, error: (line: string) => lines.push(line) };
    const notify = new Notify(log);
    const items: Partial<vscode.StatusBarItem>[] = [];
    let refused: (() => void) | undefined;
    Object.assign(vscode.window, {
      showErrorMessage: async (text: string) => void shown.push(["toast", text]),
      createStatusBarItem: () => {
        const item = { show: () => {}, hide: () => {}, dispose: () => {} };
        items.push(item);
        return item;
      },
      createInputBox: () =>
        keyBox((text) => {
          shown.push(["input box", text]);
          refused?.();
        }),
    });
    try {
      await new Commands([showAccount(connection, account)], notify).run(
        "expertHub.showAccount",
        [],
      );
      await roster.add([id]);
      const node = new ExpertNode(roster, id);
      const item = node.item();
      shown.push(["tree label", item.label as string, 120]);
      shown.push(["tree description", String(item.description)]);
      const refusal = new Promise<void>((resolve) => (refused = resolve));
      const settings = { baseUrl: stub.baseUrl } as never;
      void new ConnectionPrompts({ settings, keys, connection, account }).setKey();
      await refusal;
      for (const line of node.tooltip().split("\n\n")) shown.push(["tree tooltip", line, 1000]);
      await store.set(`user:${stub.baseUrl}`, { name: payload });
      const status = new AccountStatus(connection, account);
      await pause(20);
      const own = String(items.at(-1)?.text).replace("$(account) ", "");
      shown.push(["status bar", own]);
      status.dispose();
    } finally {
      Object.assign(vscode.window, { showErrorMessage, createStatusBarItem, createInputBox });
    }
    assert.equal(lines.length, 1);
    shown.push(["log", lines[0] ?? ""]);
    // The details on the page; every quick pick and progress notification uses the same function.
    shown.push(["quick pick", plainText(payload), 120], ["progress", plainText(payload, 300)]);
    for (const [place, text, max] of shown)
      assertPlain(text, `${place}: ${payload.slice(0, 40)}`, max);
    return new Map(shown.map(([place, text]) => [place, text]));
  }

  it("M1 M3 what the hub says arrives where the failure is told", async () => {
    payload = "Pay first, please";
    const shown = await showEverywhere(99);
    for (const place of ["toast", "input box", "tree tooltip"])
      assert.match(shown.get(place) ?? "", /The hub says: Pay first, please/, place);
  });

  it("M18 of what a hub says is shown as plain text of one line, in every native surface", async () => {
    for (const [index, text] of hostile.entries()) {
      payload = text;
      assert.equal((await showEverywhere(index + 1)).size, 9);
    }
    console.log(`      ${hostile.length} payloads, 9 surfaces each`);
  });

  for (const [name, all] of Object.entries({
    "naughty strings": naughtyStrings,
    "hostile HTML": hostileHtml,
  })) {
    it(`M18 of ${name} is plain in toast, tree and log too`, async function run() {
      this.timeout(60_000);
      const texts = all();
      const { roster } = connectedTo({ baseUrl: stub.baseUrl, key: "a-key" });
      const lines: string[] = [];
      const log = { info: () => {}, warn: () => {}, error: (line: string) => lines.push(line) };
      const { showErrorMessage } = vscode.window;
      Object.assign(vscode.window, {
        showErrorMessage: async (text: string) => lines.push(text),
      });
      try {
        await roster.add([1]);
        for (const text of texts) {
          payload = text;
          await roster.refresh(1);
          new Notify(log).failure(roster.problemOf(1));
          const node = new ExpertNode(roster, 1);
          lines.push(String(node.item().description), ...node.tooltip().split("\n\n"));
          assert.ok(lines.length >= 4);
          for (const line of lines.splice(0)) assertPlain(line, payload.slice(0, 40));
        }
      } finally {
        Object.assign(vscode.window, { showErrorMessage });
      }
    });
  }
});

/** A box that enters one key and passes on its messages. */
function keyBox(told: (text: string) => void): vscode.InputBox {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const box = {
    value: "a-key",
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: () => ({ dispose: () => {} }),
    onDidTriggerButton: () => ({ dispose: () => {} }),
    show: () => setImmediate(() => accepted.fire()),
    hide: () => hidden.fire(),
    dispose: () => hidden.fire(),
    set validationMessage(text: string | undefined) {
      if (text === undefined) return;
      told(text);
      setImmediate(() => hidden.fire());
    },
  };
  return box as unknown as vscode.InputBox;
}
