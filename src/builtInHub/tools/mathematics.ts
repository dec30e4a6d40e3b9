import type { MathNode } from "mathjs";
import { calculate } from "./calculator/calculate";
import { NotUnderstood } from "../refusal";
import { isPlain, isQuantity, quantityIn } from "./calculator/quantity";
import { add, numberOf } from "./calculator/rational";
import { temperatureDimension } from "./calculator/units";
import { forgetUnits, functions, math } from "./mathLibrary";
import { withOwnTimeLimit } from "./timeLimit";

const maxExpressionLength = 2000;
const maxNodes = 500;
const maxExpressionDepth = 50;
const maxResultLength = 4000;
const maxEvaluationMs = 250;
const precision = { precision: 14, lowerExp: -9, upperExp: 15 };

const nodes = new Set(
  "Array Assignment Conditional Constant Function Operator Parenthesis Relational Symbol"
    .split(" ")
    .map((name) => `${name}Node`),
);

/** Values by name, shared by the lines of one question. */
export type Scope = Map<string, unknown>;

interface Evaluated {
  readonly value: unknown;
  readonly shown: string;
}

const assignment = /^\s*([A-Za-z_]\w*)\s*=\s*(?!=)([^]+)$/;

/**
 * Evaluates one expression, exactly where the calculator understands it; throws an error whose
 * message says what is wrong with it.
 */
export function evaluate(expression: string, scope: Scope): Evaluated {
  expectModest(expression);
  return calculated(expression, scope) ?? byLibrary(expression, scope);
}

function calculated(expression: string, scope: Scope): Evaluated | undefined {
  const [, name, right = expression] = assignment.exec(expression) ?? [];
  try {
    const { readings } = calculate(right, (known) => quantityIn(scope.get(known)));
    const [first] = readings;
    if (!first) return undefined;
    if (name !== undefined) scope.set(name, first.quantity);
    const shown = readings.map(({ text, reading }) =>
      readings.length > 1 ? `${text} (${reading})` : text,
    );
    return { value: first.quantity, shown: shown.join(" or ") };
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** Variables, matrices and functions beyond the calculator. */
function byLibrary(expression: string, scope: Scope): Evaluated {
  if (expression.includes("%"))
    throw new Error(
      "A percentage cannot stand here: write 0.1 for 10%, and mod for the remainder.",
    );
  return withOwnTimeLimit(maxEvaluationMs, () => {
    forgetUnits();
    // Programmers write powers as their language does.
    const tree = math.parse(expression.replaceAll("**", "^"));
    expectHarmless(tree);
    const given = new Map([...scope].map(([name, value]) => [name, asMathValue(value)]));
    const variables = new Map(given);
    const value: unknown = tree.evaluate(variables);
    if (value === undefined || typeof value === "function") {
      throw new Error(`${expression} has no value.`);
    }
    if (value === Infinity || value === -Infinity || Number.isNaN(value))
      throw new Error("It has no finite result.");
    for (const [name, held] of variables) if (held !== given.get(name)) scope.set(name, held);
    return { value, shown: shownValue(value) };
  });
}

/** Base units by dimension, as mathjs names them. */
const baseUnits = ["m", "g", "s", "b", "A", "deg", "month", "K"];

/** A variable as mathjs takes it. */
function asMathValue(value: unknown): unknown {
  if (!isQuantity(value)) return value;
  if (isPlain(value)) return numberOf(value.value);
  const zero = value.dimensions[temperatureDimension] === 1 && value.units[0]?.[0].zeroAt;
  const units = value.dimensions.flatMap((exponent, at) =>
    exponent === 0 ? [] : `${baseUnits[at]}^${exponent}`,
  );
  return math.unit(numberOf(zero ? add(value.value, zero) : value.value), units.join(" "));
}

function shownValue(value: unknown): string {
  const text = math.format(value, (number: unknown) =>
    Number.isSafeInteger(number) ? String(number) : math.format(number, precision),
  );
  return text.length > maxResultLength ? `${text.slice(0, maxResultLength)}…` : text;
}

/** Runs before the parser, which is recursive. */
function expectModest(expression: string): void {
  if (expression.length > maxExpressionLength) {
    throw new Error(`An expression may have ${maxExpressionLength} characters at most.`);
  }
  let depth = 0;
  for (const character of expression) {
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (depth > maxExpressionDepth)
      throw new Error(`Brackets may be nested ${maxExpressionDepth} deep at most.`);
  }
}

/** Allows numbers, units and the functions named here: no ranges, text, objects or function definitions. */
function expectHarmless(tree: MathNode): void {
  let count = 0;
  tree.traverse((node, path, parent) => {
    count += 1;
    if (count > maxNodes) throw new Error(`An expression may have ${maxNodes} parts at most.`);
    if (!nodes.has(node.type)) throw new Error(`${plainName(node.type)} is not allowed here.`);
    if (node.type === "ConstantNode" && typeof (node as { value?: unknown }).value === "string") {
      throw new Error("Text is not allowed here.");
    }
    if (node.type === "FunctionNode" && !functions.has(functionName(node))) {
      throw new Error(`There is no function ${functionName(node)}.`);
    }
    const isName =
      node.type === "SymbolNode" && !(parent?.type === "FunctionNode" && path === "fn");
    if (isName && functions.has((node as { name?: string }).name ?? "")) {
      throw new Error("A function needs its arguments in brackets.");
    }
  });
}

function functionName(node: MathNode): string {
  const { fn } = node as { fn?: { name?: string } };
  return fn?.name ?? "of that kind";
}

function plainName(type: string): string {
  const names: Record<string, string> = {
    RangeNode: "A range",
    BlockNode: "More than one expression on a line",
    FunctionAssignmentNode: "Defining a function",
    AccessorNode: "Reaching into a value",
    IndexNode: "Reaching into a value",
    ObjectNode: "An object",
  };
  return names[type] ?? "This";
}
