// The least that our container of views can be: a tree of twenty rows, a folded one, and one line.
const vscode = require("vscode");

const rows = Array.from({ length: 20 }, (_, number) => `Floor row ${number + 1}`);
const tree = {
  getChildren: (row) => (row === undefined ? rows : []),
  getTreeItem: (row) => new vscode.TreeItem(row),
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerTreeDataProvider("containerFloor.tree", tree),
    vscode.window.registerTreeDataProvider("containerFloor.folded", tree),
    vscode.window.registerWebviewViewProvider("containerFloor.view", {
      resolveWebviewView: (view) => {
        view.webview.html =
          '<!DOCTYPE html><html><body><p id="contained">One line.</p></body></html>';
      },
    }),
    vscode.commands.registerCommand("containerFloor.open", () =>
      vscode.commands.executeCommand("containerFloor.view.focus"),
    ),
  );
};
