import type { Page } from "playwright-core";
import { indexedPng } from "./indexedPng";

/** The same picture with few colours: letters have many shades, and each costs bytes. */
export async function smallPicture(page: Page, png: Buffer, colours = 24): Promise<Buffer> {
  const blank = await page.context().newPage();
  try {
    const { width, height, data } = await blank.evaluate(
      async (from) => {
        const image = await createImageBitmap(await (await fetch(from)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
        context.drawImage(image, 0, 0);
        const pixels = context.getImageData(0, 0, image.width, image.height);
        return { width: image.width, height: image.height, data: Array.from(pixels.data) };
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
    return indexedPng({ width, height, data: Uint8Array.from(data) }, colours);
  } finally {
    await blank.close();
  }
}
