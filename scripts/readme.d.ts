interface Manifest {
  repository?: unknown;
}

export function readmeFor(text: string, manifest: Manifest): string;
export function linkOptions(manifest: Manifest): string[];
