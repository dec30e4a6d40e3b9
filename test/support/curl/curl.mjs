// Sends what curl would send, for machines without curl: supports only the options that our command uses.
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: {
    silent: { type: "boolean", short: "s" },
    "show-error": { type: "boolean", short: "S" },
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true },
    "data-raw": { type: "string" },
    "data-binary": { type: "string" },
  },
  allowPositionals: true,
});
const response = await fetch(positionals[0], {
  method: values.request,
  headers: values.header.map((line) => line.split(": ")),
  body: values["data-binary"] === "@-" ? await text(process.stdin) : values["data-raw"],
});
process.stdout.write(await response.text());
