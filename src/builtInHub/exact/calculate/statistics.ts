import { t } from "../../../kit/l10n";
import { callFunction } from "../../tools/calculator/functions";
import { decimal, negate, show, type Rational } from "../../tools/calculator/rational";
import { plain } from "../../tools/calculator/quantity";
import { fence } from "../../markdown";
import type { AttachedText, Reading } from "../exactAbility";
import { isPlainText } from "../form";

export const computationOff = (): string =>
  t("{0} is switched off for this question, so nothing was computed.", "`computation_engine`");

const askedFor =
  /^(?:(?:the|calculate|compute|give me|show)(?: the)? )?(sum|average|mean|median|minimum|maximum|min|max)(?: (?:of )?(?:the )?(?:column )?["'`]?([\p{L}_][\p{L}\p{N} _-]*?)["'`]?(?: column)?)?$/iu;
const pointers =
  /^(?:(?:these|the|this|all)(?: the)? )?(?:numbers|values|column|list)$|^(?:these|this|them|it)$/i;
const number = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** By the names of the calculator's functions. */
const otherNames: Readonly<Record<string, string>> = {
  average: "mean",
  minimum: "min",
  maximum: "max",
};

/** A measure of a named column, or of a single column of numbers. */
export function statisticOf(words: string, attached: AttachedText): Reading | undefined {
  const [, measure = "", name] = askedFor.exec(words) ?? [];
  const isTable = isPlainText(attached.language) || /^[ct]sv$/.test(attached.language);
  if (measure === "" || attached.isCode || !isTable) return undefined;
  const column = name !== undefined && !pointers.test(name) ? name : undefined;
  const cells = columnOf(attached.text, column);
  if (!cells || cells.length === 0 || !cells.every((cell) => number.test(cell))) return undefined;
  const key = measure.toLowerCase();
  return {
    answer: ({ computation }) => {
      if (!computation) return computationOff();
      const numbers = cells.map((cell) => plain(valueOf(cell)));
      const result = callFunction(otherNames[key] ?? key, numbers);
      const { text } = show(result.value);
      const shown = `${cells.slice(0, 50).join(", ")}${cells.length > 50 ? ", …" : ""}`;
      computation.record(`${key}(${shown})`, text, result);
      return fence(text, "text");
    },
  };
}

/** The cells of the named column, or all lines; `undefined` if the text has no such column. */
function columnOf(text: string, name: string | undefined): string[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (name === undefined) return lines;
  if (text.includes('"')) return undefined;
  const mark = [",", "\t", ";", "|"].find((each) => lines[0]?.includes(each)) ?? "\n";
  const [names = [], ...rows] = lines.map((line) => line.split(mark).map((cell) => cell.trim()));
  const places = names.flatMap((each, at) =>
    each.toLowerCase() === name.toLowerCase() ? [at] : [],
  );
  if (places.length !== 1 || rows.some((row) => row.length !== names.length)) return undefined;
  return rows.map((row) => row[places[0]!]!);
}

function valueOf(cell: string): Rational {
  const size = decimal(cell.replace(/^[-+]/, ""));
  return cell.startsWith("-") ? negate(size) : size;
}
