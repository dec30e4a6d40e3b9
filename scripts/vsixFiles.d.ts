export const listFile: string;
export function listed(names: Iterable<string>): string[];
export function packagedList(): Promise<string[]>;
