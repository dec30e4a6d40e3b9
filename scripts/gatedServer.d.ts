export function closeGate(code: string, file: string): string;
export function copyGated(server: string, folder: string): Promise<void>;
