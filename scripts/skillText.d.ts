interface Described {
  record: {
    name?: string;
    function_description?: string;
    abilities: { name?: string }[];
  };
}

export function skillText(experts: readonly Described[]): string;
