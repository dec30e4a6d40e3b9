import { isPlainHttp } from "../../../contract/webAddress";
import { maskSecrets } from "../../../contract/secrets/maskSecrets";
import { t } from "../../../kit/l10n";
import type { Endpoint, Fields } from "./connectionFields";

/** The result of one call, without any value of its answer. */
export interface CallReport {
  readonly endpoint: Endpoint;
  /** Milliseconds from the call to the last byte. */
  readonly elapsedMs: number;
  readonly fields?: Fields;
  /** One sentence. */
  readonly failure?: string;
}

export interface ConnectionFacts {
  /** The address in use; absent if there is none. */
  readonly baseUrl?: string;
  readonly builtIn: boolean;
  /** The user's own name for the hub. */
  readonly name?: string;
  /** Host and port. */
  readonly proxy?: string;
  readonly keyStored: boolean | "unreadable";
  /** How the hub accepts the id of an expert. */
  readonly idStyle?: "path" | "query";
  readonly calls: readonly CallReport[];
  /** Why fewer calls were made than possible, as sentences. */
  readonly notes: readonly string[];
}

/** The report as Markdown. It contains no key and no value of any answer: only names, hosts and numbers. */
export function connectionReport(facts: ConnectionFacts): string {
  return [
    `# ${t("Expert Hub Connection Report")}`,
    [
      fact(t("Hub"), hubOf(facts)),
      fact(t("Transport"), transportOf(facts)),
      fact(t("Proxy"), facts.proxy === undefined ? t("none") : inlineCode(facts.proxy)),
      fact(t("API key"), keyWords(facts)),
      fact(t("Expert ID"), styleOf(facts)),
    ].join("\n"),
    ...facts.calls.map(section),
    ...facts.notes,
    t(
      "This report contains field names, hosts and times only: no key, and no values from answers.",
    ),
    "",
  ].join("\n\n");
}

function section({ endpoint, elapsedMs, fields, failure }: CallReport): string {
  const lines = [fact(t("Time"), t("{0} ms", Math.round(elapsedMs)))];
  if (failure !== undefined) lines.push(fact(t("Failed"), failure));
  if (fields) {
    const { missing, extra } = fields;
    lines.push(
      fact(t("Missing fields"), fieldNames(missing)),
      fact(t("Extra fields"), fieldNames(extra)),
    );
  }
  return `## ${endpoint}\n\n${lines.join("\n")}`;
}

function hubOf({ baseUrl, builtIn, name }: ConnectionFacts): string {
  if (baseUrl === undefined) return t("not connected");
  const named = builtIn ? t("built-in hub") : name && inlineCode(name);
  return [named, inlineCode(baseUrl)].filter(Boolean).join(", ");
}

function transportOf({ baseUrl }: ConnectionFacts): string {
  if (baseUrl === undefined) return t("none");
  if (baseUrl.startsWith("https:")) return "TLS";
  return isPlainHttp(baseUrl)
    ? t("plain http, in the local network")
    : t("plain http, on this computer only");
}

function keyWords({ builtIn, keyStored }: ConnectionFacts): string {
  if (builtIn) return t("not needed");
  if (keyStored === "unreadable") return t("could not be read from the keyring");
  return keyStored ? t("stored for this hub") : t("none for this hub");
}

function styleOf({ idStyle }: ConnectionFacts): string {
  if (idStyle === undefined) return t("not known");
  return idStyle === "path" ? t("in the path") : t("in the query");
}

function fieldNames(found: readonly string[]): string {
  return found.length === 0 ? t("none") : found.map(inlineCode).join(", ");
}

function fact(name: string, value: string): string {
  return `- **${name}**: ${value}`;
}

/** Names come from the hub, too: they must not end the code span or the line. */
function inlineCode(text: string): string {
  const { text: safe } = maskSecrets(text, { onlyStrong: true });
  return `\`${safe.replace(/[^\x20-\x7E]|`/g, "?").slice(0, 100)}\``;
}
