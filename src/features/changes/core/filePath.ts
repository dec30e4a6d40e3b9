const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
const longest = 1_000;

/** The names of a path below a folder; `undefined` for one that leads elsewhere, or that not every disk takes. */
export function pathNames(path: string): string[] | undefined {
  const names = path.split("/");
  return path.length <= longest && names.every(isName) ? names : undefined;
}

/** Colons are for drives and streams, and control characters for nothing good. */
function isName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    // eslint-disable-next-line no-control-regex
    !/[\u0000-\u001f\u007f:\\]/.test(name) &&
    !/[. ]$/.test(name) &&
    !deviceName.test(name)
  );
}
