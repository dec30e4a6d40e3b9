// `node scripts/run.js <name> …` installs what is missing, and runs that script under Node 24.
import { prepare } from "./install.js";

await prepare();
process.argv.splice(1, 1);
await import(`./${process.argv[1]}.ts`);
