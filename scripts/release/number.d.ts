export function numberFault(
  version: string,
  context: { last: string; preRelease: boolean },
): string | undefined;
export function withNumber(text: string, last: string, version: string, places: number): string;
