const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
};

/** Bytes as UTF-8 text; as hexadecimal if they are not text. */
export function decodeUtf8(text: string, coding: "base64" | "base64url" | "hex"): string {
  const valid = {
    base64: /^[A-Za-z\d+/\s]*={0,2}$/,
    base64url: /^[\w\s-]*={0,2}$/,
    hex: /^(?:[\da-f]{2})*$/i,
  }[coding];
  if (!valid.test(text)) throw new Error("it holds characters that do not belong there.");
  const bytes = Buffer.from(text, coding);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return `${bytes.length} bytes that are no UTF-8 text: ${bytes.subarray(0, 256).toString("hex")}${bytes.length > 256 ? "…" : ""}`;
  }
}

/** Header and payload of a JSON web token, with times in words. */
export function decodeToken(token: string): string {
  const [head = "", body = ""] = token.split(".");
  const payload = parsePart(body);
  const times = Object.fromEntries(
    ["iat", "nbf", "exp"].flatMap((name) => {
      const seconds = payload[name];
      const isTime = typeof seconds === "number" && Math.abs(seconds) < 8.64e12;
      return isTime ? [[name, new Date(seconds * 1000).toISOString()]] : [];
    }),
  );
  return JSON.stringify({ header: parsePart(head), payload, times }, undefined, 2);
}

function parsePart(part: string): Record<string, unknown> {
  return JSON.parse(decodeUtf8(part, "base64url")) as Record<string, unknown>;
}

export function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => {
    const name = Object.keys(entities).find((key) => entities[key] === character);
    return `&${name};`;
  });
}

export function fromHtml(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole, hex, decimal, name: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
