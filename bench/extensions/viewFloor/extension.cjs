// The least that a view with a script can be: one line.
const vscode = require("vscode");

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("viewFloor.view", {
      resolveWebviewView: (view) => {
        view.webview.options = { enableScripts: true };
        view.webview.html =
          '<!DOCTYPE html><html><body><p id="content">One line.</p></body></html>';
      },
    }),
  );
};
