import { HubError } from "../hub/errors";
import type { Remedy } from "../kit/vocabulary";

export const remedyLabels: Readonly<Record<Remedy, string>> = {
  retry: "Retry",
  connect: "Connect to a Hub",
  setApiKey: "Set API Key",
  openHub: "Open Hub Website",
  addExpert: "Add Expert",
  refreshExpert: "Refresh Expert",
  startBuiltInHub: "Try the Built-in Hub",
  openSettings: "Open Settings",
  showLog: "Show Log",
};

/** What the button for a remedy says. */
export function remedyLabel(remedy: Remedy, { kind }: HubError): string {
  return remedy === "setApiKey" && kind !== "no-key" ? "Replace Key" : remedyLabels[remedy];
}

export interface Explanation {
  /** Plain words: what happened, and what it means for the user's text. */
  sentence: string;
  details?: string;
  /** The hub's own words: untrusted. */
  hubSays?: string;
  /** Two at most; the first helps most. */
  remedies: Remedy[];
}

/** What is said of an error that nobody foresaw. */
export const unexpectedErrorSentence = "Something went wrong in Expert Hub.";

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

/** Any error as one of ours. */
export function asHubError(error: unknown): HubError {
  return error instanceof HubError ? error : new HubError("internal", unexpectedErrorSentence);
}

/** Any error of the hub as one sentence and the actions on offer. */
export function explain(
  error: HubError,
  { hasHub = true }: { hasHub?: boolean } = {},
): Explanation {
  const { status, code, hubMessage, mayHaveRun, deadlineSeconds } = error.details;
  const facts = [
    status !== undefined && `HTTP status ${status}`,
    code !== undefined && `hub code ${code}`,
    hubMessage !== undefined && hubMessage !== "" && `the hub says: ${hubMessage}`,
  ].filter((fact) => fact !== false);
  const warning = mayHaveRun
    ? " The hub may already have processed the question; asking again may be charged twice."
    : "";
  // The deadline of a question is the user's own; all others are fixed.
  const isImpatient = deadlineSeconds !== undefined && mayHaveRun === true;
  const patience = isImpatient
    ? " To wait longer, change the setting expertHub.timeoutSeconds."
    : "";
  // Refused before it was sent: no button makes another request of it.
  const isOurs = error.kind === "invalid-request" && status === undefined;
  const known: Remedy[] = isOurs ? [] : remedies[error.kind];
  const helpful: Remedy[] = isImpatient ? ["retry", "openSettings"] : known;
  return {
    sentence: error.message + warning + patience,
    ...(facts.length > 0 && { details: facts.join("\n") }),
    ...(hubMessage !== undefined && hubMessage !== "" && { hubSays: hubMessage }),
    remedies: hasHub ? helpful : ["connect", "startBuiltInHub"],
  };
}

/** The hub's own words go along where there is no room for details. Untrusted. */
export function inOneLine({ sentence, hubSays }: Explanation): string {
  return hubSays === undefined ? sentence : `${sentence} The hub says: ${hubSays}`;
}
