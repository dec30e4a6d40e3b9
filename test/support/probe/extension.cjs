// The hand of bench and tests in the extension host: takes orders over loopback, one JSON body each.
const http = require("node:http");
const v8 = require("node:v8");
const vm = require("node:vm");
const vscode = require("vscode");

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const objects = new Set(["new_space", "old_space", "new_large_object_space", "large_object_space"]);

/** Bytes in use once the collector has nothing left to take. */
async function heap() {
  for (let turn = 0; turn < 4; turn++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

const orders = {
  activate: async ({ id }) => {
    const extension = vscode.extensions.getExtension(id);
    if (extension.isActive) throw new Error(`${id} is active already`);
    const started = performance.now();
    await extension.activate();
    return performance.now() - started;
  },
  isActive: ({ id }) => vscode.extensions.getExtension(id).isActive,
  heap,
  /** Bytes of objects alone: compiled code comes and goes by the minute. */
  objects: async () => {
    await heap();
    const spaces = v8.getHeapSpaceStatistics().filter(({ space_name: name }) => objects.has(name));
    return spaces.reduce((sum, { space_used_size: size }) => sum + size, 0);
  },
  /** Runs a command, `times` times one after the other; gives what the last one came to. */
  run: async ({ command, args = [], times = 1 }) => {
    let result;
    for (let turn = 0; turn < times; turn++)
      result = await vscode.commands.executeCommand(command, ...args);
    return result ?? null;
  },
  closeEditors: async () => {
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  },
};

async function follow(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { order, ...given } = JSON.parse(Buffer.concat(chunks).toString());
  return orders[order](given);
}

exports.activate = (context) => {
  const server = http.createServer((request, response) => {
    follow(request).then(
      (result) => response.end(JSON.stringify({ result: result ?? null })),
      (error) => response.end(JSON.stringify({ failure: String(error?.stack ?? error) })),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    const report = http.request(process.env.EXPERT_HUB_BENCH, { method: "POST" });
    report.on("error", () => {});
    report.end(String(server.address().port));
  });
  context.subscriptions.push({ dispose: () => server.close() });
};
