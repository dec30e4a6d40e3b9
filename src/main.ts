type Extension = typeof import("./extension");

/**
 * VS Code asks the workbench for what it keeps of ours between reading this file and activating:
 * the code is read in that time.
 */
const extension = new Promise<Extension>((resolve, reject) => {
  setTimeout(() => {
    import("./extension").then(resolve, reject);
  });
});

export async function activate(context: Parameters<Extension["activate"]>[0]): Promise<void> {
  (await extension).activate(context);
}
