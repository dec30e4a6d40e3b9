const vscode = require("vscode");

/** Asks as any extension would: by the command's name alone. */
exports.activate = (context) => ({
  ask: (args) => vscode.commands.executeCommand("expertHub.ask", args),
  /** Where VS Code keeps the files of this workspace for this extension. */
  storage: context.storageUri.fsPath,
});
