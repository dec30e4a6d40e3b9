import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { PickPlace } from "./output";

/** Lets the user pick one of the places that a question was about. */
export const pickPlace: PickPlace = async (places, title) => {
  const rows = places.map(({ attachment: { label, detail, path }, target }) => ({
    label: plainText(label),
    description: plainText(detail),
    ...(path !== undefined && { detail: plainText(path) }),
    target,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: t("The question was asked about more than one place"),
    matchOnDetail: true,
  });
  return picked?.target;
};
