import { isRecord } from "../../contract/record";
import type { AnswerView, ChatView, LiveView, PageState, TurnView } from "../protocol/views";

export function isPageState(value: unknown): value is PageState {
  return (
    isRecord(value) &&
    typeof value["conversationId"] === "string" &&
    typeof value["draft"] === "string" &&
    typeof value["draftRevision"] === "number" &&
    typeof value["busy"] === "boolean" &&
    Array.isArray(value["attachments"]) &&
    isRecord(value["marks"]) &&
    isOptions(value["options"])
  );
}

function isOptions(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["mode"] === "string" &&
    typeof value["memory"] === "string" &&
    isRecord(value["tools"]) &&
    Array.isArray(value["documentUrls"])
  );
}

export function isTurn(value: unknown): value is TurnView {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["question"] === "string" &&
    Array.isArray(value["attachments"]) &&
    typeof value["expertName"] === "string" &&
    isResult(value["result"])
  );
}

export function isChat(value: unknown): value is ChatView {
  return (
    isRecord(value) &&
    isPageState(value["pageState"]) &&
    Array.isArray(value["turns"]) &&
    value["turns"].every(isTurn)
  );
}

function isResult(value: unknown): boolean {
  if (!isRecord(value)) return false;
  switch (value["state"]) {
    case "waiting":
      return (
        (value["again"] === undefined || isAgain(value["again"])) &&
        (value["live"] === undefined || isLive(value["live"]))
      );
    case "stopped":
      return value["live"] === undefined || isLive(value["live"]);
    case "interrupted":
      return true;
    case "done":
      return isAnswer(value["answer"]);
    case "failed":
      return (
        isRecord(value["problem"]) &&
        typeof value["problem"]["sentence"] === "string" &&
        Array.isArray(value["problem"]["remedies"])
      );
    default:
      return false;
  }
}

export function isLive(value: unknown): value is LiveView {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    Array.isArray(value["steps"]) &&
    Array.isArray(value["running"])
  );
}

function isAgain(value: unknown): boolean {
  return isRecord(value) && typeof value["why"] === "string" && typeof value["inMs"] === "number";
}

function isAnswer(value: unknown): value is AnswerView {
  return (
    isRecord(value) &&
    typeof value["output"] === "string" &&
    Array.isArray(value["steps"]) &&
    Array.isArray(value["historyNotes"])
  );
}
