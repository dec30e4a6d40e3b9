import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { ArgsOf } from "../../../src/page/protocol/calls";
import type { OpenPage } from "../../support/pageHarness";
import { attachment, chat, pageState } from "./fixtures";
import { useChromium } from "./suite";

type Attached = ArgsOf<"attachPicture">;

/** Makes a picture of two colours in the page, as another program would. */
function drawn(page: Page, type: string, width: number, height: number): Promise<string> {
  return page.evaluate(
    ([kind, w, h]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
      const context = canvas.getContext("2d")!;
      context.fillStyle = "#c00";
      context.fillRect(0, 0, w, h);
      context.fillStyle = "#00c";
      context.fillRect(0, 0, w / 2, h);
      return canvas.toDataURL(kind).replace(/^.*,/, "");
    },
    [type, width, height] as const,
  );
}

/** What is to the left and to the right in a picture that was sent. */
const coloursOf = (page: Page, { type, data }: Attached): Promise<string[]> =>
  page.evaluate(
    async ([kind, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: kind }));
      const canvas = Object.assign(document.createElement("canvas"), bitmap);
      const context = canvas.getContext("2d")!;
      context.drawImage(bitmap, 0, 0, 100, 100);
      return [25, 75].map((x) => {
        const [red = 0, , blue = 0] = context.getImageData(x, 50, 1, 1).data;
        return red > blue ? "red" : "blue";
      });
    },
    [type, data] as const,
  );

interface Given {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
  readonly text?: string;
}

/** Pastes a file into the box, or drops it on the page. */
async function give(page: Page, how: "paste" | "drop", given: Given): Promise<void> {
  // What listens is loaded after the first moment.
  await page.locator(".send-more").waitFor();
  await page.evaluate(
    ([event, { name, type, base64, text }]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      if (text !== undefined) transfer.setData("text/plain", text);
      const init = { bubbles: true, cancelable: true };
      document
        .querySelector("#question")!
        .dispatchEvent(
          event === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: transfer })
            : new DragEvent("drop", { ...init, dataTransfer: transfer }),
        );
    },
    [how, given] as const,
  );
}

const base64Of = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64");

