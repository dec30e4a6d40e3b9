// `npm run contract`: holds any hub to what docs/service.md promises, and reports promise by promise.
import {
  flagOption,
  helpLines,
  readOptions,
  single,
  UsageError,
  wholeNumber,
} from "../src/builtInHub/cli/commandLine.ts";
import { checkHub, type Asked } from "./contract/checkHub.ts";
import { reportLines } from "./contract/report.ts";

const options = {
  "base-url": single("URL", "Address of the hub: https, or http on this computer.", readAddress),
  key: single(
    "KEY",
    "The API key. Prefer the variable EXPERT_HUB_KEY: npm prints the\ncommand line, and other users of this computer may see it.",
    readKey,
    { variable: "EXPERT_HUB_KEY" },
  ),
  expert: single("ID", "An expert that the key may use.", wholeNumber(0, 2 ** 31 - 1)),
  ask: flagOption(
    "Also tests invoke_agent and invoke_llm with three questions, which\nthe hub may charge for. Needs --expert.",
  ),
  question: single("TEXT", "What to ask. Default: What is 6 * 7?", String, {
    fallback: "What is 6 * 7?",
  }),
  timeout: single(
    "SECONDS",
    "How long to wait for each answer. Default: 300.",
    wholeNumber(1, 3600),
    {
      fallback: 300,
    },
  ),
  "allow-http": flagOption(
    "Accepts http to another computer; the key can then be read on the way.",
  ),
  help: flagOption("Print this text."),
};

const help = `Usage: npm run contract -- --base-url URL [options]

Holds a hub to what docs/service.md promises, as far as it can be seen from
outside, and says of each promise whether it passed, failed or is not
applicable. The report holds no key and no content of an answer.

${helpLines(options)}

Exit codes: 0 if no promise failed, 1 if one did, 2 if an option is wrong.
`;

/** The base address without a slash at its end. */
function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash)
    return url.href.replace(/\/+$/, "");
  throw new UsageError("must be an address such as https://hub.example.");
}

function readKey(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  throw new UsageError("must consist of visible ASCII characters, without spaces.");
}

/** What the suite needs; throws a `UsageError`. */
function readAll(args: readonly string[]): Asked {
  const given = readOptions(options, args, process.env);
  const { "base-url": baseUrl, key, expert: expertId, ask: mayAsk, question, timeout } = given;
  if (baseUrl === undefined) throw new UsageError("--base-url is required. Try --help.");
  if (key === undefined) throw new UsageError("Give the API key in EXPERT_HUB_KEY.");
  if (mayAsk && expertId === undefined) throw new UsageError("--ask needs --expert.");
  const isLocal = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/.test(baseUrl);
  if (baseUrl.startsWith("http:") && !isLocal && !given["allow-http"])
    throw new UsageError("--base-url must be https, since each request carries the key.");
  return { baseUrl, key, expertId, mayAsk, question, timeoutMs: timeout * 1000 };
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    console.log(help);
    return;
  }
  const asked = readAll(args);
  const results = await checkHub(asked);
  console.log(reportLines(asked, results).join("\n"));
  if (results.some(({ verdict }) => verdict === "failed")) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
