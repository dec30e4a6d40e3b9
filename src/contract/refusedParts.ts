/** The fields of a request to a model that it can do without; a refused one is left out. */
export const optionalFields = [
  "stream_options",
  "stream",
  "tool_choice",
  /** Left out, the limit of the answer is sent as `max_completion_tokens`. */
  "max_tokens",
  /** Left out, there is no limit. */
  "max_completion_tokens",
  "reasoning_effort",
  "temperature",
  "tools",
] as const;

/**
 * What a server may refuse of the messages: a role for the system, whose words go into the first
 * question then; roles that do not alternate; empty content; the names of tools beside their results;
 * and answers that come back without what the model thought.
 */
type MessageForm = "system" | "order" | "content" | "name" | "reasoning";

export type RequestPart = (typeof optionalFields)[number] | MessageForm;

/** What a server says of a request that it refuses. */
export interface Refusal {
  readonly status: number;
  readonly words: string;
  readonly code: string;
  /** The places in the request that it names, such as `tools` or `messages.0.role`. */
  readonly places: readonly string[];
}

/** What was refused: of several possibilities, the most likely first. */
export interface RefusedParts {
  readonly choices: readonly (readonly RequestPart[])[];
  /** The server named nothing that is known. */
  readonly isGuess: boolean;
}

/** They are about the key, the account, the load or the size of a request, not its parts. */
const otherStatuses = new Set([401, 402, 407, 408, 413, 429]);

/** Which parts of a request a server refuses; `undefined` if it is about something else. */
export function refusedParts({ status, words, code, places }: Refusal): RefusedParts | undefined {
  if (otherStatuses.has(status)) return undefined;
  const said = `${code}\n${words}`;
  const named = places.map((place) => partsAt(place, said)).filter((parts) => parts.length > 0);
  // Each of these is wrong by itself.
  const fields = named.flatMap(([first]) => (first !== undefined ? [first] : []));
  const choices = [
    ...(fields.length > 0 ? [[...new Set(fields)]] : []),
    ...named.flatMap((parts) => parts.map((part) => [part])),
    ...partsIn(said, status),
  ];
  if (choices.length > 0) return { choices, isGuess: false };
  // Many do not say which field they do not know.
  const isUnclear = status === 400 || status === 422;
  return isUnclear ? { choices: [["stream_options"], ["tools"]], isGuess: true } : undefined;
}

