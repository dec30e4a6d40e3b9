import * as vscode from "vscode";
import { partsOf } from "../../../contract/address";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import type { ActivityNames } from "../../activity/core/activityTable";
import { builtInHub, hubPlace } from "../../connection/core/hub";
import type { HubInUse } from "../core/setup";

/** Names for the log of what left, as far as they are known now. */
export function activityNames({
  connection,
  roster,
}: Pick<HubInUse, "connection" | "roster">): ActivityNames {
  return {
    place(scope, to) {
      const hub = scope === undefined ? undefined : connection.find(scope);
      if (hub?.builtIn) return hub.label;
      return plainText(hub ? hubPlace(hub) : scope === undefined ? to : partsOf(scope).origin, 80);
    },
    expert(scope, id) {
      // What the built-in hub requests names no hub.
      const isInUse = (scope ?? builtInHub.scope) === connection.hub?.scope;
      const name = isInUse ? roster.getOrViewed(id)?.expert?.name : undefined;
      return plainText(nameOf("Expert", id, name), 40);
    },
    file(address) {
      return plainText(vscode.workspace.asRelativePath(vscode.Uri.parse(address)), 200);
    },
  };
}
