import assert from "node:assert/strict";
import * as vscode from "vscode";
import { workbench } from "../../support/builtInExperts";
import { ChatTab } from "../support/chatTab";
import { startHub, type TestHub } from "../support/hub";
import { answering, pause, until } from "../support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const told = "Something went wrong in Expert Hub.";

const bug = (): never => {
  throw new TypeError("deep");
};

describe("a bug in the running extension", () => {
  const toasts: string[] = [];
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  const { showErrorMessage, createQuickPick } = vscode.window;
  const { executeCommand } = vscode.commands;
  const { prototype } = vscode.TreeItem;
  let hub: TestHub;
  let tab: ChatTab;
  /** Any id is an expert of this hub. */
  let next = 11;

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    await run("expertHub.addExpert", workbench);
    await run("expertHub.experts.focus");
    tab = await ChatTab.open();
  });
  after(async () => {
    tab.close();
    await hub.close();
  });
  beforeEach(() => {
    toasts.length = unhandled.length = 0;
    process.on("unhandledRejection", hear);
    Object.assign(vscode.window, {
      showErrorMessage: async (text: string) => void toasts.push(text),
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(prototype, "accessibilityInformation");
    Object.assign(vscode.window, { showErrorMessage, createQuickPick });
    Object.assign(vscode.commands, { executeCommand });
    process.off("unhandledRejection", hear);
  });

  /** Makes listeners, pages and the tree receive an event. */
  const change = (): Thenable<unknown> => run("expertHub.addExpert", next++);

  /** One notification, nothing unhandled, and an answer to the next question. */
  async function assertUsable(): Promise<void> {
    await until("it is told", () => toasts.length > 0);
    await pause(300);
    assert.deepEqual(toasts, [told]);
    assert.deepEqual(unhandled, []);
    const question = { expertId: workbench, input: "20 + 22" };
    const { output } = await run<{ output: string }>("expertHub.ask", question);
    assert.match(output, /42/);
    assert.equal((await tab.last())?.result.state, "done");
    assert.deepEqual(toasts, [told]);
  }

  it("M20 costs one toast in a call of the page, which hears of it", async () => {
    Object.assign(vscode.window, { createQuickPick: bug });
    await assert.rejects(tab.call("pickExpert"), { message: told });
    await assertUsable();
  });

  it("M20 costs one toast in a listener", async () => {
    const { webview } = tab.panel;
    const post = webview.postMessage;
    webview.postMessage = () => {
      webview.postMessage = post;
      return bug();
    };
    await change();
    await assertUsable();
  });

  it("M20 costs one toast in a listener that fails later", async () => {
    const { webview } = tab.panel;
    const post = webview.postMessage;
    webview.postMessage = async () => {
      webview.postMessage = post;
      await pause(10);
      return bug();
    };
    await change();
    await assertUsable();
  });

  it("M20 costs one toast in a row of the tree", async () => {
    let rows = 0;
    Object.defineProperty(prototype, "accessibilityInformation", {
      configurable: true,
      set(this: vscode.TreeItem, value: unknown) {
        if (rows++ === 0) bug();
        Object.defineProperty(this, "accessibilityInformation", { value });
      },
    });
    await change();
    await assertUsable();
    assert.ok(rows > 1, "the others are drawn");
  });

  it("M20 costs one toast where the tree is filled, and the tree is filled again after", async () => {
    let fillings = 0;
    Object.assign(vscode.commands, {
      executeCommand: async (id: string, ...rest: unknown[]) => {
        if (id === "setContext" && rest[0] === "expertHub.setupStep" && fillings++ === 0) bug();
        return executeCommand(id, ...rest);
      },
    });
    await change();
    await assertUsable();
    await change();
    await until("it is filled again", () => fillings > 1);
  });
});
