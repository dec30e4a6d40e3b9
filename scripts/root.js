// Found by walking up, so that it also works in a bundle under out/.
import { existsSync } from "node:fs";
import path from "node:path";

let folder = import.meta.dirname;
while (!existsSync(path.join(folder, "package-lock.json"))) folder = path.dirname(folder);

export const root = folder;
export const from = (...parts) => path.join(root, ...parts);