/** The parts of the request that a place such as `body.tools[0].type` is about. */
function partsAt(place: string, words: string): readonly RequestPart[] {
  const path = place.replaceAll(/[[\]/'"]+/g, ".").replace(/^\.?(?:body\.)?/, "");
  const field = optionalFields.find((name) => path === name || path.startsWith(`${name}.`));
  if (field === "max_tokens") return limitParts(words);
  if (field) return [field];
  if (/^functions?\b/.test(path)) return ["tools"];
  if (!path.startsWith("messages")) return [];
  if (/\brole\b/.test(path))
    return /\b(?:system|developer)\b/i.test(words) || path.startsWith("messages.0.")
      ? ["system", "order"]
      : ["order", "system", "tools"];
  if (/reasoning|thinking/.test(path)) return ["reasoning"];
  if (/tool_calls?\b|function_call\b/.test(path)) return ["tools"];
  if (/\bname\b/.test(path)) return ["name"];
  return /\bcontent\b/.test(path) ? ["content"] : [];
}

const isNewerName = /\buse ['"`]?max_completion_tokens/i;
const isAboutName =
  /not support|unsupported|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|not allowed|deprecated/i;
const isAboutValue = /too (?:large|big|high)|at most|less than|exceed|greater|maximum/i;

/** The name of the limit is refused, or its value. */
function limitParts(words: string): readonly RequestPart[] {
  const isName = isNewerName.test(words) || (isAboutName.test(words) && !isAboutValue.test(words));
  return isName ? ["max_tokens", "max_completion_tokens"] : ["max_completion_tokens"];
}

/** What is listed as supported is not what was refused. */
const supported =
  /(?<!\b(?:not|never|no longer|nor) |n't )\b(?:supported|allowed|valid|permitted|accepted|known|expected|available)\b(?: \w+){0,2}?(?: are| is| include)?:[^.;\n]*|\b(?:supported|allowed|valid|permitted|accepted|known|available) (?:parameters|fields|keys|properties|arguments|options) (?:are|include)[^.;\n]*|\buse ['"`]?\w+['"`]? instead/gi;

const negative =
  /\b(?:not|no|cannot|never|only|must|should|too|deprecated|fixed|invalid|illegal|extra|unable|missing|without|disabled?|unavailable|require[sd]?|needs?|un(?:supported|known|recogni[sz]ed|expected|available)|dis?allowed|forbid\w*|refus\w*|reject\w*|fail\w*|remove|incompatible|default|maximum|exceed\w*)\b|n't\b/i;

/** Several are named at once. */
const several = /\b(?:parameters|fields|arguments|properties|keys|inputs|options)\b/i;

const order =
  /alternat|consecutive|succession|in a row|message cannot follow|\brole of (?:the )?message|same role|(?:roles?|messages?) (?:order|sequence)|(?:first|last|final) (?:\w+ ){0,3}(?:role|message|turn)\b.{0,40}\b(?:user|assistant|tool)|(?:must|should) (?:start|begin|end|be followed|be preceded|come)\b.{0,60}\b(?:user|assistant|turn|message)|unexpected role|expected last role|turn comes|add_generation_prompt|prefill/i;
const system =
  /\b(?:system|developer)['"`]?[ _-]?(?:roles?|messages?|prompts?|instructions?|turns?)\b|\broles?\b[^.\n]{0,40}\b(?:system|developer)\b|(?:\bvariant ['"`]?|['"`])(?:system|developer)\b['"`]?(?: is| was| not|,)|support(?:s|ed)?(?: for)?(?: the)? ['"`]?(?:system|developer)\b/i;
const listedRoles =
  /\bonly\b([^.!\n]*\buser\b[^.!\n]*?)\b(?:roles?|messages?|turns?)\b|(?:(?:expected(?: one of)?|input should be)(?=[^.!\n]*['"`]user)|\brole (?:must|should|can only) be)([^.!\n]*\buser\b[^.!\n]*)/i;
const emptyContent =
  /\b(?:content|text|parts?|messages?|contentblock)\b[^\n]{0,80}?\b(?:empty|blank|non-?empty|null|none|nil|at least (?:1|one)|min_length|too short)\b|\b(?:empty|blank|non-?empty|missing)\b[^.\n]{0,30}\b(?:content|text|parts?|messages?)\b|\bcontent\b[^.\n]{0,40}\b(?:required|missing|specified)\b|must have a text parameter|non-whitespace text/i;

/** By the words for them; a refusal is found in the same sentence unless the words say so themselves. */
const wordings: readonly {
  readonly parts: (words: string) => readonly RequestPart[];
  readonly pattern: RegExp;
  readonly saysSo?: boolean;
}[] = [
  { pattern: order, saysSo: true, parts: () => ["order", "system", "tools"] },
  { pattern: emptyContent, saysSo: true, parts: () => ["content"] },
  { pattern: system, parts: () => ["system", "order"] },
  {
    pattern: /\b(?:reasoning(?:_content)?|thinking)\b/i,
    // Missing beside earlier answers, or not known at all.
    parts: (words) =>
      /\bsupport/i.test(words)
        ? ["reasoning_effort", "reasoning"]
        : ["reasoning", "reasoning_effort"],
  },
  {
    pattern:
      /\b(?:property|field|function|function_response|tool)\b[^\n]{0,20}\bname\b|\bmessages\W+\d+\W+name\b/i,
    parts: () => ["name"],
  },
  {
    pattern:
      /\bmax[_ ]?(?:output[_ ]?|completion[_ ]?)?tokens\b|\bmax(?:imum)? (?:output|completion|new) tokens\b/i,
    parts: limitParts,
  },
  { pattern: /\binclude_usage\b/i, parts: () => ["stream_options"] },
  { pattern: /(?<![-/])\bstream(?:ing|ed)?\b|\bnon-?stream/i, parts: () => ["stream"] },
  {
    pattern:
      /\btools?\b|\btool[_-](?:use|calls?|calling|choice)\b|\bfunctions\b|\bfunction[ _-]?call|工具|函数调用/i,
    parts: () => ["tools"],
  },
];

/** Nothing is lost by another order, and less without a stream than without tools. */
const cheapest: readonly RequestPart[] = ["stream_options", "order", "stream"];

function partsIn(words: string, status: number): (readonly RequestPart[])[] {
  const plain = words.replaceAll(supported, " ");
  const sentences = plain.split(/[.;!?]\s|\n/);
  const isRefused = (pattern: RegExp) =>
    sentences.some((sentence) => pattern.test(sentence) && negative.test(sentence));
  const named: { at: number; parts: readonly RequestPart[] }[] = [];
  const add = (pattern: RegExp, parts: readonly RequestPart[]) => {
    const at = plain.search(pattern);
    if (at !== -1) named.push({ at, parts });
  };
  for (const field of optionalFields) {
    if (["stream", "tools", "max_tokens", "max_completion_tokens"].includes(field)) continue;
    const pattern = new RegExp(String.raw`\b${field.replaceAll("_", "[_ .]?")}\b`, "i");
    // Nothing but the field is called so.
    if (status < 500 || isRefused(pattern)) add(pattern, [field]);
  }
  for (const { pattern, parts, saysSo } of wordings)
    if (saysSo ? pattern.test(plain) : isRefused(pattern)) add(pattern, parts(words));
  const roles = listedRoles.exec(plain);
  if (roles) add(listedRoles, partsOutside(roles[1] ?? roles[2] ?? ""));
  const rank = ({ parts: [first] }: { parts: readonly RequestPart[] }) =>
    first !== undefined && cheapest.includes(first) ? cheapest.indexOf(first) : cheapest.length;
  const sorted = named.toSorted((one, other) => rank(one) - rank(other) || one.at - other.at);
  const all = sorted.flatMap(({ parts }) => parts.map((part) => [part]));
  const fields = sorted.flatMap(({ parts }) => parts.slice(0, 1)).filter(isField);
  return several.test(plain) && fields.length > 1 ? [[...new Set(fields)], ...all] : all;
}

function isField(part: RequestPart): boolean {
  return optionalFields.some((field) => field === part);
}

/** What is sent in a role that is not among these. */
function partsOutside(roles: string): readonly RequestPart[] {
  const isListed = (role: string) => new RegExp(String.raw`\b${role}\b`, "i").test(roles);
  return [
    ...(isListed("system") ? [] : (["system"] as const)),
    ...(isListed("tool") ? [] : (["tools"] as const)),
    "order",
  ];
}
