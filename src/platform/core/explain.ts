import { HubError } from "../../contract/errors";
import { t } from "../../kit/l10n";
import type { Remedy } from "../../contract/vocabulary";
import { LocalError } from "./localError";

export const remedyLabels: Readonly<Record<Remedy, string>> = {
  retry: t("Retry"),
  connect: t("Connect to a Hub"),
  setApiKey: t("Set API Key"),
  openHub: t("Open Hub Website"),
  switchHub: t("Switch Hub"),
  continueHere: t("Continue Here"),
  addExpert: t("Add Expert"),
  refreshExpert: t("Refresh Expert"),
  startBuiltInHub: t("Try the Built-in Hub"),
  addModel: t("Choose a Model"),
  enterModelKey: t("Enter Key…"),
  openSettings: t("Open Settings"),
  showLog: t("Show Log"),
};

/** `model` was chosen since the error. */
export function remedyLabel(remedy: Remedy, { kind }: HubError, model?: string): string {
  if (remedy === "retry" && model !== undefined) return t("Ask Again with {0}", model);
  return remedy === "setApiKey" && kind !== "no-key" ? t("Replace Key") : remedyLabels[remedy];
}

export interface Explanation {
  /** Plain words: what happened, and what it means for the user's text. */
  sentence: string;
  details?: string;
  /** The hub's own words: untrusted. */
  hubSays?: string;
  /** At most two, the most helpful first. */
  remedies: Remedy[];
  /** Its cause is gone. */
  isMended?: true;
}

/** What is known beside the error itself. */
export interface Circumstances {
  readonly hasHub?: boolean;
  /** Whether the expert that was asked is in the list. */
  readonly isListed?: boolean;
  /** The built-in hub has failed, whose words are our own. */
  readonly isBuiltIn?: boolean;
  /** The language model that was chosen since it failed for want of one. */
  readonly model?: string | undefined;
  /** Whether the key that it failed for was entered since. */
  readonly isMended?: boolean;
}

/** Shown for unexpected errors. */
export const unexpectedErrorSentence = t("Something went wrong in Expert Hub.");

const remedies: Record<HubError["kind"], Remedy[]> = {
  "no-key": ["setApiKey"],
  "bad-key": ["setApiKey", "retry"],
  forbidden: ["retry", "setApiKey"],
  payment: ["retry"],
  "not-found": ["refreshExpert", "retry"],
  "invalid-request": ["retry", "showLog"],
  conflict: ["retry"],
  "too-large": ["retry"],
  "rate-limited": ["retry"],
  server: ["retry", "showLog"],
  "bad-response": ["retry", "showLog"],
  redirect: ["connect", "showLog"],
  tls: ["retry", "showLog"],
  network: ["retry", "showLog"],
  timeout: ["retry", "showLog"],
  cancelled: [],
  storage: ["retry", "showLog"],
  internal: ["showLog"],
};

const newKey = t("There is a new key. Retry asks again with it.");

/** Converts any error to a `HubError`. */
export function asHubError(error: unknown): HubError {
  return error instanceof HubError ? error : new HubError("internal", unexpectedErrorSentence);
}

/** Any hub error as one sentence with the available actions. */
export function explain(error: HubError, circumstances: Circumstances = {}): Explanation {
  const { hasHub = true, isListed = true, isMended = false } = circumstances;
  if (isMended && (error.kind === "no-key" || error.kind === "bad-key"))
    return { sentence: newKey, remedies: ["retry", "setApiKey"], isMended };
  const ofModel = modelProblem(error, circumstances);
  if (ofModel) return ofModel;
  const { status, code, hubMessage, mayHaveRun, deadlineSeconds } = error.details;
  const facts = [
    status !== undefined && t("HTTP status {0}", status),
    code !== undefined && t("hub code {0}", code),
    hubMessage !== undefined && hubMessage !== "" && t("the hub says: {0}", hubMessage),
  ].filter((fact) => fact !== false);
  // Only the deadline of a question is the user's own; all others are fixed.
  const isImpatient = deadlineSeconds !== undefined && mayHaveRun === true;
  const sentences = [
    error.message,
    mayHaveRun &&
      t("The hub may already have processed the question; asking again may be charged twice."),
    isImpatient && t("To wait longer, change the setting {0}.", "expertHub.timeoutSeconds"),
  ].filter(Boolean);
  const helpful: readonly Remedy[] = isImpatient
    ? ["retry", "openSettings"]
    : known(error, isListed);
  return {
    sentence: sentences.join(" "),
    ...(facts.length > 0 && { details: facts.join("\n") }),
    ...(hubMessage !== undefined && hubMessage !== "" && { hubSays: hubMessage }),
    remedies: hasHub ? [...helpful] : ["connect", "startBuiltInHub"],
  };
}

/** `isListed`: whether the expert that was asked is in the list. */
function known(error: HubError, isListed: boolean): readonly Remedy[] {
  if (error instanceof LocalError) return error.remedies;
  // The hub does not know the expert either: there is no row to refresh, and nobody to ask again.
  if (error.kind === "not-found" && !isListed) return [];
  // Rejected before it was sent: no button can make a valid request of it.
  const isOurs = error.kind === "invalid-request" && error.details.status === undefined;
  return isOurs ? [] : remedies[error.kind];
}

/**
 * What the hub says of the language model that the user chose, or has yet to (501); 401 is about its
 * key. Untrusted.
 */
function modelProblem(
  { details }: HubError,
  { isBuiltIn = false, model, isMended = false }: Circumstances,
): Explanation | undefined {
  const { about, status, code, hubMessage } = details;
  if (about !== "model" || !hubMessage) return undefined;
  const isMissing = status === 501;
  if (isMissing && model !== undefined)
    return {
      sentence: t("There is a language model for this question now."),
      remedies: ["retry", "addModel"],
      isMended: true,
    };
  const sentence = isBuiltIn ? hubMessage : t("The hub says: {0}", hubMessage);
  if (isMissing) return { sentence, remedies: ["addModel"] };
  if (code !== 401) return { sentence, remedies: ["retry", "addModel"] };
  return isMended
    ? { sentence: newKey, remedies: ["retry", "enterModelKey"], isMended }
    : { sentence, remedies: ["enterModelKey", "retry"] };
}

/** What failed, without what may be done about it. Untrusted. */
export function failureSentence(error: HubError): string {
  return modelProblem(error, {})?.sentence ?? error.message;
}

/** Includes the hub's own words where there is no room for details. Untrusted. */
export function explanationLine({ sentence, hubSays }: Explanation): string {
  return hubSays === undefined ? sentence : `${sentence} ${t("The hub says: {0}", hubSays)}`;
}
