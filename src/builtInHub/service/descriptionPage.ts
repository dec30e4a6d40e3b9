import type { IncomingMessage, ServerResponse } from "node:http";
import { description } from "../description";
import { expectMethod, pathOf } from "./call";
import { reply } from "./reply";

const page = "/api/v1/openapi.json";

/**
 * Serves the description; false if the request is for something else. It needs no key: it is the
 * same for everyone, and the programs that read it send none.
 */
export function serveDescription(request: IncomingMessage, response: ServerResponse): boolean {
  if (pathOf(request) !== page) return false;
  expectMethod(request, "GET");
  reply(response, 200, { ...description, servers: [{ url: "/", description: "This hub." }] });
  return true;
}
