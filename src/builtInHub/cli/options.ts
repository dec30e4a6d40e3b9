import { statSync } from "node:fs";
import path from "node:path";
import { modelAddress } from "../models/modelServer";
import type { LocalFolder } from "../../contract/builtInHubApi";
import { isLoopback, webAddress } from "../../contract/webAddress";
import type { ServedModel } from "../../contract/chatModel";
import type { SendOne } from "../../contract/send";
import {
  flagOption,
  listOption,
  single,
  UsageError,
  type ValuesOf,
  variable,
  wholeNumber,
} from "./commandLine";

/** The options of the program: one entry is all that an option needs to be read and explained. */
export const options = {
  port: single("PORT", "Port to listen on. Default: any free one.", wholeNumber(0, 65_535), {
    fallback: 0,
  }),
  host: single(
    "HOST",
    "Name or address to listen on. Default: 127.0.0.1, which only\nthis computer can reach. Anything else needs a key of your own.",
    hostName,
    { fallback: "127.0.0.1" },
  ),
  "allow-host": listOption(
    "NAME",
    "A further name that clients may use for this hub, such as that\nof a reverse proxy. May be repeated.",
    hostName,
  ),
  key: single(
    "KEY",
    "Key that requests must carry. Default: a random one, which is\nprinted. Other users of this computer may see command lines:\nprefer the variable EXPERT_HUB_KEY.",
    visibleKey,
    { variable: "EXPERT_HUB_KEY" },
  ),
  folder: listOption(
    "PATH",
    "Folder that experts may search and read, never change. May be\nrepeated. Default: none.",
    existingFolder,
  ),
  exclude: listOption(
    "GLOB",
    "Files that experts never read, such as **/*.pem. May be repeated.",
    (glob) => glob,
  ),
  "model-address": single(
    "URL",
    "Address of a server with OpenAI-compatible models: https, or http\non this computer. Needs --model.",
    (text) => usableAddress(text, modelAddress).base,
  ),
  model: listOption(
    "NAME",
    "A model of this server that experts may use. May be repeated;\nthe first one answers questions that name no model.",
    visibleName,
  ),
  "model-key": variable(
    "EXPERT_HUB_MODEL_KEY",
    "Key of this server, sent to no other. Default: none.",
    visibleKey,
  ),
  "search-address": single(
    "URL",
    "Address of a search service that answers like SearXNG: https, or\nhttp on this computer. Default: none, and no web search.",
    (text) => usableAddress(text, webAddress).href,
    { fallback: "" },
  ),
  "private-documents": flagOption(
    "Documents may also be fetched from private networks and from this\ncomputer, by anyone who has the key.",
  ),
  "max-body": single(
    "MIB",
    "Largest body of a request, in MiB; larger ones are answered\nwith 413. Default: 10.",
    wholeNumber(1, 256),
    { fallback: 10 },
  ),
  rate: single(
    "NUMBER",
    "Maximum requests a minute for each client address; more are\nanswered with 429. Default: 6000.",
    wholeNumber(1, 1_000_000),
    { fallback: 6000 },
  ),
  log: single(
    "FORMAT",
    "json: one line of JSON for each request, on standard error,\nwithout keys, questions and answers. Default: no log.",
    logFormat,
  ),
  help: flagOption("Print this text."),
};

export type Values = ValuesOf<typeof options>;

function hostName(text: string): string {
  const name = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
  if (/^[\w.:-]+$/.test(name)) return name;
  throw new UsageError("must be a host name or an address, without a port.");
}

function visibleKey(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  throw new UsageError("must consist of visible ASCII characters, without spaces.");
}

function visibleName(text: string): string {
  if (/^[^\p{C}\s]+$/u.test(text)) return text;
  throw new UsageError("must be the name of a model, without spaces.");
}

function usableAddress<Address>(text: string, read: (text: string) => Address): Address {
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`cannot be used. ${(error as Error).message}`);
  }
}

function existingFolder(text: string): LocalFolder {
  const at = path.resolve(text);
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory())
    return { name: path.basename(at), path: at };
  throw new UsageError(`names a folder that does not exist: ${text}`);
}

function logFormat(text: string): "json" {
  if (text === "json") return text;
  throw new UsageError("must be json.");
}

/** The key to use if it was given; throws a `UsageError` where it must be given and was not. */
export function givenKey({ key, host }: Pick<Values, "key" | "host">): string | undefined {
  if (key !== undefined || isLoopback(host)) return key;
  throw new UsageError(
    "A hub that other computers can reach needs a key of your own: set EXPERT_HUB_KEY.",
  );
}

/** The models that experts may use; throws a `UsageError` where only a part of what they need is given. */
export function givenModels(
  {
    "model-address": address,
    model: names,
    "model-key": key,
  }: Pick<Values, "model-address" | "model" | "model-key">,
  send: SendOne,
): readonly ServedModel[] {
  if (address === undefined && names.length > 0)
    throw new UsageError("--model needs the address of its server: --model-address=URL.");
  if (address === undefined) return [];
  if (names.length === 0)
    throw new UsageError("--model-address needs the name of a model: --model=NAME.");
  return names.map((identifier) => ({ address, identifier, send, key: async () => key }));
}
