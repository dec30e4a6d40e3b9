// What packages bring along and nothing here may reach: it is not shipped, so it cannot be called.
import { readFile } from "node:fs/promises";

/** Its fetch, HTTP/2 and SOCKS; undici itself has a switch for its second parser. */
export const undiciSwitches = { esbuildDetection: "true" };
const unreached =
  /[/\\]undici[/\\]lib[/\\](?:web[/\\](?:fetch[/\\](?:body|formdata)|webidl[/\\]index)|dispatcher[/\\](?:client-h2|socks5-proxy-agent))\.js$/;

export const withoutUnreached = {
  name: "without-unreached",
  setup(build) {
    build.onLoad({ filter: unreached }, () => ({ contents: "module.exports = {};" }));
  },
};

/** highlight.js can also write into a document by itself; here it is asked for tokens only. */
export const withoutMarkup = {
  name: "without-markup",
  setup(build) {
    build.onLoad({ filter: /[/\\]highlight\.js[/\\]lib[/\\]core\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll(".innerHTML", ".textContent"), loader: "js" };
    });
  },
};
