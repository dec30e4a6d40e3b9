import * as vscode from "vscode";
import {
  type AddressExtras,
  fieldNameProblem,
  headerNameProblem,
  isHeaderValue,
} from "../../../contract/addressExtras";
import { parsedJson } from "../../../contract/record";
import { webAddress } from "../../../contract/webAddress";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { addressMessage } from "../../../platform/editor/entryBox";
import { showInputBox, showQuickPick } from "../../../platform/editor/inputs";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection } from "../../connection/core/connection";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { ChosenModels } from "../core/chosenModels";

interface EditAddressParts {
  readonly connection: Pick<Connection, "hubs">;
  readonly models: Pick<ChosenModels, "list">;
  readonly extras: StoredExtras;
}

type Part = keyof AddressExtras;

interface PartRow extends vscode.QuickPickItem {
  readonly part: Part;
  /** Absent for one that is added. */
  readonly name?: string;
}

interface OriginRow extends vscode.QuickPickItem {
  readonly origin?: string;
}

const near = { localNetwork: true };

/** The headers and fields that go along to an address, such as that of a company's gateway. */
export function editAddress(parts: EditAddressParts): Command {
  const { extras } = parts;
  return {
    id: "expertHub.editAddress",
    async run(): Promise<void> {
      const origin = await pickedOrigin(parts);
      if (origin === undefined) return;
      for (;;) {
        const now = await extras.get(origin);
        const row = await showQuickPick<PartRow>(rowsOf(now), {
          title: t("Headers and fields for {0}", origin),
          placeHolder: t("They go along with each request to this address, and to no other."),
          ignoreFocusOut: true,
        });
        if (!row) return;
        const name = row.name ?? (await typedName(row.part));
        if (name === undefined) continue;
        const value = await typedValue(row.part, name, now);
        if (value === undefined) continue;
        // Another window may have changed them while this one asked.
        const present = await extras.get(origin);
        await extras.set(origin, changed(present, row.part, name, value));
      }
    },
  };
}

async function pickedOrigin(parts: EditAddressParts): Promise<string | undefined> {
  const { connection, models, extras } = parts;
  const known = [
    ...connection.hubs.list.map(({ baseUrl }) => baseUrl),
    ...models.list.flatMap((model) => (model.kind === "address" ? [model.address] : [])),
    ...extras.origins,
  ];
  const origins = [...new Set(known.map((address) => new URL(address).origin))];
  const rows: OriginRow[] = [
    ...origins.map((origin) => ({
      label: origin,
      origin,
      ...(extras.origins.includes(origin) && { description: t("has headers or fields") }),
    })),
    { label: `$(add) ${t("Another Address…")}` },
  ];
  const row =
    origins.length === 0 ? rows[0] : await showQuickPick(rows, { title: t("Edit an address") });
  if (!row) return undefined;
  return row.origin ?? typedOrigin();
}

async function typedOrigin(): Promise<string | undefined> {
  const typed = await showInputBox({
    title: t("Address of a hub or a model server"),
    placeHolder: "https://gateway.example",
    ignoreFocusOut: true,
    validateInput: (text) => addressMessage(text, undefined, near),
  });
  return typed?.trim() ? webAddress(typed, undefined, near).origin : undefined;
}

function rowsOf({ headers, fields }: AddressExtras): PartRow[] {
  return [
    ...Object.keys(headers).map((name) => ({
      label: `$(lock) ${plainText(name, 60)}`,
      description: t("header, its value is hidden"),
      part: "headers" as const,
      name,
    })),
    ...Object.entries(fields).map(([name, value]) => ({
      label: `$(json) ${plainText(name, 60)}`,
      description: plainText(JSON.stringify(value), 100),
      part: "fields" as const,
      name,
    })),
    { label: `$(add) ${t("Add Header…")}`, part: "headers" },
    { label: `$(add) ${t("Add Field for Language Models…")}`, part: "fields" },
  ];
}

async function typedName(part: Part): Promise<string | undefined> {
  const problemOf = part === "headers" ? headerNameProblem : fieldNameProblem;
  const typed = await showInputBox({
    title: part === "headers" ? t("Name of the header") : t("Name of the field"),
    placeHolder: part === "headers" ? "x-gateway-key" : "user",
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? undefined : problemOf(text)),
  });
  const name = typed?.trim() ?? "";
  if (name === "") return undefined;
  return part === "headers" ? name.toLowerCase() : name;
}

/** Empty text removes it; `undefined` if the user left. */
async function typedValue(
  part: Part,
  name: string,
  { fields }: AddressExtras,
): Promise<string | undefined> {
  const isHeader = part === "headers";
  const before = isHeader ? undefined : fields[name];
  const typed = await showInputBox({
    title: plainText(t("Value of {0}", name), 100),
    prompt: isHeader
      ? t(
          "It is kept in VS Code's secret storage and sent to this address only. Leave it empty to remove the header.",
        )
      : t(
          "Text or JSON, for the body of each question to a language model. Leave it empty to remove the field.",
        ),
    value: before === undefined ? "" : JSON.stringify(before),
    password: isHeader,
    ignoreFocusOut: true,
    validateInput: (text) =>
      isHeader && text.trim() !== "" && !isHeaderValue(text.trim())
        ? t("A header contains only plain letters, digits, symbols and spaces.")
        : undefined,
  });
  return typed?.trim();
}

function changed(now: AddressExtras, part: Part, name: string, value: string): AddressExtras {
  const others = Object.entries(now[part]).filter(([other]) => other !== name);
  const held = part === "headers" ? value : (parsedJson(value) ?? value);
  const entries = value === "" ? others : [...others, [name, held] as const];
  return { ...now, [part]: Object.fromEntries(entries) };
}
