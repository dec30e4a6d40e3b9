const { writeFileSync } = require("node:fs");
const vscode = require("vscode");

const ask = (args) => vscode.commands.executeCommand("expertHub.ask", args);

async function change(settings) {
  const { Global } = vscode.ConfigurationTarget;
  for (const [name, value] of Object.entries(JSON.parse(settings)))
    await vscode.workspace.getConfiguration().update(name, value, Global);
}

const mcpChanged = new vscode.EventEmitter();
/** What tools were called with. */
const toolCalls = [];
/** The script of the MCP server that it offers. */
let mcpServer;

function registerTools() {
  const result = (...texts) =>
    new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
  return [
    vscode.lm.registerTool("caller_reverse", {
      prepareInvocation: ({ input }) => ({
        ...(input.text === "ask" && {
          confirmationMessages: { title: "Reverse it?", message: "The text is reversed." },
        }),
      }),
      invoke: ({ input }) => {
        toolCalls.push(["caller_reverse", input]);
        return result([...input.text].toReversed().join(""));
      },
    }),
    vscode.lm.registerTool("caller_erase", {
      invoke: ({ input }) => {
        toolCalls.push(["caller_erase", input]);
        return result("Erased.");
      },
    }),
    // Only once a test asks for it: VS Code starts servers for whatever is said in its chat.
    vscode.lm.registerMcpServerDefinitionProvider("caller.mcp", {
      onDidChangeMcpServerDefinitions: mcpChanged.event,
      provideMcpServerDefinitions: () =>
        mcpServer === undefined
          ? []
          : [new vscode.McpStdioServerDefinition("Shop", process.execPath, [mcpServer], {}, "1")],
    }),
  ];
}

function offerMcp(script) {
  mcpServer = script;
  mcpChanged.fire();
}

/** Asks like any other extension: using only the command's name. */
exports.activate = (context) => {
  context.subscriptions.push(
    ...registerTools(),
    // When run from the palette, the answer or the refusal is shown as a message: "Caller: …".
    vscode.commands.registerCommand("caller.ask", async () => {
      const typed = await vscode.window.showInputBox({ title: "Arguments", ignoreFocusOut: true });
      const said = await ask(JSON.parse(typed)).then(
        ({ output }) => output,
        (error) => error.message,
      );
      await vscode.window.showInformationMessage(`Caller: ${String(said)}`);
    }),
    vscode.commands.registerCommand("caller.askFive", async () => {
      writeFileSync(process.env.EXPERT_HUB_HOST, String(process.pid));
      const inputs = Array.from({ length: 5 }, (_, at) => `Question ${at + 1} of five`);
      await Promise.allSettled(inputs.map((input) => ask({ expertId: 2006, input })));
    }),
    vscode.commands.registerCommand("caller.change", async () => {
      const typed = await vscode.window.showInputBox({ title: "Settings", ignoreFocusOut: true });
      const said = await change(typed).then(
        () => "changed",
        (error) => error.message,
      );
      await vscode.window.showInformationMessage(`Caller: ${String(said)}`);
    }),
    // Only extensions whose manifest names the proposal may use it, and this one names none.
    vscode.commands.registerCommand("caller.useProposal", async () => {
      let said = "allowed";
      try {
        vscode.window.onDidWriteTerminalData(() => {}).dispose();
      } catch (error) {
        said = error.message;
      }
      await vscode.window.showInformationMessage(`Caller: ${said}`);
    }),
    vscode.commands.registerCommand("caller.callTool", async () => {
      const typed = await vscode.window.showInputBox({ title: "Tool", ignoreFocusOut: true });
      const { name, input } = JSON.parse(typed);
      const said = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
        ({ content }) => content.map(({ value }) => value).join(""),
        (error) => error.name,
      );
      await vscode.window.showInformationMessage(`Caller: ${said}`);
    }),
    // Places whose text VS Code does not expose to extensions.
    vscode.commands.registerCommand("caller.openElsewhere", async () => {
      const [folder] = vscode.workspace.workspaceFolders;
      const control = vscode.scm.createSourceControl("caller", "Caller", folder.uri);
      control.inputBox.value = "words of a commit message";
      const written = new vscode.EventEmitter();
      const open = () => written.fire("words of a terminal\r\n");
      const pty = { onDidWrite: written.event, open, close: () => {} };
      const terminal = vscode.window.createTerminal({ name: "Caller", pty });
      context.subscriptions.push(control, written, terminal);
      terminal.show(true);
      await vscode.commands.executeCommand("workbench.view.scm");
    }),
  );
  return {
    ask,
    offerMcp,
    toolCalls,
    /** Where VS Code stores this workspace's files for this extension. */
    storage: context.storageUri.fsPath,
  };
};
