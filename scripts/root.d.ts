export const root: string;
export function from(...parts: string[]): string;
