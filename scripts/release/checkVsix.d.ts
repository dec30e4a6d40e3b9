export function brokenLinks(markdown: string): string[];
export function faultsOf(
  files: Map<string, Buffer>,
  wanted: { version: string; preRelease: boolean; size: number; list: string[] },
): string[];
