/** The arguments of a call; if they are no JSON, what to tell the model. */
export function argumentsOf(given: string): { readonly value: unknown } | string {
  if (given.trim() === "") return { value: {} };
  try {
    const value: unknown = JSON.parse(given);
    // Some servers encode them twice.
    return { value: typeof value === "string" ? inner(value) : value };
  } catch {
    return 'The arguments are not JSON. Call again with an object such as {"query": "…"}.';
  }
}

function inner(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : text;
  } catch {
    return text;
  }
}
