export function unzip(archive: Buffer): Map<string, Buffer>;
export function packedSize(archive: Buffer, folder: string): number;
