import { randomUUID } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { startBuiltInHub } from "./index";

const help = `Starts the built-in hub on 127.0.0.1 until it is interrupted.

  --port N       port to listen on; any free one by default
  --folder PATH  folder that workspace_connector may search, read-only; may be given several times
  --key KEY      key that requests must carry; a random one by default
  --faults       answers the expert ids of the fault catalogue with their faults
  --help         this text
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      folder: { type: "string", multiple: true, default: [] },
      key: { type: "string", default: randomUUID() },
      faults: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${values.port} is not a port.`);
  }
  const { key, faults } = values;
  const folders = values.folder.map((at) => ({ name: path.basename(path.resolve(at)), path: at }));
  const hub = await startBuiltInHub({ key, port, faults, folders });
  process.stdout.write(`address ${hub.baseUrl}\nkey ${key}\nexperts ${hub.expertIds.join(" ")}\n`);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  process.once("SIGINT", resolve);
  process.once("SIGTERM", resolve);
  await promise;
  await hub.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
