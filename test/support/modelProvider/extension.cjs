const vscode = require("vscode");

/** What the model answers to each question in turn: text, `{ call, id, input }`, `{ usage }`, an error, or "hang". */
const script = [];
/** What it was asked. */
const requests = [];
let cancelled = 0;

const model = {
  id: "scripted-1",
  name: "Scripted One",
  family: "scripted",
  version: "1",
  maxInputTokens: 100_000,
  maxOutputTokens: 10_000,
  capabilities: { toolCalling: true, imageInput: true },
};

async function answer(_, messages, options, progress, token) {
  requests.push({ messages, tools: options.tools ?? [], modelOptions: options.modelOptions ?? {} });
  for (const part of script.shift() ?? []) {
    if (part instanceof Error) throw part;
    if (part === "hang") {
      await new Promise((resolve) => token.onCancellationRequested(resolve));
      cancelled++;
      throw new vscode.CancellationError();
    }
    if (part.usage !== undefined) {
      const data = new TextEncoder().encode(JSON.stringify(part.usage));
      progress.report(new vscode.LanguageModelDataPart(data, "usage"));
      continue;
    }
    progress.report(
      typeof part === "string"
        ? new vscode.LanguageModelTextPart(part)
        : new vscode.LanguageModelToolCallPart(part.id, part.call, part.input),
    );
  }
}

/** The script and what was asked are the interface for tests. */
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("scripted", {
      provideLanguageModelChatInformation: () => [model],
      provideLanguageModelChatResponse: answer,
      provideTokenCount: async (_, counted) => (typeof counted === "string" ? counted.length : 1),
    }),
  );
  return {
    script,
    requests,
    get cancelled() {
      return cancelled;
    },
    blocked: () => vscode.LanguageModelError.Blocked("not that"),
  };
};
