import * as vscode from "vscode";
import type { Connection } from "../core/connection";
import type { Settings } from "../../../platform/core/ports";
import { parseBaseUrl } from "../../../contract/address";
import { lacksScheme } from "../../../contract/webAddress";
import { asHubError } from "../../../platform/core/explain";
import { LocalError } from "../../../platform/core/localError";
import { t } from "../../../kit/l10n";
import { openInBrowser } from "../../../platform/editor/browser";
import { askAddress } from "./hubPrompts";
import { perform } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";

/** Opens the website of the hub, where keys are created. */
export function openHub(connection: Connection, settings: Settings): Command {
  return {
    id: "expertHub.openHub",
    async run(): Promise<void> {
      const { ownHub } = connection;
      const hubUrl = ownHub?.hubUrl ?? settings.hubUrl;
      if (hubUrl !== "") {
        await openInBrowser(websiteAt(hubUrl));
        return;
      }
      if (ownHub && ownHub.id !== "") {
        const typed = await askAddress(
          t("Website of {0}", ownHub.label),
          ownHub.baseUrl,
          t("Address of the hub's website, where API keys are created."),
        );
        if (typed === undefined) return;
        await connection.hubs.setHubUrl(ownHub, typed);
        await openInBrowser(typed);
        return;
      }
      const open = t("Open Settings");
      const chosen = await vscode.window.showInformationMessage(
        t("The address of the hub's website is not set. Enter it in the setting {0}.", "Hub Url"),
        open,
      );
      if (chosen === open) await perform("openSettings");
    },
  };
}

/** Unchanged unless it lacks its scheme. */
function websiteAt(hubUrl: string): string {
  try {
    const { base } = parseBaseUrl(hubUrl, t("The setting {0}", "expertHub.hubUrl"));
    return lacksScheme(hubUrl) ? base : hubUrl;
  } catch (error) {
    throw new LocalError("invalid-request", asHubError(error).message, ["openSettings"]);
  }
}
