export function copySample(): Promise<{ readonly path: string; remove(): Promise<void> }>;
