import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickAgain } from "../../../src/features/asking/editor/againPick";
import { ExpertDocuments } from "../../../src/features/experts/editor/expertDocument";
import { pickExpertOrAbility, pickModel } from "../../../src/features/experts/editor/expertPicks";
import type { Roster } from "../../../src/features/experts/core/roster";
import { ExpertNode, type Node } from "../../../src/features/experts/editor/expertRows";
import { connectedTo } from "../support/connected";
import { naughtyStrings } from "../../support/corpora";
import { some } from "../../support/testSize";
import { hostileHtml } from "../../support/hostileHtml";
import { connectToEcho, type EchoHub } from "../support/echoHub";

const hostile: Record<string, string> = {
  icon: "$(alert) Sure",
  picture: "![x](https://evil.example/x.png)",
  command: "[Fix it](command:workbench.action.terminal.new)",
  lines: "first\nsecond\r\nthird\u2028fourth",
  direction: "abc\u202Egnp.exe\u202C \u2066x\u2069 \u061C",
  control: "\u001B[31mred\u0000\u0007\u009B",
  hidden: "a\u200Bb\uFEFFc\u{E0041}d\u{E0101}e\u00ADf",
  long: "x".repeat(100 * 1024),
  "long and wide": "😀".repeat(25 * 1024),
  "long and hidden": "\u202E".repeat(35 * 1024),
};

/** With the full text in each displayed field; the total stays below the limit for answers. */
function recordOf(id: number, text: string): object {
  const some = text.slice(0, 1000).toWellFormed();
  return {
    id,
    name: text,
    description: text,
    function_name: text,
    system_message: text,
    profession: text,
    locale: some,
    apps: { [some]: some },
    abilities: [{ id: 1, name: text, text }],
    expert_llm_models: [{ id: 1, name: text, identifier: text }],
  };
}

/** Nothing that VS Code would turn into an icon, a link or a line break, and nothing invisible. */
function assertPlain(text: unknown, max: number, where: string): void {
  assert.equal(typeof text, "string", where);
  const shown = String(text);
  const about = `${where}: ${JSON.stringify(shown.slice(0, 200))}`;
  assert.ok(shown.length <= max, `${shown.length} of ${max}, ${about}`);
  assert.doesNotMatch(
    shown.replaceAll("\n\n", " "),
    /[\p{Cc}\p{Cf}\p{Bidi_Control}\u2028\u2029]/u,
    about,
  );
  assert.doesNotMatch(shown, /\]\(|\$\(/, about);
  assert.ok(shown.isWellFormed(), about);
}

async function rowsUnder(node: Node): Promise<Node[]> {
  const children = await node.children();
  return [node, ...(await Promise.all(children.map(rowsUnder))).flat()];
}

/** The items of the four quick picks. */
async function picksOf(roster: Roster): Promise<vscode.QuickPickItem[]> {
  const { showQuickPick, createQuickPick } = vscode.window;
  const items: vscode.QuickPickItem[] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (shown: vscode.QuickPickItem[]) => void items.push(...shown),
    createQuickPick: () => {
      const box = createQuickPick();
      const show = box.show.bind(box);
      box.show = () => {
        items.push(...box.items);
        show();
        box.hide();
      };
      return box;
    },
  });
  try {
    for (const kept of roster.list) {
      await pickExpertOrAbility(roster, kept);
      await pickModel(kept);
      await pickAgain(kept, { typed: "", expertId: kept.id });
    }
  } finally {
    Object.assign(vscode.window, { showQuickPick, createQuickPick });
  }
  return items;
}

describe("names of a hostile hub", () => {
  let hub: EchoHub;
  before(async () => {
    hub = await connectToEcho();
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await hub.close();
  });

  /** An expert for each text, with it in every displayed field, as received over the wire. */
  async function expertsOf(texts: readonly string[]): Promise<Roster> {
    hub.expert = (id) => recordOf(id, texts[id - 1] ?? "");
    const { roster } = connectedTo(hub);
    await roster.add(texts.map((_, index) => index + 1));
    assert.equal(roster.list.length, texts.length);
    return roster;
  }

  async function assertAllPlain(texts: readonly string[]): Promise<void> {
    const roster = await expertsOf(texts);
    for (const { id } of roster.list) {
      const rows = await rowsUnder(new ExpertNode(roster, id));
      assert.equal(rows.length, 5);
      for (const row of rows) {
        const { label, description, accessibilityInformation } = row.item();
        const tooltip = row.tooltip();
        assertPlain(label, 120, "label");
        if (description !== undefined) assertPlain(description, 120, "description");
        if (tooltip !== undefined) assertPlain(tooltip, 1000, "tooltip");
        if (accessibilityInformation) assertPlain(accessibilityInformation.label, 300, "spoken");
      }
    }
    for (const { kind, label, description = "", detail = "" } of await picksOf(roster)) {
      if (kind === vscode.QuickPickItemKind.Separator) continue;
      assertPlain(label, 120, "label of a pick");
      assertPlain(description, 120, "description of a pick");
      assertPlain(detail, 1000, "detail of a pick");
    }
  }

  for (const [name, text] of Object.entries(hostile))
    it(`W11 are plain text, cut, in tree and picks: ${name}`, () => assertAllPlain([text]));

  it("W11 show control and bidi characters as escapes", async () => {
    const roster = await expertsOf(["a\u202Eb\u001Bc"]);
    assert.equal(new ExpertNode(roster, 1).item().label, "a\\u{202e}b\\u{1b}c");
  });

  it("W11 are never Markdown: the tree gives strings alone", async () => {
    const roster = await expertsOf([hostile["command"] ?? ""]);
    for (const row of await rowsUnder(new ExpertNode(roster, 1))) {
      const { label, description = "" } = row.item();
      for (const text of [label, description, row.tooltip() ?? ""])
        assert.equal(typeof text, "string");
    }
  });

  for (const [name, texts] of Object.entries({
    "naughty strings": naughtyStrings,
    "hostile HTML": hostileHtml,
  }))
    it(`W11 are plain text whatever they are: ${name}`, () =>
      assertAllPlain(some([...texts()], 50))).timeout(60_000);

  it("W11 are shown whole in the expert's document, and nothing there is a link", async () => {
    for (const [name, text] of Object.entries(hostile)) {
      const documents = new ExpertDocuments(await expertsOf([text]));
      try {
        const uri = vscode.Uri.from({ scheme: "test", path: "/x.md", query: "1" });
        const shown = await documents.provideTextDocumentContent(uri);
        assert.doesNotMatch(shown.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u, name);
        const outside = shown.replaceAll(/^ *(`{3,})[^\n]*\n[\s\S]*?\n *\1$/gm, "");
        assert.doesNotMatch(outside, /\]\(|</, name);
        if (name.startsWith("long")) assert.ok(shown.length > text.length, "it was cut");
      } finally {
        documents.dispose();
      }
    }
  });
});
