import { createHash } from "node:crypto";
import { t } from "../../kit/l10n";
import type { FileProblem, LocalFolder } from "../../contract/builtInHubApi";
import { type Candidate, candidatesIn } from "./candidates";
import { type Parsed, type ParsedFile, parseFile } from "./parseFile";
import { unusableFile } from "./parts";
import { readText } from "./readText";
import type { Ability, Expert } from "../../contract/types";
import type { NamedTools } from "../../contract/namedTools";
import type { ReasoningEffort, ToolName } from "../../contract/vocabulary";

/** Ids of experts and skills from files: far above those of the hub's own, and within 32 bits. */
const idRanges = {
  expert: { first: 1_000_000_000, count: 500_000_000 },
  skill: { first: 1_500_000_000, count: 500_000_000 },
} as const;

/** True for the ids that experts from files have. */
export function isFileExpertId(id: number): boolean {
  const { first, count } = idRanges.expert;
  return id >= first && id < first + count;
}

/**
 * The id of a path below a folder: the same whenever and wherever it is computed. `taken` settles
 * the very unlikely case that two paths have the same one: the later path gets the next free id.
 */
export function expertIdOf(
  kind: keyof typeof idRanges,
  folder: string,
  name: string,
  taken: ReadonlySet<number>,
): number {
  const { first, count } = idRanges[kind];
  const digest = createHash("sha256").update(`${folder}\0${name}`).digest();
  for (let offset = digest.readUIntBE(0, 6) % count; ; offset = (offset + 1) % count) {
    if (!taken.has(first + offset)) return first + offset;
  }
}

/** A skill of a file: an ability of experts. */
interface FileSkill {
  /** `text` is what the skill is for. */
  readonly ability: Ability;
  /** The body of the file: instructions for a language model. */
  readonly instructions: string;
  /** Absolute path. */
  readonly file: string;
}

export interface FileExpert {
  /** As `get_expert` answers it, without models; `abilities` are those of `skills`. */
  readonly record: Omit<Expert, "expert_llm_models">;
  /** The body of the file; empty if it has none. */
  readonly systemMessage: string;
  /** The tools that the file allows; `undefined` if it does not restrict them. */
  readonly tools: readonly ToolName[] | undefined;
  /** The names of tools in the file; `undefined` if it has no such field. */
  readonly namedTools: NamedTools | undefined;
  /** The models that the file names, as written, in order of preference. */
  readonly models: readonly string[];
  /** How long its models think, unless a question says so. */
  readonly reasoningEffort: ReasoningEffort | undefined;
  readonly skills: readonly FileSkill[];
  /** Absolute path. */
  readonly file: string;
}

interface ExpertFilesNow {
  /** Those of the first folder first, by path. */
  readonly experts: readonly FileExpert[];
  readonly problems: readonly FileProblem[];
  /** Differs from that of another state if anything in the files does. */
  readonly version: string;
}

interface FileReading extends Parsed {
  readonly version: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A file that can be used. */
interface Usable {
  readonly candidate: Candidate;
  readonly reading: FileReading;
  readonly parsed: ParsedFile;
  readonly id: number;
}

/**
 * The experts and skills that the open folders keep in files. It watches nothing: each request looks
 * at the directories again, and reads only the files that have changed.
 *
 * The skills of an open folder are abilities of all experts of that folder, whichever product they
 * were written for, as VS Code and Copilot have it. The experts of a folder without skills get those
 * of the other folders. Of skills with the same name in a folder, the first one counts.
 */
export class ExpertFiles {
  readonly #folders: () => readonly LocalFolder[];
  #known: ReadonlyMap<string, FileReading> = new Map();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ExpertFilesNow> | undefined;

  /** `folders` is called for each request; where nothing may be read, it returns none. */
  constructor(folders: () => readonly LocalFolder[]) {
    this.#folders = folders;
  }

