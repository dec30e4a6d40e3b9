import * as vscode from "vscode";
import { fenced } from "../../../kit/fence";
import { nameOf } from "../../../platform/core/naming";
import type { Roster } from "../core/roster";
import type { Ability, Expert, Model } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { escaped, plainText } from "../../../platform/editor/plainText";

const scheme = "expert-hub";

/** Characters: a longer value gets its own block. */
const maxInlineLength = 120;

/** Read-only documents with every field of an expert (service 2.2). */
export class ExpertDocuments extends Owner implements vscode.TextDocumentContentProvider {
  readonly #roster: Roster;
  readonly #changed = this.register(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.#changed.event;

  constructor(roster: Roster) {
    super();
    this.#roster = roster;
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.register(
      roster.onDidChange(() => {
        for (const { uri } of vscode.workspace.textDocuments) {
          if (uri.scheme === scheme) this.#changed.fire(uri);
        }
      }),
    );
  }

  async show(id: number): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${t("Expert {0}", id)}.md`, query: String(id) });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const id = Number(query);
    await this.#roster.ensure(id);
    const saved = this.#roster.getOrViewed(id);
    if (!saved?.expert) {
      const problem =
        this.#roster.problemOf(id)?.message ?? t("This expert has not been loaded yet.");
      return `# ${t("Expert {0}", id)}\n\n${plainText(problem, 300)}\n`;
    }
    return describe(saved.expert);
  }
}

function describe(expert: Expert): string {
  const { abilities, expert_llm_models: models, apps, ...fields } = expert;
  return [
    `# ${plainText(nameOf("Expert", expert.id, expert.name))}`,
    fieldList(fields),
    `## ${t("Abilities ({0})", abilities.length)}`,
    ...abilities.map((ability) => part("Ability", ability)),
    `## ${t("Models ({0})", models.length)}`,
    ...models.map((model) => part("Model", model)),
    ...(apps === undefined
      ? []
      : ["## apps", codeBlock(JSON.stringify(apps, undefined, 2), "json")]),
    "",
  ].join("\n\n");
}

function part(kind: "Ability" | "Model", record: Ability | Model): string {
  return `### ${plainText(nameOf(kind, record.id, record.name))}\n\n${fieldList(record)}`;
}

function fieldList(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `- **${name}**: ${shownValue(String(value))}`)
    .join("\n");
}

/** The complete value, with nothing that Markdown would turn into a link or an image. */
function shownValue(value: string): string {
  const line = plainText(value, maxInlineLength);
  if (line === value && !/[[\]<>`!]/.test(line)) return line;
  return `\n\n${codeBlock(value, "text")}`.replaceAll("\n", "\n  ");
}

function codeBlock(text: string, language: string): string {
  return fenced(escaped(text), language);
}
