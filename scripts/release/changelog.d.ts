export function dated(changelog: string, version: string, today: Date): string;
