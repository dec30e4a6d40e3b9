import { isMadeId } from "../../../../client/modelId";
import { commonExtension } from "../../../../kit/fileReference";
import { toolSteps } from "../reasoning";
import type { Turn } from "../turn";
import { showedData } from "./ownReads";
import { calledSteps, type LineRange } from "./read";
import { plainAddress, plainPath, sourcesOf, type FileSource, type Source } from "./sources";

/** Which places of an answer are marked if no step has read them. */
interface Marked {
  readonly files: boolean;
  readonly addresses: boolean;
}

/**
 * Marks are for answers that could have read something: one of their steps used a tool other than the
 * calculator, or their question switched one on. What was computed without a model has none.
 */
export function markedIn({ sent, asked, result }: Turn): Marked {
  const none = { files: false, addresses: false };
  if (result.state !== "done" || sent.endpoint !== "invoke_agent") return none;
  const { value } = result.received;
  const steps = toolSteps(value.intermediate_steps)
    .flatMap((group) => calledSteps(group))
    .filter(({ tool }) => tool !== "computation_engine");
  const isModel = asked.modelId !== undefined && isMadeId(asked.modelId);
  if (asked.builtIn && !isModel && !steps.some(showedData)) return none;
  const { tool_activation: tools = {}, document_urls: urls = [] } = sent.body;
  const searchesWeb = tools.web_search === true || tools.document_retriever === true;
  const readsAddress = steps.some(
    ({ tool }) => tool === "web_search" || tool === "document_retriever",
  );
  const addresses =
    readsAddress ||
    searchesWeb ||
    urls.length > 0 ||
    sourcesOf(value).some(({ kind }) => kind !== "file");
  return { files: steps.length > 0 || tools.workspace_connector === true || addresses, addresses };
}

/** A place that an answer names. */
type CitedPlace =
  | { readonly url: string }
  | { readonly path: string; readonly lines: LineRange | undefined };

/** As the page writes it: an address, or a path, with `:10-12` where it names lines. */
export function citedPlace(written: string): CitedPlace {
  if (written.startsWith("https://")) return { url: written };
  const [, path = written, first, last] = /^(.*):(\d{1,7})-(\d{1,7})$/s.exec(written) ?? [];
  if (first === undefined) return { path: plainPath(path), lines: undefined };
  const [one, other] = [Number(first), Number(last)];
  return {
    path: plainPath(path),
    lines: { first: Math.min(one, other), last: Math.max(one, other) },
  };
}

/** What is known of the disk, and of the question; asked about the same path more than once. */
export interface Surroundings {
  /** What tells files apart, the same for each way to write a path; undefined if there is none. */
  fileAt(path: string): Promise<string | undefined>;
  /** Whether the user gave this file to the expert. */
  isAttached(path: string): Promise<boolean>;
}

/** The places in an answer that none of its steps has read, as they were written. */
export async function unreadPlaces(
  turn: Turn,
  places: readonly string[],
  surroundings: Surroundings,
): Promise<string[]> {
  if (turn.result.state !== "done") return [];
  const marked = markedIn(turn);
  const sources = sourcesOf(turn.result.received.value);
  const urls = new Set(
    sources.flatMap((one) => (one.kind === "file" ? [] : plainAddress(one.url))),
  );
  // A hub may read what the user listed without a step; the built-in one makes a step of it.
  const listed = turn.sent.endpoint === "invoke_agent" ? (turn.sent.body.document_urls ?? []) : [];
  if (!turn.asked.builtIn) for (const url of listed) urls.add(plainAddress(url));
  const files = new ReadFiles(sources, surroundings);
  const isUnread = async (written: string) => {
    const place = citedPlace(written);
    if ("url" in place) return marked.addresses && !urls.has(plainAddress(place.url));
    return marked.files && !(await files.has(place.path, place.lines));
  };
  const unread = await Promise.all(places.map(isUnread));
  return places.filter((_, at) => unread[at]);
}

/** The files that an answer's steps have read, by whatever path it names them. */
class ReadFiles {
  readonly #byName: ReadonlyMap<string, readonly FileSource[]>;
  readonly #surroundings: Surroundings;

  constructor(sources: readonly Source[], surroundings: Surroundings) {
    const files = sources.filter((one) => one.kind === "file");
    this.#byName = Map.groupBy(files, ({ path }) => lastName(path));
    this.#surroundings = surroundings;
  }

  /** True as well for what names no file and does not look as if it did. */
  async has(path: string, lines: LineRange | undefined): Promise<boolean> {
    if (await this.#surroundings.isAttached(path)) return true;
    const read = await this.#named(path);
    if (read.length > 0) return !lines || read.some((file) => includes(file, lines));
    return (await this.#surroundings.fileAt(path)) === undefined && !(lines && isCitation(path));
  }

  async #named(path: string): Promise<FileSource[]> {
    const alike = this.#byName.get(lastName(path)) ?? [];
    const exact = alike.filter((file) => file.path === path);
    if (exact.length > 0 || alike.length === 0) return exact;
    const own = await this.#surroundings.fileAt(path);
    const others = await Promise.all(alike.map((file) => this.#surroundings.fileAt(file.path)));
    return alike.filter(({ path: read }, at) => {
      const other = others[at];
      if (own !== undefined && other !== undefined) return sameName(own) === sameName(other);
      // One of them is not on this computer, or only the end of the path is written.
      return (
        isEndOf(path, read) || (own === undefined && other === undefined && isEndOf(read, path))
      );
    });
  }
}

function includes({ lines: read, count }: FileSource, { first, last }: LineRange): boolean {
  if (count !== undefined && (last > count || first < 1)) return false;
  return read.length === 0 || read.some((range) => first <= range.last && last >= range.first);
}

/** Whether a path with a line is one, if there is no such file: `example.com:80` is not, nor a command. */
function isCitation(path: string): boolean {
  const [first = ""] = path.split("/");
  if (path.includes(" ")) return false;
  return commonExtension.test(path) || !/^[^.]+\../.test(first);
}

const noSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Whether a path is written as its end, or right after a sentence in a script without spaces. */
export function isEndOf(written: string, path: string): boolean {
  const [end, whole] = [sameName(written), sameName(path)];
  if (`/${whole}`.endsWith(`/${end}`)) return true;
  return end.endsWith(whole) && noSpaces.test(end.slice(0, -whole.length));
}

function lastName(path: string): string {
  return sameName(path.slice(path.lastIndexOf("/") + 1));
}

/** Disks differ in whether capitals and accents count. */
function sameName(path: string): string {
  return path.normalize().toLowerCase();
}
