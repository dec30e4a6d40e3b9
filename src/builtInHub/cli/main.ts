#!/usr/bin/env node
import { randomUUID } from "node:crypto";
import { startBuiltInHub, type Options, type RequestRecord, type RunningHub } from "../index";
import { UserNetwork } from "../../client/userNetwork";
import { modelSend } from "../../policy/guardedSend";
import type { PolicySource } from "../../policy/policy";
import { computerPolicy } from "../../policy/policyFile";
import { helpLines, readOptions, UsageError } from "./commandLine";
import { narrowed } from "./narrowed";
import { givenKey, givenModels, options, type Values } from "./options";

const help = `Usage: expert-hub [options]

Starts the built-in hub of Expert Hub: a local service with experts that
answer questions with a language model, and search folders without one. It
prints its address, its key (if it made one up) and the ids of its experts, and
runs until Ctrl+C. Proxies are those of HTTPS_PROXY and NO_PROXY.

${helpLines(options)}

Try it:
  export EXPERT_HUB_KEY=$(openssl rand -hex 16)
  expert-hub --port 8642 --folder . &
  curl -H "svc-api-key: $EXPERT_HUB_KEY" http://127.0.0.1:8642/api/v1/get_expert/1

Every request carries the key in the header svc-api-key, except for
/api/v1/openapi.json, which describes all others.

Exit codes: 0 after Ctrl+C, SIGINT or SIGTERM; 1 if it could not start; 2 if an
option is wrong.
`;

const startProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program is listening on this port already. Choose another one with --port.",
  EACCES: "This user may not listen on this port. Choose one above 1023 with --port.",
  EADDRNOTAVAIL: "This computer does not have the address that --host names.",
  ENOTFOUND: "The name that --host gives is not known on this computer.",
};

/** If questions do not end although they were aborted. */
const lastResortMs = 5000;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    process.stdout.write(help);
    return;
  }
  const values = readOptions(options, args, process.env);
  const key = givenKey(values);
  const network = new UserNetwork(
    () => ({}),
    () => undefined,
  );
  const policy = computerPolicy({ info: () => undefined, warn });
  const models = givenModels(values, modelSend(network.send, policy));
  const interrupted = interruption();
  const forbidden = Promise.withResolvers<void>();
  policy.onDidChange(() => {
    if (policy.current.builtInHubRefusal !== undefined) forbidden.resolve();
  });
  const madeUpKey = randomUUID();
  const given = {
    key: key ?? madeUpKey,
    models: () => models,
    modelByDefault: true,
    send: network.send,
  };
  const hub = await start(values, given, policy);
  process.stdout.write(
    [
      `address ${hub.baseUrl}`,
      ...(key === undefined ? [`key ${madeUpKey}`] : []),
      `experts ${hub.expertIds.join(" ")}\n`,
    ].join("\n"),
  );
  await printExpertFiles(hub);
  await Promise.race([interrupted, forbidden.promise]);
  if (policy.current.builtInHubRefusal !== undefined) warn(policy.current.builtInHubRefusal);
  setTimeout(() => process.exit(), lastResortMs).unref();
  await hub.close();
  network.dispose();
  policy.dispose();
}

/** The experts that the folders keep in files, and what is wrong with such files. */
async function printExpertFiles(hub: RunningHub): Promise<void> {
  const { experts, problems } = await hub.expertFiles();
  const lines = [
    ...experts.map(({ id, file }) => `expert ${id} ${fileInOneLine(file)}\n`),
    ...problems.map(
      ({ file, line, message }) => `problem ${fileInOneLine(file)}:${line}: ${message}\n`,
    ),
  ];
  process.stdout.write(lines.join(""));
}

function fileInOneLine(file: string): string {
  return file.replaceAll(/\s/g, " ");
}

/** Resolves at the first signal to end; a second one ends the program at once. */
async function interruption(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  await promise;
}

async function start(values: Values, given: Options, policy: PolicySource): Promise<RunningHub> {
  try {
    const wanted: Options = {
      ...given,
      port: values.port,
      host: values.host,
      hostNames: values["allow-host"],
      folders: values.folder,
      exclude: () => values.exclude,
      searchAddress: () => values["search-address"],
      allowPrivateDocuments: values["private-documents"],
      maxBodyBytes: values["max-body"] * 1024 * 1024,
      maxRequestsPerMinute: values.rate,
      ...(values.log === "json" && { onRequest: logLine }),
    };
    return await startBuiltInHub(narrowed(wanted, policy));
  } catch (error) {
    const known = startProblems[(error as NodeJS.ErrnoException).code ?? ""];
    throw known === undefined ? error : new Error(known);
  }
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

function logLine(record: RequestRecord): void {
  process.stderr.write(`${JSON.stringify(record)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
