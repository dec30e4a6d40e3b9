import * as vscode from "vscode";
import type { Endpoint, Fields } from "../../connection/core/connectionFields";
import {
  connectionReport,
  type CallReport,
  type ConnectionFacts,
} from "../../connection/core/connectionReport";
import { asHubError } from "../../../platform/core/explain";
import { parseBaseUrl } from "../../../contract/address";
import type { HubClient } from "../../../client/client";
import { proxyFor } from "../../../client/proxy";
import { plainText } from "../../../platform/editor/plainText";
import { withProgress } from "../../../platform/editor/progress";
import { userNetworkSettings } from "../../../platform/editor/settings";
import type { ExpertsParts, LastAnswer } from "./expertsParts";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";

type CheckConnectionParts = Pick<
  ExpertsParts,
  "connection" | "roster" | "keys" | "snapshots" | "lastAnswer"
>;

/** Reads the account and one expert, and reports how far the hub matches the documented service. */
export function checkConnection(parts: CheckConnectionParts): Command {
  async function check(): Promise<ConnectionFacts> {
    const { connection, roster } = parts;
    const { hub } = connection;
    const nothing = { builtIn: false, keyStored: false, calls: [] };
    if (!hub) return { ...nothing, notes: [t("No hub is connected, so nothing was checked.")] };
    const { fieldsOf } = await import("../../connection/core/connectionFields");
    const answers: Answers = new Map();
    // Only field names are taken from the answer; its values are not passed on.
    const channel = await connection.probe((template, json) =>
      answers.set(template, fieldsOf(endpointOf(template), json)),
    );
    try {
      const { builtIn } = hub;
      const where = {
        baseUrl: parseBaseUrl(channel.baseUrl, undefined, { localNetwork: true }).base,
        builtIn,
        ...(!builtIn && hub.label !== new URL(channel.baseUrl).host && { name: hub.label }),
        ...proxyTo(channel.baseUrl),
        keyStored: builtIn || (await keyStored(hub.scope)),
      };
      if (where.keyStored === "unreadable")
        return {
          ...where,
          calls: [],
          notes: [t("The key could not be read, so nothing was checked.")],
        };
      const ask = (endpoint: Endpoint, call: (client: HubClient) => Promise<unknown>) =>
        timed(
          endpoint,
          () => call(channel.client),
          () => fieldsIn(endpoint, answers),
        );
      const calls = [await ask("GET /api/v1/get_user", (client) => client.getUser())];
      const id = roster.list[0]?.id;
      if (id !== undefined) {
        calls.push(await ask("GET /api/v1/get_expert/:id", (client) => client.getExpert(id)));
      }
      const answered = reportOf(parts.lastAnswer(), hub.scope, fieldsOf);
      if (answered) calls.push(answered);
      const idStyle = styleIn(answers);
      return {
        ...where,
        ...(idStyle && { idStyle }),
        calls,
        notes: [
          ...(id === undefined ? [t("No experts have been added, so none was requested.")] : []),
          answered
            ? t(
                "For invoke_agent, this report describes the last answer in the open conversation: a check does not ask a question, because a question may cost tokens.",
              )
            : t(
                "invoke_agent was not checked: ask a question, then check again. A check does not ask a question, because a question may cost tokens.",
              ),
          t("The service does not describe the answer of invoke_llm, so it cannot be checked."),
        ],
      };
    } finally {
      await channel.close();
    }
  }

  async function keyStored(scope: string): Promise<ConnectionFacts["keyStored"]> {
    try {
      return (await parts.keys.get(scope)) !== undefined;
    } catch {
      return "unreadable";
    }
  }

  return {
    id: "expertHub.checkConnection",
    async run(): Promise<void> {
      const facts = await withProgress(
        { location: vscode.ProgressLocation.Window, title: t("Checking the connection") },
        check,
        parts.connection,
      );
      const uri = parts.snapshots.add("Connection.md", connectionReport(facts));
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
        preview: true,
      });
    },
  };
}

async function timed(
  endpoint: Endpoint,
  call: () => Promise<unknown>,
  fields: () => Fields | undefined,
): Promise<CallReport> {
  const started = performance.now();
  const failure = await call().then(
    () => undefined,
    (error: unknown) => plainText(asHubError(error).message, 300),
  );
  const elapsedMs = performance.now() - started;
  const found = fields();
  return {
    endpoint,
    elapsedMs,
    ...(found && { fields: found }),
    ...(failure !== undefined && { failure }),
  };
}

/** The newest answer of this hub in the open conversation, only names and times. */
function reportOf(
  turn: LastAnswer | undefined,
  hubScope: string,
  fieldsOf: (endpoint: Endpoint, json: unknown) => Fields,
): CallReport | undefined {
  const received = turn?.result.state === "done" ? turn.result.received : undefined;
  if (!received || turn?.sent.endpoint !== "invoke_agent") return undefined;
  if (turn.asked.hubScope !== hubScope) return undefined;
  const { elapsedMs, raw } = received;
  const endpoint = "POST /api/v1/invoke_agent";
  return { endpoint, elapsedMs, fields: fieldsOf(endpoint, raw) };
}

const byPath = "/api/v1/get_expert/:id";
const byQuery = "/api/v1/get_expert";

/** Keyed by the template of the requested path. */
type Answers = Map<string, Fields>;

const endpointOf = (template: string): Endpoint =>
  template === "/api/v1/get_user" ? "GET /api/v1/get_user" : `GET ${byPath}`;

function fieldsIn(endpoint: Endpoint, answers: Answers): Fields | undefined {
  const template = endpoint.replace("GET ", "");
  return answers.get(template) ?? (template === byPath ? answers.get(byQuery) : undefined);
}

function styleIn(answers: Answers): "path" | "query" | undefined {
  if (answers.has(byPath)) return "path";
  return answers.has(byQuery) ? "query" : undefined;
}

/** Only the host: the address of a proxy may contain a password. */
function proxyTo(baseUrl: string): { proxy?: string } {
  try {
    const proxy = proxyFor(new URL(baseUrl), userNetworkSettings(), process.env);
    return proxy ? { proxy: proxy.host } : {};
  } catch (error) {
    return { proxy: plainText(asHubError(error).message, 100) };
  }
}
