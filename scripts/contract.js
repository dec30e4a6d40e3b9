// `npm run contract`: holds any hub to what docs/service.md promises, and reports promise by promise.
import { prepare } from "./install.js";

await prepare();
await import("./contract/run.js");
