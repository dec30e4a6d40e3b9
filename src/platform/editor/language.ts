import * as vscode from "vscode";
import { useMessages } from "../../kit/l10n";

/** Before any other module is evaluated: constants may be messages. */
if (vscode.l10n.bundle) useMessages(vscode.l10n.bundle, vscode.env.language);
