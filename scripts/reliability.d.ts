export type Counts = Record<"passed" | "failed" | "skipped" | "notRun", number>;

export interface Row {
  promise: string;
  layer: string;
  cannot?: string;
  partly?: string;
  all?: boolean;
}

export interface Results extends Counts {
  rows: Record<string, Counts>;
  failures: { title: string; error: string }[];
}

export function layersOf(suiteNames: string[]): Set<string>;
export function judgeRows(
  rows: Record<string, Row>,
  resultsBySuite: Record<string, Results | undefined>,
): Map<string, Counts>;
export function noteOn(
  id: string,
  row: Row,
  verdict: Counts,
  run?: { unfinished?: Set<string>; isPlain?: boolean },
): { text: string; open?: true } | undefined;
