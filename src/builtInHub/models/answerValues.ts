import { parsedJson } from "../../contract/record";
import type { SendResponse } from "../../contract/send";
import { chunks } from "./modelServer";
import type { AskedModel } from "./modelErrors";

/** What an answer says next: a JSON value, text that is none, or that it has ended. */
export type AnswerValue =
  | { readonly kind: "json"; readonly json: unknown; readonly isError?: boolean }
  | { readonly kind: "text"; readonly text: string; readonly isError?: boolean }
  | { readonly kind: "done" };

/** A larger body is read as JSON only once it is there completely. */
const maxTried = 256 * 1024;

/**
 * The values of an answer as soon as they are complete. Whatever its type says, it may be a stream of
 * events, JSON in lines, or a single JSON text.
 */
export async function* answerValues(
  response: SendResponse,
  asked: AskedModel,
  signal: AbortSignal,
): AsyncGenerator<AnswerValue> {
  const { createParser } = await import("eventsource-parser");
  const found: AnswerValue[] = [];
  const events = createParser({
    onEvent: ({ data, event }) => found.push(...valuesOf(data, event === "error")),
  });
  let form: Form = "unknown";
  let rest = "";
  const isEvents = () => form === "events";
  const add = (text: string) => {
    if (isEvents()) return events.feed(text);
    rest += text;
    if (form === "unknown") {
      rest = rest.trimStart();
      form = formOf(rest);
    }
    if (isEvents()) {
      events.feed(rest);
      rest = "";
    } else if (form === "lines") {
      const complete = rest.split("\n");
      rest = complete.pop() ?? "";
      for (const line of complete) found.push(...valuesOf(line));
    }
    // The end of the connection is not waited for.
    const json =
      rest.length < maxTried && /[}\]]\s{0,4}$/.test(text) ? parsedJson(rest) : undefined;
    if (json === undefined) return;
    found.push({ kind: "json", json });
    [form, rest] = ["lines", ""];
  };
  const decoder = new TextDecoder();
  for await (const chunk of chunks(response, asked, signal)) {
    add(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  add(decoder.decode());
  // The blank line after the last event may be missing.
  if (isEvents()) events.feed("\n\n");
  else found.push(...valuesOf(rest));
  yield* found;
}

type Form = "unknown" | "events" | "lines" | "whole";

function formOf(begun: string): Form {
  if (/^[[{]/.test(begun)) {
    const end = begun.indexOf("\n");
    if (end === -1) return "unknown";
    return parsedJson(begun.slice(0, end)) === undefined ? "whole" : "lines";
  }
  if (/^(?:data|event|id|retry)?:/.test(begun)) return "events";
  return begun.length < "retry:".length ? "unknown" : "whole";
}

function valuesOf(data: string, isError = false): AnswerValue[] {
  const text = data.trim();
  if (text === "") return [];
  if (text === "[DONE]") return [{ kind: "done" }];
  const json = parsedJson(text);
  if (json !== undefined) return [{ kind: "json", json, isError }];
  const lines = text.split("\n");
  // Some servers leave out the blank line between two events.
  const isList =
    lines.length > 1 && lines.every((line) => /^(?:\{.*\}|\[DONE\]|)$/.test(line.trim()));
  return isList
    ? lines.flatMap((line) => valuesOf(line, isError))
    : [{ kind: "text", text, isError }];
}