/** A JPEG with a place in its EXIF, and a PNG with a text. */
function withMetadata(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const secret = Buffer.from("Exif\0\0GPS 48.2082 N 16.3738 E");
  if (bytes[0] === 0xff) {
    const head = Buffer.from([0xff, 0xe1, 0, secret.length + 2]);
    return base64Of(Buffer.concat([bytes.subarray(0, 2), head, secret, bytes.subarray(2)]));
  }
  // Before the end: 12 bytes of IEND. Nobody checks the sum of a text.
  const chunk = Buffer.concat([Buffer.from("tEXt"), secret]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(secret.length);
  const end = bytes.subarray(-12);
  return base64Of(Buffer.concat([bytes.subarray(0, -12), length, chunk, Buffer.alloc(4), end]));
}

async function given(opened: OpenPage, how: "paste" | "drop", file: Given): Promise<Attached> {
  await give(opened.page, how, file);
  return (await opened.nextCall("attachPicture")).args as Attached;
}

describe("pictures that are pasted or dropped", () => {
  const { open } = useChromium();

  it("E3 are drawn again in each format, at most 2,000 pixels long, without what else is in the file", async () => {
    const opened = await open(chat([]));
    for (const [type, sent] of [
      ["image/png", "image/png"],
      ["image/jpeg", "image/jpeg"],
      ["image/webp", "image/jpeg"],
    ] as const) {
      const made = await drawn(opened.page, type, 3000, 300);
      const base64 = type === "image/webp" ? made : withMetadata(made);
      const picture = await given(opened, "paste", { name: "a.b", type, base64 });
      const { name, width, height, data } = picture;
      assert.deepEqual(
        { name, width, height, type: picture.type },
        { name: "a.b", width: 2000, height: 200, type: sent },
      );
      const bytes = Buffer.from(data, "base64").toString("latin1");
      assert.doesNotMatch(bytes, /GPS|Exif|tEXt/);
      assert.deepEqual(await coloursOf(opened.page, picture), ["blue", "red"]);
    }
    // One red pixel.
    const gif = "R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=";
    const picture = await given(opened, "drop", { name: "b.gif", type: "image/gif", base64: gif });
    assert.equal(picture.type, "image/png");
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  });

  it("E3 are sent as photos where they are too large otherwise, and not where that is too large", async () => {
    const opened = await open(chat([]), { alone: true });
    const { page, nextCall } = opened;
    const most = 5 * 1024 * 1024;
    const base64 = await drawn(page, "image/png", 10, 10);
    const file = { name: "a.png", type: "image/png", base64 };
    const sizes = (png: number, jpeg: number) =>
      page.evaluate(
        ([whole, photo]) => {
          HTMLCanvasElement.prototype.toBlob = (done, type) =>
            done(new Blob([new Uint8Array(type === "image/png" ? whole : photo)], { type }));
        },
        [png, jpeg] as const,
      );
    await sizes(most, 1);
    assert.equal((await given(opened, "paste", file)).type, "image/png");
    await sizes(most + 1, most);
    assert.equal((await given(opened, "paste", file)).type, "image/jpeg");
    await sizes(most + 1, most + 1);
    await give(page, "paste", file);
    await page.getByRole("alert").getByText("at most 5 MB").waitFor();
    await page.getByRole("button", { name: /^Model: / }).click();
    await nextCall("pickModel");
    assert.equal(opened.sent.filter(({ call }) => call === "attachPicture").length, 2);
  });

  it("E3 are refused in one sentence if they are broken, too large, or an SVG", async () => {
    const opened = await open(chat([]));
    const { page } = opened;
    const whole = await drawn(page, "image/png", 100, 100);
    const cut = base64Of(Buffer.from(whole, "base64").subarray(0, 40));
    const svg = base64Of(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>pwned = 1</script></svg>`,
    );
    for (const [type, base64, sentence] of [
      ["image/png", cut, "x is broken, so it is not attached."],
      ["image/svg+xml", svg, "x is not a PNG, JPEG, WebP or GIF picture, so it is not attached."],
      ["image/png", svg, "x is not a PNG, JPEG, WebP or GIF picture, so it is not attached."],
    ] as const) {
      await give(page, "paste", { name: "x", type, base64 });
      await page.locator(".notice").getByText(sentence, { exact: true }).waitFor();
    }
    for (const [name, more, sentence] of [
      ["y", 0, "y is not a PNG, JPEG, WebP or GIF picture, so it is not attached."],
      ["z", 1, "z is too large: a picture has at most 20 MB."],
    ] as const) {
      await page.evaluate(
        ([of, size]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(size)], of, { type: "image/png" }));
          const init = { bubbles: true, cancelable: true, dataTransfer: transfer };
          document.querySelector("#question")!.dispatchEvent(new DragEvent("drop", init));
        },
        [name, 20 * 1024 * 1024 + more] as const,
      );
      await page.getByText(sentence).waitFor();
    }
    assert.ok(!opened.sent.some(({ call }) => call === "attachPicture"));
  });

  it("are pasted as text if there is any, such as cells of a table", async () => {
    const opened = await open(chat([]));
    const base64 = await drawn(opened.page, "image/png", 10, 10);
    await give(opened.page, "paste", { name: "a.png", type: "image/png", base64, text: "1\t2" });
    await give(opened.page, "paste", { name: "b.png", type: "image/png", base64 });
    const { args } = await opened.nextCall("attachPicture");
    assert.equal((args as Attached).name, "b.png");
  });

  it("are waited for when the question is sent at once", async () => {
    const attaching = Promise.withResolvers<null>();
    const opened = await open(chat([]), {
      answer: (call) => (call === "attachPicture" ? attaching.promise : null),
    });
    const { page } = opened;
    const base64 = await drawn(page, "image/png", 10, 10);
    await page.locator("#question").fill("What is it?");
    await give(page, "paste", { name: "a.png", type: "image/png", base64 });
    await page.locator("#question").press("Enter");
    await opened.nextCall("attachPicture");
    assert.ok(!opened.sent.some(({ call }) => call === "send"));
    attaching.resolve(null);
    await opened.nextCall("send");
  });

  it("that were picked by their files are read from the host once, and drawn again", async () => {
    const png = readFileSync("media/icon.png").toString("base64");
    const opened = await open(chat([], { unread: [{ id: "u1", name: "icon.png" }] }), {
      answer: (call) => (call === "readPicture" ? png : null),
    });
    const { args } = await opened.nextCall("attachPicture");
    const { id, name, type } = args as Attached;
    assert.deepEqual({ id, name, type }, { id: "u1", name: "icon.png", type: "image/png" });
  });

  it("E3 show what is sent on their chip, which nothing is loaded for", async () => {
    const picture = { ...attachment, id: "p1", label: "screen.png", text: "", isPicture: true };
    let data = "";
    const opened = await open(chat([]), {
      answer: (call) => (call === "attachedPicture" ? { type: "image/png", data } : null),
    });
    data = await drawn(opened.page, "image/png", 600, 300);
    await opened.post({ event: "pageState", pageState: { ...pageState, attachments: [picture] } });
    const thumbnail = opened.page.locator(".chip-picture");
    await thumbnail.waitFor();
    const sizeOf = () =>
      thumbnail.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
    await opened.page.waitForFunction(
      () => document.querySelector<HTMLCanvasElement>(".chip-picture")?.width === 40,
    );
    assert.deepEqual(await sizeOf(), [40, 20]);
    await opened.page.locator(".chip > summary").press("Enter");
    await opened.page.getByRole("img", { name: "screen.png" }).waitFor();
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  });
});
