import {
  absDependencies,
  acosDependencies,
  addDependencies,
  asinDependencies,
  atan2Dependencies,
  atanDependencies,
  cbrtDependencies,
  combinationsDependencies,
  cosDependencies,
  coshDependencies,
  create,
  divideDependencies,
  eDependencies,
  expDependencies,
  factorialDependencies,
  gcdDependencies,
  hypotDependencies,
  lcmDependencies,
  log10Dependencies,
  log2Dependencies,
  logDependencies,
  maxDependencies,
  meanDependencies,
  medianDependencies,
  minDependencies,
  modDependencies,
  multiplyDependencies,
  nthRootDependencies,
  parseDependencies,
  piDependencies,
  powDependencies,
  prodDependencies,
  roundDependencies,
  signDependencies,
  sinDependencies,
  sinhDependencies,
  sqrtDependencies,
  stdDependencies,
  subtractDependencies,
  sumDependencies,
  tanDependencies,
  tanhDependencies,
  unaryMinusDependencies,
  unaryPlusDependencies,
  varianceDependencies,
  type FactoryFunctionMap,
} from "mathjs/number";

/** Results by name, such as `ans`. */
export type Variables = Map<string, number>;

type Compute = (...given: (number | readonly number[])[]) => unknown;

/** The parts of an expression that are computed; mathjs reads others as well. */
type Part =
  | { readonly type: "ConstantNode"; readonly value: unknown }
  | { readonly type: "SymbolNode"; readonly name: string }
  | { readonly type: "ParenthesisNode"; readonly content: Part }
  | {
      readonly type: "OperatorNode";
      readonly op: string;
      readonly fn: string;
      readonly implicit: boolean;
      readonly args: readonly Part[];
    }
  | { readonly type: "FunctionNode"; readonly fn: Part; readonly args: readonly Part[] }
  | { readonly type: "ArrayNode"; readonly items: readonly Part[] }
  | {
      readonly type: "AssignmentNode";
      readonly object: Part;
      /** The property or place that is set instead. */
      readonly index: unknown;
      readonly value: Part;
    };

const operators = {
  addDependencies,
  divideDependencies,
  factorialDependencies,
  modDependencies,
  multiplyDependencies,
  powDependencies,
  subtractDependencies,
  unaryMinusDependencies,
  unaryPlusDependencies,
};
const functions = {
  absDependencies,
  acosDependencies,
  asinDependencies,
  atan2Dependencies,
  atanDependencies,
  cbrtDependencies,
  combinationsDependencies,
  cosDependencies,
  coshDependencies,
  expDependencies,
  factorialDependencies,
  gcdDependencies,
  hypotDependencies,
  lcmDependencies,
  log10Dependencies,
  log2Dependencies,
  logDependencies,
  maxDependencies,
  meanDependencies,
  medianDependencies,
  minDependencies,
  modDependencies,
  nthRootDependencies,
  prodDependencies,
  roundDependencies,
  signDependencies,
  sinDependencies,
  sinhDependencies,
  sqrtDependencies,
  stdDependencies,
  sumDependencies,
  tanDependencies,
  tanhDependencies,
  varianceDependencies,
};
const constants = { eDependencies, piDependencies };

const math = create(
  { ...operators, ...functions, ...constants, parseDependencies } as FactoryFunctionMap,
  { matrix: "Array" },
);

/** With those of mathjs, its library for decimals would be loaded. */
const own: Readonly<Record<string, Compute>> = {
  ceil: math.typed("ceil", { number: (value: number) => Math.ceil(settled(value)) }),
  floor: math.typed("floor", { number: (value: number) => Math.floor(settled(value)) }),
  ln: math.typed("ln", { number: Math.log }),
};

const namesIn = (factories: object): string[] =>
  Object.keys(factories).map((name) => name.replace("Dependencies", ""));
const operatorNames = new Set(namesIn(operators));
const constantNames = new Set(namesIn(constants));

/** What an expression may call. */
export const functionNames: ReadonlySet<string> = new Set([
  ...namesIn(functions),
  ...Object.keys(own),
]);

