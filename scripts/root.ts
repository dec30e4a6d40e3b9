// Found by walking up, so that it also works in a bundle under out/.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

let folder = import.meta.dirname;
while (!existsSync(path.join(folder, "package-lock.json"))) folder = path.dirname(folder);

export const root = folder;
export const from = (...parts: string[]): string => path.join(root, ...parts);
export const readJson = (file: string): unknown => JSON.parse(readFileSync(from(file), "utf8"));
