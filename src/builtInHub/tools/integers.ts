const integerToken =
  /\s*(0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?![\w.])|\*\*|\/\/|<<|>>|[-+*/%&|^~()!])/iy;

const strength: Readonly<Record<string, number>> = {
  "|": 1,
  "^": 2,
  "&": 3,
  "<<": 4,
  ">>": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "//": 6,
  "%": 6,
  "**": 8,
};
const unary = 7;
const maxBits = 4096n;
const maxTokens = 500;
/** Its factorial has fewer than `maxBits` bits. */
const maxFactorial = 500n;

/**
 * Evaluates whole-number arithmetic and bit operations exactly. Throws an error that says why it
 * cannot.
 */
export function evaluateIntegers(expression: string): bigint {
  const tokens = tokenize(expression);
  let at = 0;

  const operand = (depth: number): bigint => {
    if (depth > 100) throw new Error("It is nested too deeply.");
    const text = tokens[at++];
    if (text === undefined) throw new Error("A number is missing at the end.");
    if (text === "-") return -climb(unary, depth + 1);
    if (text === "+") return climb(unary, depth + 1);
    if (text === "~") return ~climb(unary, depth + 1);
    let value: bigint;
    if (text === "(") {
      value = climb(0, depth + 1);
      if (tokens[at++] !== ")") throw new Error("A closing bracket is missing.");
    } else if (/^\d/.test(text)) value = integerLiteral(text);
    else throw new Error(`A number is missing before ${text}.`);
    while (tokens[at] === "!") {
      at += 1;
      value = factorial(value);
    }
    return value;
  };

  const climb = (least: number, depth: number): bigint => {
    let left = operand(depth);
    for (;;) {
      const operator = tokens[at] ?? "";
      const own = strength[operator] ?? -1;
      if (own < Math.max(least, 1)) return left;
      at += 1;
      const isPower = own === 8;
      const right = climb(isPower ? own : own + 1, depth + 1);
      left = apply(operator, left, right);
    }
  };

  const value = climb(0, 0);
  if (at < tokens.length) throw new Error(`${tokens[at]} was not expected.`);
  return value;
}

/** In C, a number with a leading zero is octal. */
function integerLiteral(text: string): bigint {
  const digits = text.replaceAll("_", "");
  return BigInt(digits.replace(/^0(?=[0-7]+$)/, "0o"));
}

function tokenize(expression: string): string[] {
  const tokens: string[] = [];
  integerToken.lastIndex = 0;
  const text = expression.trim();
  while (integerToken.lastIndex < text.length) {
    const start = integerToken.lastIndex;
    const found = integerToken.exec(text)?.[1];
    if (found === undefined)
      throw new Error(`${text.slice(start).trim().slice(0, 20)} is not a whole number.`);
    tokens.push(found);
    if (tokens.length > maxTokens) throw new Error("It is too long.");
  }
  return tokens;
}

function apply(operator: string, left: bigint, right: bigint): bigint {
  switch (operator) {
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    case "&":
      return left & right;
    case "<<":
    case ">>":
      if (right < 0n || right > maxBits) throw new Error(`A shift may be 0 to ${maxBits} at most.`);
      return bounded(operator === "<<" ? left << right : left >> right);
    case "+":
      return bounded(left + right);
    case "-":
      return bounded(left - right);
    case "*":
      return bounded(left * right);
    case "**":
      if (right < 0n || right > maxBits) throw new Error(`A power may be 0 to ${maxBits} at most.`);
      if (bitLength(left) * right > maxBits)
        throw new Error(`A result may have ${maxBits} bits at most.`);
      return left ** right;
    default:
      if (right === 0n) throw new Error("Division by zero.");
      return divided(operator, left, right);
  }
}

function divided(operator: string, left: bigint, right: bigint): bigint {
  const rest = left % right;
  const isBelow = rest !== 0n && rest < 0n !== right < 0n;
  if (operator === "//") return left / right - (isBelow ? 1n : 0n);
  if (operator === "%") return rest;
  return left / right;
}

function factorial(value: bigint): bigint {
  if (value < 0n || value > maxFactorial)
    throw new Error(`A factorial may be of 0 to ${maxFactorial}.`);
  let product = 1n;
  for (let factor = 2n; factor <= value; factor += 1n) product *= factor;
  return product;
}

function bounded(value: bigint): bigint {
  if (bitLength(value) > maxBits) throw new Error(`A result may have ${maxBits} bits at most.`);
  return value;
}

function bitLength(value: bigint): bigint {
  return BigInt((value < 0n ? -value : value).toString(2).length);
}
