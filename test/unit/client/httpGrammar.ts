import fc from "fast-check";
import { sampled } from "./corpora";

const oneOf = (...values: string[]) => fc.constantFrom(...values);

const version = oneOf(
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/0.9",
  "HTTP/2.0",
  "ICY",
);
const status = fc.oneof(
  { weight: 3, arbitrary: oneOf("200", "201", "206") },
  oneOf("204", "302", "304", "400", "404", "500", "503"),
  oneOf("100", "101", "600", "999", "20", "2000", "abc", "", "-1"),
);
const lineEnd = fc.oneof(
  { weight: 9, arbitrary: fc.constant("\r\n") },
  oneOf("\n", "\r", "\r\r\n"),
);
const header = oneOf(
  "Content-Type: application/json",
  "Content-Type: application/json",
  "Content-Length: 14",
  "Content-Length: 14",
  "Content-Length: 3",
  "Content-Length: 140",
  "Content-Length: -1",
  "Content-Length: +14",
  "Content-Length: 14, 14",
  "Content-Length: 0x0e",
  "Content-Length: 99999999999999999999",
  "Content-Length :14",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, gzip",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding:\u000Bchunked",
  "Connection: close",
  "Connection: keep-alive",
  "Connection: upgrade",
  "Upgrade: websocket",
  "Keep-Alive: timeout=0",
  "Trailer: Content-Length",
  " folded: line",
  "no colon",
  ": no name",
  "X: a\u0000b",
  "X: \u00FF\u0080",
  `X: ${"x".repeat(17_000)}`,
  "",
);
const good = '{"output":"x"}';
const body = oneOf(
  good,
  good,
  good.slice(0, 5),
  `${good}${good}`,
  `${good}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
  `e\r\n${good}\r\n0\r\n\r\n`,
  `E;x="y"\r\n${good}\r\n000\r\nX: y\r\n\r\n`,
  `e\r\n${good}\r\n`,
  `e\n${good}\n0\n\n`,
  `ff\r\n${good}\r\n0\r\n\r\n`,
  `5\r\n${good}\r\n0\r\n\r\n`,
  `xyz\r\n${good}`,
  `-1\r\n${good}`,
  `fffffffffffffffff\r\n${good}`,
  "",
);

const chunked = `e\r\n${good}\r\n0\r\n\r\n`;
/** The declared length and the body: consistent, or arbitrary. */
const framed = fc.oneof(
  fc.constantFrom(
    { told: ["Content-Length: 14"], content: good },
    { told: ["Transfer-Encoding: chunked"], content: chunked },
    { told: [], content: good },
  ),
  fc.record({ told: fc.array(header, { maxLength: 2 }), content: body }),
);

export interface HttpCase {
  title: string;
  raw_latin1: string;
}

/** Answers of HTTP/1, well-formed and not. */
export const httpAnswers: readonly HttpCase[] = sampled(
  fc
    .tuple(
      version,
      status,
      oneOf(" OK", " OK", "", " ", " \u0007"),
      lineEnd,
      fc.array(header, { maxLength: 2 }),
      framed,
    )
    .map(([by, code, reason, end, headers, { told, content }]) =>
      [`${by} ${code}${reason}`, ...headers, ...told, "", content].join(end),
    ),
  150,
).map((raw_latin1) => ({ title: JSON.stringify(raw_latin1.slice(0, 400)), raw_latin1 }));
