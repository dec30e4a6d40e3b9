/** Addresses of what VS Code or the system drops, in two lists of addresses and one of editors. */
export declare function droppedUris([fromVSCode, others, editors]: string[]): string[];
/** Puts what was typed elsewhere after the `#` that opened the picker, or takes the `#` away. */
export declare function afterHash(
  box: HTMLTextAreaElement,
  at: number,
  {
    attached,
    typed,
  }: {
    attached: boolean;
    typed: string;
  },
): void;
