export interface Asked {
  baseUrl: string;
  key: string;
  expertId?: number | undefined;
  mayAsk: boolean;
  question: string;
  timeoutMs: number;
}

export interface Result {
  part: string;
  promise: string;
  section: string;
  verdict: "passed" | "failed" | "not applicable";
  /** What is wrong, why it is not applicable, or what else to note. */
  details: readonly string[];
}

export function checkHub(options: Asked): Promise<Result[]>;
