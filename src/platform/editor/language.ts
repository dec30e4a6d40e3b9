import { existsSync, readFileSync } from "node:fs";
import * as vscode from "vscode";
import { useMessages } from "../../kit/l10n";

const { language } = vscode.env;
const fileOf = (name: string): string => `${__dirname}/l10n/${name}.json`;
const textsOf = (name: string): string[] =>
  JSON.parse(readFileSync(fileOf(name), "utf8")) as string[];

/** Before any other module is evaluated: constants may be messages. */
if (language !== "en" && existsSync(fileOf(language))) {
  const translated = textsOf(language);
  const entries = textsOf("en").map((message, at) => [message, translated[at]]);
  useMessages(Object.fromEntries(entries), language);
}
