interface Output {
  imports: readonly { kind: string; path: string; external?: boolean }[];
}

export const activationLimit: number;
export const vsixLimit: number;
export const walkthroughLimit: number;
export const metaFile: string;
export const vsixFile: string;
export function filesAtOnce(outputs: Readonly<Record<string, Output>>, entry?: string): string[];
export function activationSize(): Promise<number>;
export function vsixSize(): Promise<number>;
export function walkthroughSize(): Promise<number>;
