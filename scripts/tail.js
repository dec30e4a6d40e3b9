// Prints what another process appends to a file, as it happens.
import { open, rm, writeFile } from "node:fs/promises";

export async function tail(file) {
  await rm(file, { force: true });
  await writeFile(file, "");
  const handle = await open(file, "r");
  let reading = Promise.resolve();
  const printNew = async () => {
    const buffer = Buffer.alloc(65_536);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      process.stdout.write(buffer.subarray(0, bytesRead).toString());
    }
  };
  const timer = setInterval(() => (reading = reading.then(printNew)), 250);
  let stopped;
  const finish = async () => {
    clearInterval(timer);
    await reading;
    await printNew();
    await handle.close();
  };
  return { file, stop: () => (stopped ??= finish()) };
}
