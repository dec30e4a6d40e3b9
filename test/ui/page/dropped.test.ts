import assert from "node:assert/strict";
import { attachment, chat, pageState } from "./fixtures";
import { useChromium } from "./suite";
import { droppedUris } from "../../../src/features/chat/page/composer/dropping";

describe("what is dropped on the chat", () => {
  it("is read from the list of VS Code first, each address once", () => {
    assert.deepEqual(droppedUris(["file:///a\r\nfile:///b\r\nfile:///a", "file:///c", ""]), [
      "file:///a",
      "file:///b",
    ]);
    assert.deepEqual(droppedUris(["", "# a comment\nfile:///c\n", ""]), ["file:///c"]);
  });

  it("is read from editor tabs where there is no list", () => {
    const editors = [{ resource: "file:///a" }, { resource: { external: "file:///b" } }, {}, null];
    assert.deepEqual(droppedUris(["", "", JSON.stringify(editors)]), ["file:///a", "file:///b"]);
  });

  it("is nothing where it is a web address or no list", () => {
    assert.deepEqual(droppedUris(["", "https://a.example/", ""]), []);
    for (const wrong of ["{", "{}", '"x"', ""]) assert.deepEqual(droppedUris(["", "", wrong]), []);
    assert.deepEqual(droppedUris([]), []);
  });
});

/** A page state in which one attachment has changed or not. */
const state = (isChanged: boolean, one = attachment) => ({
  event: "pageState" as const,
  pageState: { ...pageState, attachments: [{ ...one, ...(isChanged && { isChanged }) }] },
});

describe("what is attached to the next question", () => {
  const { open } = useChromium();
  const box = "#question";

  it("is taken off by Delete, one after another, and the focus ends in the box", async () => {
    const other = { ...attachment, id: "a2", label: "other.ts:1" };
    const { page, nextCall, post } = await open(chat([], { attachments: [attachment, other] }));
    await page.locator(".chip > summary").first().focus();
    await page.keyboard.press("Delete");
    assert.deepEqual((await nextCall("removeAttachment")).args, { id: attachment.id });
    await post({ event: "pageState", pageState: { ...pageState, attachments: [other] } });
    await page.locator(".chip > summary:focus").getByText("other.ts:1").waitFor();
    await page.keyboard.press("Backspace");
    assert.deepEqual((await nextCall("removeAttachment")).args, { id: "a2" });
    await post({ event: "pageState", pageState });
    await page.locator(`${box}:focus`).waitFor();
    await post({
      event: "pageState",
      pageState: { ...pageState, attachments: [other, attachment] },
    });
    await page.locator(".chip > summary").nth(1).focus();
    await post({ event: "pageState", pageState: { ...pageState, attachments: [other] } });
    await page.locator(".chip > summary:focus").getByText("other.ts:1").waitFor();
  });

  it("says that it has changed and offers its text as it is now, until it is the same again", async () => {
    const { page, nextCall, post } = await open(chat([], { attachments: [attachment] }));
    const row = page.locator(".chip-row");
    const update = page.getByRole("button", { name: `Update ${attachment.label}` });
    await row.waitFor();
    await post(state(true));
    await row.getByText("changed", { exact: true }).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: `${attachment.label} has changed since it was attached.` })
      .waitFor();
    await row.locator("summary").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("updateAttachment")).args, { id: attachment.id });
    await post(state(false, { ...attachment, id: "newer" }));
    await page.locator(".chip > summary:focus").waitFor();
    assert.equal(await update.count(), 0);
    await post(state(true, { ...attachment, id: "newer" }));
    await update.focus();
    await post(state(false, { ...attachment, id: "newer" }));
    await page.locator(".chip > summary:focus").waitFor();
    assert.equal(await row.getByText("changed", { exact: true }).count(), 0);
  });

  it("can be dropped, and a text that is dropped is left to the box", async () => {
    const { page, nextCall } = await open(chat([]));
    /** Whether the page takes it: only what may be dropped is. */
    const drag = (event: string, type: string, text: string) =>
      page.evaluate(
        ([name, of, data]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData(of!, data!);
          const given = { dataTransfer, bubbles: true, cancelable: true };
          return !document.body.dispatchEvent(new DragEvent(name!, given));
        },
        [event, type, text],
      );
    const drop = (type: string, text: string) => drag("drop", type, text);
    // Loaded with what follows the first paint.
    await page.locator(".send-more").waitFor();
    assert.equal(await drag("dragover", "text/plain", "words"), false);
    assert.equal(await drag("dragover", "text/uri-list", "file:///work/a.ts"), true);
    assert.equal(await drop("text/plain", "words"), false);
    assert.equal(await drop("text/uri-list", "file:///work/a.ts"), true);
    assert.deepEqual((await nextCall("attachDropped")).args, { uris: ["file:///work/a.ts"] });
  });
});
