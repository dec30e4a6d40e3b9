import { t } from "../kit/l10n";
import { sizeOf } from "../contract/sizes";
import { HubError, type ErrorKind, type HubErrorDetails } from "../contract/errors";
import { timeInWords } from "../contract/text";

/** The expert, and perhaps its ability, that a request is about. */
export interface Subject {
  readonly expert: number;
  readonly ability?: number | undefined;
}

/** What an error says about the request it belongs to. */
export interface RequestFacts {
  method: "GET" | "POST";
  /** What was requested. */
  subject?: Subject;
  /** Bytes of the body. */
  sent: number;
}

const kinds: Readonly<Record<number, ErrorKind>> = {
  400: "invalid-request",
  401: "bad-key",
  402: "payment",
  403: "forbidden",
  404: "not-found",
  408: "timeout",
  409: "conflict",
  413: "too-large",
  422: "invalid-request",
  429: "rate-limited",
};

/** The error for an HTTP status (section 7 leaves the meaning to the status). */
export function statusError(
  status: number,
  request: RequestFacts,
  details: HubErrorDetails,
): HubError {
  const kind = kindOf(status);
  const failed = kind === "server" || kind === "bad-response" || status === 408;
  const isPutOff = status === 503 && details.retryAfterSeconds !== undefined;
  const nothingRan = details.nothingRan === true || isPutOff;
  const mayHaveRun = request.method === "POST" && failed && !nothingRan;
  return new HubError(kind, sentenceOf(status, request, details), {
    status,
    ...details,
    ...(mayHaveRun && { mayHaveRun }),
  });
}

function kindOf(status: number): ErrorKind {
  const known = kinds[status];
  if (known) return known;
  if (status >= 400 && status < 500) return "invalid-request";
  return status >= 500 && status < 600 ? "server" : "bad-response";
}

function sentenceOf(
  status: number,
  request: RequestFacts,
  { retryAfterSeconds, isExhausted }: HubErrorDetails,
): string {
  const { method, subject, sent } = request;
  switch (status) {
    case 400:
      if (method === "GET" && !subject) return t("The hub reports an unexpected error.");
      return t("The hub rejected the request as invalid.");
    case 401:
      return t("The hub does not accept the API key.");
    case 402:
      return t("The hub requires payment first.");
    case 403:
      return notAllowed(subject);
    case 404:
      return notKnown(subject);
    case 408:
      return t("The hub timed out.");
    case 409:
      return t("The hub reports a conflict with another request.");
    case 413:
      if (sent === 0) return t("The hub rejected the request as too large.");
      return t("The hub rejected the request of {0} as too large.", sizeOf(sent));
    case 422:
      return t("The hub rejected a field of the request.");
    case 429:
      if (isExhausted) return t("The quota at the hub is used up.");
      if (retryAfterSeconds === undefined) return t("The hub is receiving too many requests.");
      return t(
        "The hub is receiving too many requests. Try again in {0}.",
        timeInWords(Math.ceil(retryAfterSeconds)),
      );
    default:
      if (status >= 500 && status < 600) return t("The hub failed with status {0}.", status);
      if (status >= 400 && status < 500)
        return t("The hub rejected the request with status {0}.", status);
      return t("The hub answered with the unknown status {0}.", status);
  }
}

function notAllowed(subject: Subject | undefined): string {
  if (!subject) return t("The hub does not allow this API key to use this account.");
  const { expert, ability } = subject;
  if (ability === undefined)
    return t("The hub does not allow this API key to use expert {0}.", expert);
  return t(
    "The hub does not allow this API key to use expert {0} with ability {1}.",
    expert,
    ability,
  );
}

function notKnown(subject: Subject | undefined): string {
  if (!subject) return t("The hub does not know this address. Check the base address.");
  const { expert, ability } = subject;
  if (ability === undefined) return t("The hub does not know expert {0}.", expert);
  return t("The hub does not know expert {0} with ability {1}.", expert, ability);
}
