// Measures A1 to E3 against floors taken in the same run, prints a table, writes bench/results.json.
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { from } from "../scripts/root";
import { vsixFile } from "../scripts/vsix";
import { activation } from "./activation";
import { answers } from "./answers";
import { startBenchHub } from "./benchHub";
import { client } from "./client";
import { Editors } from "./editor";
import { growth } from "./growth";
import { memory } from "./memory";
import { Noise } from "./noise";
import { page } from "./page";
import { isJudged, isMet, type Measurement, type Result } from "./rows";
import { saving } from "./saving";
import { sizes } from "./sizes";
import { fixtureOf } from "./fixture";
import { tableOf } from "./table";
import { views } from "./views";

interface Kept {
  rows: (Result & { measuredAt: string; noise: number })[];
}

const { values } = parseArgs({ options: { only: { type: "string" }, long: { type: "boolean" } } });
const wanted = values.only?.split(",");
const started = Date.now();
const noise = new Noise();

const hub = await startBenchHub();
const editors = new Editors(vsixFile, { "expertHub.baseUrl": hub.url });
await editors.start();
const results: Result[] = [];
let failed = false;
try {
  const fixture = fixtureOf(editors, hub);
  const measurements: Measurement[] = [
    sizes,
    client(hub),
    saving,
    growth,
    page,
    activation(fixture),
    views(fixture),
    answers(fixture),
    memory(fixture),
  ];
  const known = new Set(measurements.flatMap(({ ids }) => ids));
  const unknown = wanted?.filter((id) => !known.has(id)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No such row: ${unknown.join()}. There are: ${[...known].join()}`);
  for (const { ids, run } of measurements) {
    if (wanted && !ids.some((id) => wanted.includes(id))) continue;
    noise.listen();
    const began = Date.now();
    try {
      const rows = await run(values.long === true);
      results.push(...rows.filter(({ id }) => !wanted || wanted.includes(id)));
    } catch (error) {
      failed = true;
      console.error(`${ids.join(", ")} could not be measured:`, error);
    }
    console.log(`${ids.join(", ")} in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  noise.listen();
} finally {
  await editors.stop();
  hub.close();
}

results.sort((one, other) => one.id.localeCompare(other.id));
console.log(`\n${tableOf(results)}\n`);
const judged = results.filter(isJudged);
const met = judged.filter(isMet).length;
console.log(
  `${met} met, ${judged.length - met} missed, ${results.length - judged.length} not judged; ${noise.words}`,
);
if (noise.tooNoisy) console.log("The machine was too noisy to judge by this run.");
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);

// Rows that were picked take the place of their last ones; the others stay as they were measured.
const file = from("bench/results.json");
const measured = new Set(results.map(({ id }) => id));
const before = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Partial<Kept>;
const [cpu] = cpus();
const where = { cpu: cpu?.model, cores: cpus().length, node: process.version };
const run = { measuredAt: new Date().toISOString(), ...where, noise: noise.level };
const kept: Kept = {
  rows: [
    ...(before.rows ?? []).filter(({ id }) => !measured.has(id)),
    ...results.map((result) => ({ ...result, ...run })),
  ].toSorted((one, other) => one.id.localeCompare(other.id)),
};
if (!noise.tooNoisy) await writeFile(file, `${JSON.stringify(kept, undefined, 2)}\n`);
process.exitCode = failed ? 1 : 0;
