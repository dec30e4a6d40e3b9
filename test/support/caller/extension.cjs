const vscode = require("vscode");

/** Asks as any extension would: by the command's name alone. */
exports.activate = (context) => {
  // From the palette, the answer or the refusal shows as a message: "Caller: …".
  context.subscriptions.push(
    vscode.commands.registerCommand("expertHubTests.ask", async () => {
      const args = await vscode.window.showInputBox({ title: "Arguments" });
      const said = await vscode.commands.executeCommand("expertHub.ask", JSON.parse(args)).then(
        ({ output }) => output,
        (error) => error.message,
      );
      await vscode.window.showInformationMessage(`Caller: ${String(said)}`);
    }),
  );
  return {
    ask: (args) => vscode.commands.executeCommand("expertHub.ask", args),
    /** Where VS Code keeps the files of this workspace for this extension. */
    storage: context.storageUri.fsPath,
  };
};
