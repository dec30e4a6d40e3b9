import { isRecord, parsedJson, record } from "../../../contract/record";
import type { Step } from "../../../contract/types";
import { fenced } from "../../../kit/fence";
import { t } from "../../../kit/l10n";
import { calledSteps, givenTo, tellsFailure } from "./sources";
import { toolSteps } from "./reasoning";

/** A step, with the texts that its hub wrote after it in the same group: what came of it. */
export interface DoneStep {
  readonly step: Step;
  readonly results: readonly string[];
}

/** The steps that used a tool, in order. */
export function doneSteps(groups: readonly (readonly Step[])[]): DoneStep[] {
  return toolSteps(groups).flatMap((group) => {
    const done: { step: Step; results: string[] }[] = [];
    for (const step of group) {
      const before = done.at(-1);
      if (typeof step.raw === "string" && before) before.results.push(step.raw);
      else done.push({ step, results: [] });
    }
    return done;
  });
}

const maxAbout = 160;
const maxFound = 200;

/** What was done, such as `Read cart.ts 1–20`, or could not be done. Parts of it are untrusted. */
export function stepSentence(done: DoneStep): string {
  const { step } = done;
  const { tool = "", raw } = step;
  if (typeof raw === "string" && raw.trim() !== "") return shortened(raw, maxAbout);
  const about = shortened(queryOf(step), maxAbout);
  const isDone = !tellsFailure(resultOf(done));
  if (tool === "workspace_connector") return workspaceSentence(step, about, isDone);
  if (about !== "") {
    if (tool === "computation_engine")
      return isDone ? t("Calculated {0}", about) : t("Could not calculate {0}", about);
    if (tool === "web_search")
      return isDone
        ? t("Searched the web for {0}", about)
        : t("Could not search the web for {0}", about);
    if (tool === "document_retriever") return documentSentence(step, about, isDone);
  }
  const name = shortened(tool, 80) || t("a tool");
  const called = about === "" ? t("Called {0}", name) : t("Called {0} with {1}", name, about);
  return isDone ? called : t("{0}: failed", called);
}

/** With `action`, `path` and lines as the built-in hub has them; others may have a query alone. */
function workspaceSentence(step: Step, about: string, isDone: boolean): string {
  const given = argumentsOf(step);
  const text = (name: string) => shortened(textOf(given[name]), maxAbout);
  const path = text("path");
  const action = text("action").toLowerCase();
  if (action === "read" || (action === "" && path !== "" && text("query") === ""))
    return readSentence([path || about, linesIn(given)].filter(Boolean).join(" "), isDone);
  if (action === "list" && path !== "")
    return isDone ? t("Listed {0}", path) : t("Could not list {0}", path);
  if (action === "list" && isDone) return t("Listed the files of the folder");
  if (action === "list" || about === "")
    return isDone ? t("Looked into the folder") : t("Could not look into the folder");
  const query = text("query") || about;
  return isDone
    ? t("Searched {0} in the folder", query)
    : t("Could not search {0} in the folder", query);
}

function documentSentence(step: Step, about: string, isDone: boolean): string {
  const { url, query } = argumentsOf(step);
  const place = shortened(textOf(url), maxAbout);
  const words = shortened(textOf(query), maxAbout);
  if (place === "")
    return isDone
      ? t("Searched {0} in the documents", about)
      : t("Could not search {0} in the documents", about);
  if (words === "") return readSentence(place, isDone);
  return isDone
    ? t("Searched {0} in {1}", words, place)
    : t("Could not search {0} in {1}", words, place);
}

const readSentence = (what: string, isDone: boolean): string =>
  isDone ? t("Read {0}", what) : t("Could not read {0}", what);

function linesIn({ from_line: from, to_line: to }: Readonly<Record<string, unknown>>): string {
  const [first, last] = [from, to].map((line) => (Number.isSafeInteger(line) ? String(line) : ""));
  return first || last ? [first || "1", last].join("–") : "";
}

/** What came of a step, in a line; empty if its hub does not say. Untrusted. */
export function stepFound(done: DoneStep): string {
  return shortened(resultOf(done).slice(0, maxFound * 10), maxFound);
}

function resultOf({ step, results }: DoneStep): string {
  return results.length > 0 ? results.join("\n") : (calledSteps([step])[0]?.result ?? "");
}

export function stepDocument(done: DoneStep): string {
  const { step, results } = done;
  const { log = "", message_log: messages = [], tool_call_id: callId = "", raw } = step;
  const parts = [
    `# ${inOneLine(stepSentence(done))}`,
    ...section(t("Query"), queryOf(step)),
    ...section(t("Log"), log),
    ...results.flatMap((result) => section(t("Result"), result)),
    ...(messages.length > 0 ? [`## ${t("Message log")}`] : []),
    ...messages.flatMap(({ content = "", additional_kwargs: more }) => [
      ...(content === "" ? [] : [fenced(content, "text")]),
      ...(more?.tool_calls ?? []).flatMap(({ index, id = "", type, function: called }) => [
        callLine([called?.name, type, id, index === undefined ? "" : `#${index}`]) +
          (id !== "" && id === callId ? ` (${t("this step's call")})` : ""),
        ...(called?.arguments ? [fenced(called.arguments, "json")] : []),
      ]),
    ]),
    ...section(t("Call ID"), callId),
    ...section(t("Raw JSON"), JSON.stringify(raw, undefined, 2) ?? "null", "json"),
  ];
  return `${parts.join("\n\n")}\n`;
}

const section = (title: string, text: string, language = "text"): string[] =>
  text === "" ? [] : [`## ${title}`, fenced(text, language)];

const callLine = (facts: readonly (string | undefined)[]): string =>
  `- ${facts
    .filter(Boolean)
    .map((fact) => inOneLine(fact!))
    .join(" · ")}`;

/** Only the query if there is nothing else, otherwise the input as JSON. */
function queryOf({ tool_input: input }: Step): string {
  if (input === undefined || input === null) return "";
  if (typeof input === "string") return input;
  const { query, ...rest } = record(input);
  if (typeof query === "string" && Object.keys(rest).length === 0) return query;
  return JSON.stringify(input) ?? "";
}

function argumentsOf(step: Step): Readonly<Record<string, unknown>> {
  const parsed = parsedJson(givenTo(step));
  return isRecord(parsed) ? parsed : record(step.tool_input);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function shortened(text: string, most: number): string {
  const line = inOneLine(text);
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}
