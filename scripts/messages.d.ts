export const languages: readonly string[];
export function translationFiles(language: string): { messages: string; manifest: string };
export function messagesIn(source: string): string[];
export function messages(): string[];
export function manifestTexts(): Record<string, string>;
