/** The API key; the selected text; what get_user returns besides the user. */
export type CanaryKind = "key" | "selection" | "secret";

export function canariesIn(text: string, kinds?: readonly CanaryKind[]): string[];
export function kindsFor(file: string): CanaryKind[];
export function canariesUnder(
  folder: string,
  kindsOf?: (file: string) => readonly CanaryKind[],
): Promise<string[]>;
