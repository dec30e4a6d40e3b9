import { HubError, type ErrorKind, type HubErrorDetails } from "./errors";
import { sizeInWords, timeInWords } from "./text";

/** What an error says about the request it belongs to. */
export interface Asked {
  method: "GET" | "POST";
  /** What was requested, in words: `expert 7`. */
  subject?: string;
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
export function statusError(status: number, asked: Asked, details: HubErrorDetails): HubError {
  const kind = kindOf(status);
  const failed = kind === "server" || kind === "bad-response" || status === 408;
  const refusedUnrun = status === 503 && details.retryAfterSeconds !== undefined;
  const mayHaveRun = asked.method === "POST" && failed && !refusedUnrun;
  return new HubError(kind, sentenceOf(status, asked, details), {
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

function sentenceOf(status: number, asked: Asked, { retryAfterSeconds }: HubErrorDetails): string {
  const { method, subject, sent } = asked;
  switch (status) {
    case 400:
      if (method === "GET" && !subject) return "The hub reports an unexpected error.";
      return "The hub rejected the request as invalid.";
    case 401:
      return "The hub does not accept the API key.";
    case 402:
      return "The hub requires payment first.";
    case 403:
      return `The hub does not allow this API key to use ${subject ?? "this account"}.`;
    case 404:
      if (subject) return `The hub does not know ${subject}.`;
      return "The hub does not know this address. Check the base address.";
    case 408:
      return "The hub timed out.";
    case 409:
      return "The hub reports a conflict with another request.";
    case 413:
      return `The hub rejected the request of ${sizeInWords(sent)} as too large.`;
    case 422:
      return "The hub rejected a field of the request.";
    case 429:
      if (retryAfterSeconds === undefined) return "The hub is receiving too many requests.";
      return `The hub is receiving too many requests. Try again in ${timeInWords(retryAfterSeconds)}.`;
    default:
      if (status >= 500 && status < 600) return `The hub failed with status ${status}.`;
      if (status >= 400 && status < 500)
        return `The hub rejected the request with status ${status}.`;
      return `The hub answered with the unknown status ${status}.`;
  }
}
