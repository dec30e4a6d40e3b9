export interface Outputs {
  [file: string]: { inputs?: { [file: string]: unknown } };
}

export function packagesIn(outputs: Outputs): string[];
