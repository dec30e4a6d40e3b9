import path from "node:path";
import { gitOnPath, type GitProgram } from "../../files/gitProgram";
import { gitApi } from "./gitApi";

/** Milliseconds that VS Code's Git extension may take to start. */
const waitMs = 2000;

/** The Git that VS Code uses, which the setting `git.path` names; else the one of `PATH`. */
export const gitProgram: GitProgram = async (folder) => {
  const used = gitApi().then(
    ({ git }) => git?.path,
    () => undefined,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const found = await Promise.race([used, late]);
  clearTimeout(timer);
  // On Linux it is a mere name, and a workspace must not decide what that means.
  return found !== undefined && path.isAbsolute(found) ? found : gitOnPath(folder);
};