  /** The state at some time after the call. Never rejects because of a file. */
  current(): Promise<ExpertFilesNow> {
    // All who call while one reading is under way share the next one.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const reading = this.#read();
      this.#running = reading.catch(() => undefined);
      return reading;
    });
    return this.#next;
  }

  async #read(): Promise<ExpertFilesNow> {
    const { candidates, problems } = await candidatesIn(this.#folders());
    const known = new Map<string, FileReading>();
    const usable: Usable[] = [];
    const found: FileProblem[] = [...problems];
    const taken = new Set<number>();
    for (const candidate of candidates) {
      const { kind, folder, name, file } = candidate;
      const reading = await this.#readingOf(candidate);
      known.set(file, reading);
      found.push(...reading.complaints.map((complaint) => ({ file, ...complaint })));
      if (!reading.parsed) continue;
      const id = expertIdOf(kind, folder, name, taken);
      taken.add(id);
      usable.push({ candidate, reading, parsed: reading.parsed, id });
    }
    this.#known = known;
    return { experts: expertsOf(usable), problems: found, version: versionOf(known, found) };
  }

  async #readingOf({ name, file, real }: Candidate): Promise<FileReading> {
    const known = this.#known.get(file);
    const read = await readText(real, known?.version);
    if (read === "unchanged" && known) return known;
    if (read === "unchanged" || !read) return unreadable();
    const { content, ...stamps } = read;
    if ("text" in content) return { ...stamps, ...(await parseFile(content.text, name)) };
    return { ...stamps, parsed: undefined, complaints: [unusableFile(content.problem)] };
  }
}

function versionOf(
  files: ReadonlyMap<string, FileReading>,
  problems: readonly FileProblem[],
): string {
  const versions = [...files].map(([file, { version }]) => [file, version]);
  return createHash("sha256")
    .update(JSON.stringify([versions, problems]))
    .digest("hex");
}

const unreadable = (): FileReading => ({
  version: "",
  createdAt: new Date(0),
  updatedAt: new Date(0),
  parsed: undefined,
  complaints: [unusableFile(t("This file cannot be opened."))],
});

function expertsOf(usable: readonly Usable[]): FileExpert[] {
  const skills = new Map<string, Map<string, FileSkill>>();
  for (const each of usable.filter(({ candidate }) => candidate.kind === "skill")) {
    const { folder } = each.candidate;
    const own = skills.get(folder) ?? new Map<string, FileSkill>();
    if (!own.has(each.parsed.name)) own.set(each.parsed.name, skillOf(each));
    skills.set(folder, own);
  }
  const all = [...skills.values()].flatMap((own) => [...own.values()]);
  return usable
    .filter(({ candidate, parsed }) => candidate.kind === "expert" && !parsed.isHidden)
    .map((each) => {
      const own = skills.get(each.candidate.folder);
      return expertOf(each, own ? [...own.values()] : all);
    });
}

function skillOf({ candidate, reading, parsed, id }: Usable): FileSkill {
  const { name, description, body } = parsed;
  return {
    ability: { id, name, text: description, ...stampsOf(reading) },
    instructions: body,
    file: candidate.file,
  };
}

function expertOf(
  { candidate, reading, parsed, id }: Usable,
  skills: readonly FileSkill[],
): FileExpert {
  const { name, description, body, tools, namedTools, models, reasoningEffort } = parsed;
  return {
    record: {
      id,
      name,
      description,
      system_message: body,
      ...stampsOf(reading),
      apps: {},
      abilities: skills.map(({ ability }) => ability),
    },
    systemMessage: body,
    tools,
    namedTools,
    models,
    reasoningEffort,
    skills,
    file: candidate.file,
  };
}

function stampsOf({ createdAt, updatedAt }: FileReading) {
  const updated = isoOf(updatedAt);
  return { createdAt: isoOf(createdAt), updatedAt: updated, publishedAt: updated };
}

/** A disk may hold times that no date can. */
function isoOf(date: Date): string {
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
