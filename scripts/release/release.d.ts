export function release(parts: {
  folder: string;
  version: string;
  preRelease: boolean;
  today: Date;
  test?: () => Promise<void>;
  build: () => Promise<{ files: Map<string, Buffer>; size: number }>;
}): Promise<string>;
