/** A duration in seconds such as `59 d 12 h`. */
export function inWords(seconds: number): string {
  const sizes = [86_400, 3600, 60, 1] as const;
  let rest = seconds;
  const parts = sizes.flatMap((size, at) => {
    const amount = size === 1 ? rest : Math.floor(rest / size);
    rest -= amount * size;
    return amount > 0 ? [`${amount} ${["d", "h", "min", "s"][at]}`] : [];
  });
  return parts.join(" ") || "0 s";
}
