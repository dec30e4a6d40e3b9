// Installs what is missing, then continues under Node 24: this file itself must run on any Node from 20 on.
import { prepare } from "./install.js";

await prepare();
await import("./startDemo.js");
