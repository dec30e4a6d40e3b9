import { t } from "../../../kit/l10n";
import {
  add,
  decimal,
  negate,
  numberOf,
  over,
  rational,
  show,
  type Rational,
} from "../../tools/calculator/rational";
import { plain } from "../../tools/calculator/quantity";
import { fence } from "../../markdown";
import type { AttachedText, Reading } from "../form";

export const computationOff = (): string =>
  t("{0} is switched off for this question, so nothing was computed.", "`computation_engine`");

const asked =
  /^(?:(?:the|calculate|compute|give me|show)(?: the)? )?(sum|average|mean|median|minimum|maximum|min|max)(?: (?:of )?(?:the )?(?:column )?["'`]?([\p{L}_][\p{L}\p{N} _-]*?)["'`]?(?: column)?)?$/iu;
const pointers =
  /^(?:(?:these|the|this|all)(?: the)? )?(?:numbers|values|column|list)$|^(?:these|this|them|it)$/i;
const number = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i;

const measures: Readonly<Record<string, (sorted: readonly Rational[]) => Rational>> = {
  sum: total,
  average: (all) => over(total(all), rational(BigInt(all.length))),
  median: (all) => {
    const middle = all.slice(Math.ceil(all.length / 2) - 1, Math.floor(all.length / 2) + 1);
    return over(total(middle), rational(BigInt(middle.length)));
  },
  minimum: ([first]) => first ?? rational(0n),
  maximum: (all) => all.at(-1) ?? rational(0n),
};

/** A measure of a named column, or of a single column of numbers. */
export function statisticOf(words: string, attached: AttachedText): Reading | undefined {
  const [, measure = "", name] = asked.exec(words) ?? [];
  if (
    measure === "" ||
    attached.isCode ||
    !/^(?:|text|txt|plain|plaintext|csv|tsv)$/.test(attached.language)
  )
    return undefined;
  const column = name !== undefined && !pointers.test(name) ? name : undefined;
  const cells = columnOf(attached.text, column);
  if (!cells || cells.length === 0 || !cells.every((cell) => number.test(cell))) return undefined;
  const long: Readonly<Record<string, string>> = {
    mean: "average",
    min: "minimum",
    max: "maximum",
  };
  const key = measure.toLowerCase();
  const apply = measures[long[key] ?? key];
  return (
    apply && {
      answer: ({ computation }) => {
        if (!computation) return computationOff();
        const numbers = cells.map(valueOf).toSorted((a, b) => numberOf(add(a, negate(b))));
        const result = apply(numbers);
        const { text } = show(result);
        computation.record(
          `${key}(${cells.slice(0, 50).join(", ")}${cells.length > 50 ? ", …" : ""})`,
          text,
          plain(result),
        );
        return fence(text, "text");
      },
    }
  );
}

/** The cells of the named column, or all lines; `undefined` if the text has no such column. */
function columnOf(text: string, name: string | undefined): string[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (name === undefined) return lines;
  if (text.includes('"')) return undefined;
  const [head = ""] = lines;
  const mark = [",", "\t", ";", "|"].find((each) => head.includes(each));
  const rows = lines.map((line) =>
    (mark === undefined ? [line] : line.split(mark)).map((cell) => cell.trim()),
  );
  const width = rows[0]?.length ?? 0;
  const names = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const at = names.indexOf(name.toLowerCase());
  if (at === -1 || names.lastIndexOf(name.toLowerCase()) !== at) return undefined;
  if (rows.some((row) => row.length !== width)) return undefined;
  return rows.slice(1).map((row) => row[at] ?? "");
}

function valueOf(cell: string): Rational {
  const size = decimal(cell.replace(/^[-+]/, ""));
  return cell.startsWith("-") ? negate(size) : size;
}

function total(all: readonly Rational[]): Rational {
  return all.reduce(add, rational(0n));
}
