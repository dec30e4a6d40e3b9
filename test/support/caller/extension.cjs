const vscode = require("vscode");

/** Asks as any extension would: by the command's name alone. */
exports.activate = () => ({
  ask: (args) => vscode.commands.executeCommand("expertHub.ask", args),
});
