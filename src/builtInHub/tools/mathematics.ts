import type { MathNode } from "mathjs";
import { evaluateIntegers } from "./integers";
import { forgetUnits, functions, math } from "./mathLibrary";
import { withOwnTimeLimit } from "./timeLimit";

const maxLength = 2000;
const maxNodes = 500;
const maxDepth = 50;
const maxShown = 4000;
const milliseconds = 250;
const precision = { precision: 14, lowerExp: -9, upperExp: 15 };

const nodes = new Set([
  "ArrayNode",
  "AssignmentNode",
  "ConditionalNode",
  "ConstantNode",
  "FunctionNode",
  "OperatorNode",
  "ParenthesisNode",
  "RelationalNode",
  "SymbolNode",
]);

/** Values by name, shared by the lines of one question. */
export type Scope = Map<string, unknown>;

export interface Evaluated {
  readonly value: unknown;
  readonly shown: string;
  /** It is a whole number of more digits than are exact here. */
  readonly isRounded: boolean;
}

/**
 * Evaluates one expression with units, whole numbers exactly; throws an error whose message says
 * what is wrong with it.
 */
export function evaluate(expression: string, scope: Scope): Evaluated {
  expectModest(expression);
  const exact = exactly(expression, scope);
  if (exact !== undefined)
    return { value: valueOf(exact), shown: exact.toString(), isRounded: false };
  return withOwnTimeLimit(milliseconds, () => {
    forgetUnits();
    // Programmers write powers as their language does.
    const tree = math.parse(expression.replaceAll("**", "^"));
    expectHarmless(tree);
    const value: unknown = tree.evaluate(scope);
    if (value === undefined || typeof value === "function") {
      throw new Error(`${expression} has no value.`);
    }
    return { value, shown: show(value), isRounded: isRounded(value) };
  });
}

/** The value of an expression of whole numbers; `undefined` if it is none or has no whole result. */
function exactly(expression: string, scope: Scope): bigint | undefined {
  const last = scope.get("ans");
  const isWhole = typeof last === "bigint" || Number.isSafeInteger(last);
  const text = isWhole ? expression.replace(/\bans\b/g, `(${String(last)})`) : expression;
  // Alone, a percent sign is a percentage.
  if (/%(?!\s*[\d(])/.test(text)) return undefined;
  try {
    return evaluateIntegers(text, "paper");
  } catch {
    return undefined;
  }
}

function valueOf(exact: bigint): number | bigint {
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function isRounded(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}

export function show(value: unknown): string {
  const text = math.format(value, (number: unknown) =>
    Number.isSafeInteger(number) ? String(number) : math.format(number, precision),
  );
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Runs before the parser, which is recursive. */
function expectModest(expression: string): void {
  if (expression.length > maxLength) {
    throw new Error(`An expression may have ${maxLength} characters at most.`);
  }
  let depth = 0;
  for (const character of expression) {
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (depth > maxDepth) throw new Error(`Brackets may be nested ${maxDepth} deep at most.`);
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
