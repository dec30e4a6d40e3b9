// Package code that nothing here may reach: it is not shipped, so it cannot be called.
import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * undici's fetch, HTTP/2 and SOCKS, and the WebAssembly of its parser for processors with SIMD: the
 * other one runs everywhere. For its parser in JavaScript, undici has its own switch.
 */
export const undiciSwitches = {
  esbuildDetection: "true",
  "process.env.UNDICI_NO_WASM_SIMD": '"1"',
};
const unreached =
  /[/\\]undici[/\\]lib[/\\](?:web[/\\](?:fetch[/\\](?:body|formdata)|webidl[/\\]index)|dispatcher[/\\](?:client-h2|socks5-proxy-agent)|llhttp[/\\]llhttp_simd-wasm)\.js$/;

export const withoutUnreached: Plugin = {
  name: "without-unreached",
  setup(build) {
    build.onLoad({ filter: unreached }, () => ({ contents: "module.exports = {};" }));
  },
};

/** A third of the MCP package is ajv, for schemas of forms that a server shows: ours shows none. */
export const withoutValidator: Plugin = {
  name: "without-validator",
  setup(build) {
    build.onLoad({ filter: /[/\\]server[/\\]dist[/\\]shimsNode\.mjs$/ }, () => ({
      contents: "export class DefaultJsonSchemaValidator {}",
    }));
  },
};

/** highlight.js can also write to a document; here it only provides tokens. */
export const withoutMarkup: Plugin = {
  name: "without-markup",
  setup(build) {
    build.onLoad({ filter: /[/\\]highlight\.js[/\\]lib[/\\]core\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll(".innerHTML", ".textContent"), loader: "js" };
    });
  },
};