/** Above these arguments, the last digits of a result would be wrong, or it would take long. */
const largestArguments: Readonly<Record<string, number>> = {
  mod: 1e15,
  gcd: 1e15,
  lcm: 9e7,
  combinations: 1e6,
};

const known = math as unknown as Record<string, Compute>;
math.import(
  Object.fromEntries(
    [...operatorNames, ...functionNames].map((name) => [
      name,
      finite(name, own[name] ?? known[name]!),
    ]),
  ),
  { override: true },
);

/** What counts as a whole number although rounding has left a little more or less, as in 4.35 * 100. */
function settled(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= Math.abs(value) * 2 ** -50 ? whole : value;
}

function finite(name: string, compute: Compute): Compute {
  const largest = largestArguments[name] ?? Infinity;
  return (...given) => {
    if (given.some((value) => Math.abs(Number(value)) > largest)) {
      throw new Error(`${name} takes numbers up to ${largest}.`);
    }
    const result = compute(...given);
    if (Number.isFinite(result)) return result;
    throw new Error(`The result of ${name} is no finite number.`);
  };
}

/** A percentage is written twice by mathjs, each time with all that stands before it. */
const maxParts = 20_000;

/** Symbols that mathjs does not know, and its own for them. */
const spellings = [
  ["**", "^"],
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
  ["−", "-"],
] as const;

/**
 * The result of an expression, which may use these variables or set one; it also becomes `ans`.
 * Throws with a sentence if it has none. Takes no longer than its length and `maxParts` allow.
 */
export function evaluate(expression: string, variables: Variables): number {
  let text = expression;
  for (const [symbol, standard] of spellings) text = text.replaceAll(symbol, standard);
  if (/%\s*[+-]/.test(text)) {
    throw new Error("Before + or -, a percentage needs brackets: (200 + 10%) + 5.");
  }
  for (const [digits] of text.matchAll(/(?<![\w.])\d{16,}(?![\w.])/g)) {
    if (BigInt(Number(digits)) !== BigInt(digits)) {
      throw new Error(`${digits} has too many digits to be computed exactly.`);
    }
  }
  const parsed = math.parse(text);
  const part = parsed as unknown as Part;
  const isVariable = part.type === "AssignmentNode" && part.index === null;
  new Check(variables).assertAllowed(isVariable ? part.value : part);
  const result = parsed.compile().evaluate(variables) as number;
  variables.set("ans", result);
  return result;
}

/** Lets numbers, variables, operators and functions pass, and nothing else that mathjs can do. */
class Check {
  readonly #variables: ReadonlyMap<string, unknown>;
  #count = 0;

  constructor(variables: ReadonlyMap<string, unknown>) {
    this.#variables = variables;
  }

  assertAllowed(part: Part): void {
    if (++this.#count > maxParts) throw new Error("It has too many parts.");
    switch (part.type) {
      case "ConstantNode":
        if (Number.isFinite(part.value)) return;
        break;
      case "SymbolNode":
        if (constantNames.has(part.name) || this.#variables.has(part.name)) return;
        throw new Error(`${part.name} is neither a variable nor a constant; there are no units.`);
      case "ParenthesisNode":
        return this.assertAllowed(part.content);
      case "OperatorNode":
        if (part.implicit) throw new Error("A product needs its *.");
        if (!operatorNames.has(part.fn)) throw new Error(`There is no operator ${part.op}.`);
        for (const each of part.args) this.assertAllowed(each);
        return;
      case "FunctionNode":
        return this.#assertCall(part.fn, part.args);
      default:
    }
    throw new Error("Only numbers, variables, operators and functions can be computed.");
  }

  #assertCall(called: Part, given: readonly Part[]): void {
    if (called.type !== "SymbolNode" || !functionNames.has(called.name)) {
      const name = called.type === "SymbolNode" ? called.name : "of this kind";
      throw new Error(`There is no function ${name}.`);
    }
    for (const each of given) {
      for (const one of each.type === "ArrayNode" ? each.items : [each]) this.assertAllowed(one);
    }
  }
}
