import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { CompletionKind, CompletionsView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { chat, pageState, turn } from "./fixtures";
import { settled } from "./states";
import { useChromium } from "./suite";

const box = "#question";
const list = ".completions";

const file = (label: string) => ({
  id: `id of ${label}`,
  kind: "file" as const,
  label,
  description: "src",
});

const names = ["cart.ts", "checkout.ts", "client.ts", "tax.ts"];

/** What a host with these files answers. */
const matching = ({ typed }: { typed: string }): CompletionsView => ({
  completions: names.filter((name) => name.startsWith(typed)).map(file),
});

const value = (page: Page, expected: string) =>
  until(`the box holds ${JSON.stringify(expected)}`, async () => {
    const now = await page.inputValue(box);
    return now === expected;
  });

const labels = (page: Page) => page.locator(`${list} .completion-label`).allTextContents();

const numbered = () => ({ completions: [file("12-notes.md"), file("v12.ts")] });
const loose = ({ typed }: { typed: string }) => ({
  completions:
    typed === ""
      ? [file("a.ts")]
      : typed === "zzz"
        ? []
        : [file("formatForOutput.ts"), file("cart.ts")],
});

describe("completions at the cursor", () => {
  const { open } = useChromium();

  async function opened(
    draft = "",
    complete: (args: { trigger: string; typed: string }) => unknown = matching,
    changes: Parameters<typeof chat>[1] = {},
  ) {
    const result = await open(chat([turn()], { draft, ...changes }), {
      answer: (call, args) =>
        call === "complete" ? complete(args as { trigger: string; typed: string }) : undefined,
    });
    const { page, sent } = result;
    await page.focus(box);
    await page.keyboard.press("ControlOrMeta+End");
    const type = (text: string) => page.keyboard.type(text);
    const press = (key: string) => page.keyboard.press(key);
    const calls = (name: string) =>
      sent.filter(({ call }) => call === name).map(({ args }) => args as Record<string, unknown>);
    const shown = (...expected: string[]) =>
      until(`the list shows ${expected.join(", ") || "nothing"}`, async () => {
        const now = await labels(page);
        return now.join() === expected.join();
      });
    return { ...result, type, press, calls, shown };
  }

  for (const trigger of ["#", "/", "@"])
    it(`take the place of a word that begins with ${trigger}`, async () => {
      const { page, type, press, calls, shown, nextCall } = await opened();
      await type(trigger);
      await shown(...names);
      await type("c");
      await shown("cart.ts", "checkout.ts", "client.ts");
      await press("ArrowDown");
      await press("Enter");
      assert.deepEqual((await nextCall("acceptCompletion")).args, { id: "id of checkout.ts" });
      await value(page, "");
      await shown();
      assert.deepEqual(calls("complete")[0], { trigger, typed: "" });
      assert.equal(calls("send").length, 0);
    });

  it("are chosen one after another, with Tab as well, in the middle of a text", async () => {
    const { page, type, press, calls, shown } = await opened("See  for more");
    await press("Home");
    for (let at = 0; at < 4; at++) await press("ArrowRight");
    for (const key of ["Tab", "Enter"]) {
      await type("#ta");
      await shown("tax.ts");
      await press(key);
      await value(page, "See  for more");
    }
    await type("it");
    await value(page, "See it for more");
    assert.deepEqual(
      calls("acceptCompletion").map(({ id }) => id),
      ["id of tax.ts", "id of tax.ts"],
    );
  });

  it("B4 hold the keys that are pressed before they are there", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page, type, press, calls } = await opened("Fix ", async (args) => {
      await promise;
      return matching(args);
    });
    await type("#");
    await press("ArrowDown");
    await press("Enter");
    await type("it");
    await value(page, "Fix #it");
    resolve();
    await value(page, "Fix it");
    await until("it is accepted", () => calls("acceptCompletion").length === 1);
    assert.deepEqual(calls("acceptCompletion")[0], { id: "id of checkout.ts" });
    assert.equal(calls("send").length, 0);
  });

  it("B4 hold each key that is pressed before the rows of a longer word are there", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { type, press, shown, nextCall } = await opened("", async (args) => {
      if (args.typed !== "") await promise;
      return matching(args);
    });
    await type("#");
    await shown(...names);
    await type("c");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await press(key);
    resolve();
    assert.deepEqual((await nextCall("acceptCompletion")).args, { id: "id of client.ts" });
  });

  it("B4 leave the cursor where it went while a key was held", async () => {
    for (const [key, expected] of [
      ["Home", "!See "],
      ["ArrowLeft", "See !"],
    ] as const) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { page, type, press } = await opened("See ", async (args) => {
        await promise;
        return matching(args);
      });
      await type("#ta");
      await press("Tab");
      await press(key);
      resolve();
      await value(page, "See ");
      await type("!");
      await value(page, expected);
    }
  });

  it("B4 give Enter back to the question where nothing fits", async () => {
    const { type, press, nextCall } = await opened();
    await type("#12");
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "#12" });
  });

  it("send a number at once, whatever fits it, unless a row of the list is chosen", async () => {
    const { page, type, press, shown, calls, nextCall } = await opened("", numbered);
    await type("Fix bug #12");
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "Fix bug #12" });
    await type("Fix bug #");
    await shown("12-notes.md", "v12.ts");
    await type("12");
    await page.waitForTimeout(200);
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "Fix bug #12" });
    assert.equal(calls("acceptCompletion").length, 0);
    await type("See #12");
    await page.waitForTimeout(200);
    await press("ArrowDown");
    await press("Enter");
    assert.deepEqual((await nextCall("acceptCompletion")).args, { id: "id of v12.ts" });
  });

  it("send what was typed quickly where no row begins so", async () => {
    const { page, type, press, calls, nextCall } = await opened("", loose);
    await type("Is it #fff");
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "Is it #fff" });
    await type("Why @deprecated");
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "Why @deprecated" });
    await type("See #zzz");
    await press("Tab");
    await value(page, "See #zzz");
    await page.fill(box, "");
    await type("See #form");
    await press("Enter");
    assert.deepEqual((await nextCall("acceptCompletion")).args, { id: "id of formatForOutput.ts" });
    for (const begun of ["src/formatForOutput.t", "ts"]) {
      await type(`#${begun}`);
      await press("Enter");
      await nextCall("acceptCompletion");
    }
    assert.equal(calls("send").length, 2);
  });

  it("say that nothing is found, as long as the word stands there", async () => {
    const { page, type, press, nextCall } = await opened();
    await type("See #zzz");
    const nothing = page.getByText("Nothing found for zzz", { exact: true });
    await nothing.first().waitFor();
    await type(" ");
    await page.locator(".completions").waitFor({ state: "detached" });
    // A number is rarely meant as a file.
    await type("#12");
    await page.waitForTimeout(200);
    assert.equal(await page.locator(".completions").count(), 0);
    for (let count = 0; count < 3; count++) await press("Backspace");
    await type("#zzz");
    await page.locator(".completions").waitFor();
    await press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "See #zzz #zzz" });
    await page.locator(".completions").waitFor({ state: "detached" });
  });

  it("are none where the host fails or no longer has any", async () => {
    let isGone = false;
    const { page, type, press, shown, errors } = await opened("", (args) => {
      if (args.typed === "zz") throw new Error("No index.");
      return isGone ? { completions: [] } : matching(args);
    });
    await type("#");
    await shown(...names);
    await type("c");
    await shown("cart.ts", "checkout.ts", "client.ts");
    isGone = true;
    await press("Backspace");
    await page.locator(list).waitFor({ state: "detached" });
    await type(" @zz");
    await page.locator(list).getByText("Nothing found for zz", { exact: true }).waitFor();
    assert.deepEqual(errors, []);
  });

  it("B4 leave every character alone, whatever stands before it", async () => {
    const texts = [
      "mail@host",
      "a/b",
      "C#",
      "# heading",
      "see /etc/hosts",
      "#12 is",
      "@ noon",
      "##",
    ];
    const { page, type, press, calls } = await opened();
    for (const text of texts) {
      await page.fill(box, "");
      await type(`${text} `);
      await value(page, `${text} `);
      assert.deepEqual(await labels(page), [], text);
    }
    for (const text of ["mail@", "a/", "C#", "see /"]) {
      await page.fill(box, "");
      const before = calls("complete").length;
      await type(text);
      await settled(page);
      assert.equal(calls("complete").length, before, text);
    }
    await page.fill(box, "");
    await page.keyboard.insertText("/usr");
    for (let count = 0; count < 3; count++) await press("Backspace");
    await settled(page);
    assert.deepEqual(await labels(page), []);
    assert.equal(await page.inputValue(box), "/");
  });

  it("close on Escape, which leaves the text alone and stops nothing", async () => {
    const { page, type, press, calls, shown } = await opened("", matching, { busy: true });
    const options = page.getByRole("button", { name: /^Options/ });
    await options.click();
    // It takes the focus once its code is there.
    await page.getByLabel("Temperature").waitFor();
    await page.focus(box);
    await type("#");
    await shown(...names);
    await press("Escape");
    await shown();
    await type("c");
    await settled(page);
    assert.deepEqual(await labels(page), []);
    assert.equal(await page.inputValue(box), "#c");
    assert.equal(await options.getAttribute("aria-expanded"), "true");
    await press("Escape");
    assert.equal(await options.getAttribute("aria-expanded"), "false");
    assert.equal(calls("stop").length, 0);
    // Just after the focus came, an Escape may be that of a box of VS Code.
    await page.waitForTimeout(600);
    await press("Escape");
    await until("the last one stops the question", () => calls("stop").length === 1);
  });

  it("close where nothing fits, come back with fewer letters, and go where the cursor leaves", async () => {
    const { page, type, press, calls, shown } = await opened();
    await type("@c");
    await shown("cart.ts", "checkout.ts", "client.ts");
    await type("xyz");
    await shown();
    await until("that is answered", () => calls("complete").at(-1)?.["typed"] === "cxyz");
    await type("u");
    await page.waitForTimeout(200);
    assert.equal(calls("complete").at(-1)?.["typed"], "cxyz", "what cannot fit is not asked for");
    for (let count = 0; count < 4; count++) await press("Backspace");
    await shown("cart.ts", "checkout.ts", "client.ts");
    assert.equal(await page.locator(list).count(), 1, "nothing says that nothing was found");
    await press("Home");
    await shown();
    await press("End");
    await type(" @");
    await shown(...names);
    await page.locator(box).blur();
    await shown();
    assert.equal(await page.inputValue(box), "@c @");
  });

  it("drop what was found for an earlier word, and add what is found later below", async () => {
    const waiting = new Map<string, (view: CompletionsView) => void>();
    const { page, type, press, calls, shown } = await opened("", ({ typed }) => {
      const { promise, resolve } = Promise.withResolvers<CompletionsView>();
      waiting.set(typed, resolve);
      return promise;
    });
    const answer = async (typed: string, view: CompletionsView) => {
      await until(`${typed} is asked`, () => waiting.has(typed));
      waiting.get(typed)!(view);
      waiting.delete(typed);
    };
    await type("#");
    await until("all are asked for", () => waiting.has(""));
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll(".completion-label"))
          seen.add(textContent);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await type("c");
    waiting.get("")!({ completions: [file("early.ts")] });
    await answer("c", { completions: [file("cart.ts"), file("client.ts")], isIncomplete: true });
    await shown("cart.ts", "client.ts");
    await press("ArrowDown");
    await answer("c", { completions: [file("Class"), file("client.ts")] });
    await shown("cart.ts", "client.ts", "Class");
    const active = await page.locator("[aria-selected=true] .completion-label").textContent();
    assert.equal(active, "client.ts");
    assert.deepEqual(
      await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]),
      ["cart.ts", "client.ts", "Class"],
    );
    assert.equal(calls("complete").filter(({ typed }) => typed === "c").length, 2);
  });

  it("are clicked without taking the focus, and undone like a key", async () => {
    const { page, type, press, shown, nextCall, errors } = await opened();
    await type("Look at #ta");
    await shown("tax.ts");
    // Beside the rows.
    await page.locator(list).dispatchEvent("click");
    await shown("tax.ts");
    await page.locator(".completion").click();
    await nextCall("acceptCompletion");
    await value(page, "Look at ");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    await press("ControlOrMeta+z");
    await value(page, "Look at #ta");
    await until("what was typed is undone", async () => {
      await press("ControlOrMeta+z");
      return (await page.inputValue(box)) === "";
    });
    assert.deepEqual(errors, []);
  });

  it("leave an input method's keys alone", async () => {
    const { page, type, shown, calls } = await opened();
    await type("#c");
    await shown("cart.ts", "checkout.ts", "client.ts");
    await page.locator(box).evaluate((element) => {
      const enter = { key: "Enter", bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent("keydown", { ...enter, isComposing: true }));
      element.dispatchEvent(new KeyboardEvent("keydown", { ...enter, keyCode: 229 }));
    });
    await settled(page);
    assert.equal(calls("acceptCompletion").length, 0);
    await page.fill(box, "");
    const asked = calls("complete").length;
    const session = await page.context().newCDPSession(page);
    await session.send("Input.imeSetComposition", {
      text: "#",
      selectionStart: 1,
      selectionEnd: 1,
    });
    await settled(page);
    assert.equal(calls("complete").length, asked);
    await session.detach();
  });

  it("N15 tell assistive technology what is listed and where the choice is", async () => {
    const { page, type, press, shown } = await opened();
    const named = (name: string) => page.locator(box).getAttribute(name);
    const combobox = page.locator("[role=combobox]");
    assert.equal(await named("aria-controls"), null);
    await type("#");
    await shown(...names);
    assert.deepEqual(
      [await named("aria-autocomplete"), await named("aria-controls")],
      ["list", await page.locator("[role=listbox]").getAttribute("id")],
    );
    assert.equal(await combobox.getAttribute("aria-expanded"), "true");
    assert.equal(await combobox.locator(box).count(), 1);
    await page.getByRole("status").filter({ hasText: "4 suggestions" }).waitFor();
    for (const [key, label] of [
      ["ArrowDown", "checkout.ts src"],
      ["ArrowUp", "cart.ts src"],
      ["ArrowUp", "tax.ts src"],
      ["ArrowDown", "cart.ts src"],
    ] as const) {
      await press(key);
      const active = page.locator(`[id="${await named("aria-activedescendant")}"]`);
      assert.equal(await active.textContent(), label);
      assert.equal(await active.getAttribute("aria-selected"), "true");
    }
    await press("Escape");
    assert.deepEqual(
      [await named("aria-controls"), await named("aria-activedescendant"), await combobox.count()],
      [null, null, 0],
    );
  });

  it("stand above the line of the cursor and within the page, also at 220 px", async () => {
    const { page, type, shown } = await opened("word ".repeat(30));
    await page.setViewportSize({ width: 220, height: 480 });
    await type("#");
    await shown(...names);
    const { bottom, left, right, top } = (await page
      .locator(list)
      .evaluate((element) => element.getBoundingClientRect().toJSON())) as DOMRect;
    assert.ok(left >= 0 && right <= 220 && top >= 0, JSON.stringify({ left, right, top }));
    const edge = await page
      .locator(box)
      .evaluate((element) => element.getBoundingClientRect().bottom);
    assert.ok(bottom < edge - 10, `${bottom} ${edge}`);
  });

  it("stand below the line of the cursor where there is more room", async () => {
    const { page, type, press, shown } = await opened("\n".repeat(9));
    await page.setViewportSize({ width: 400, height: 200 });
    await press("ControlOrMeta+Home");
    await type("#");
    await shown(...names);
    const { y: top } = (await page.locator(box).boundingBox())!;
    const { y, height } = (await page.locator(list).boundingBox())!;
    assert.ok(y > top + 16 && y < top + 40, `${y} below a line at ${top}`);
    assert.ok(y + height <= 200, `${y + height}`);
    await page.setViewportSize({ width: 400, height: 720 });
    await until("it stands above again", async () => {
      const line = (await page.locator(box).boundingBox())!;
      const rows = (await page.locator(list).boundingBox())!;
      return Math.abs(rows.y + rows.height - line.y) < 24;
    });
  });

  it("have a shape for each kind", async () => {
    const kinds = [
      "ability",
      "changes",
      "class",
      "commit",
      "error",
      "expert",
      "file",
      "folder",
      "info",
      "method",
      "prompt",
      "selection",
      "terminal",
      "variable",
      "warning",
    ] satisfies CompletionKind[];
    const { page, type, shown } = await opened("", () => ({
      completions: kinds.map((kind) => ({ ...file(kind), kind })),
    }));
    await type("#");
    await shown(...kinds);
    await until("each has its own", async () => {
      const shapes = await page
        .locator(`${list} path`)
        .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
      return !shapes.includes("") && new Set(shapes).size === kinds.length;
    });
    const classes = await page
      .locator(".completion")
      .evaluateAll((rows) => rows.map(({ className }) => className));
    assert.deepEqual(
      classes,
      kinds.map((kind) => `completion ${kind}`),
    );
  });

  it("W1 show names as text, whatever they hold", async () => {
    const name = "<img src=x onerror=alert(1)>\u202e`*[x](command:y)";
    const { page, type, errors, requests } = await opened("", () => ({
      completions: [{ ...file(name), description: name, kind: "prompt" as const }],
    }));
    await type("#");
    const shown = name.replace("\u202e", String.raw`\u202E`);
    await page.locator(".completion-label").getByText(shown, { exact: true }).waitFor();
    assert.equal(await page.locator(`${list} img, ${list} a`).count(), 0);
    assert.deepEqual([errors, requests], [[], []]);
  });

  it("close where the host puts another text into the box", async () => {
    const { page, type, shown, post } = await opened();
    await type("#");
    await shown(...names);
    await post({
      event: "pageState",
      pageState: { ...pageState, draft: "The prompt", draftRevision: 1000 },
    });
    await value(page, "The prompt");
    await shown();
  });

  it("are forty at most", async () => {
    const many = Array.from({ length: 45 }, (_, at) => `a${at}.ts`);
    const { type, shown } = await opened("", () => ({ completions: many.map(file) }));
    await type("#");
    await shown(...many.slice(0, 40));
  });

  it("leave keys alone that are pressed together with others", async () => {
    const { page, type, shown, calls } = await opened();
    await type("#");
    await shown(...names);
    const used = await page.locator(box).evaluate((element) =>
      ["shiftKey", "ctrlKey", "metaKey", "altKey"].flatMap((held) =>
        ["Tab", "ArrowDown", "Escape"].filter((key) => {
          const event = { key, [held]: true, bubbles: true, cancelable: true };
          return !element.dispatchEvent(new KeyboardEvent("keydown", event));
        }),
      ),
    );
    assert.deepEqual(used, []);
    await shown(...names);
    const active = await page.locator("[aria-selected=true] .completion-label").textContent();
    assert.deepEqual([active, calls("acceptCompletion")], ["cart.ts", []]);
  });

  it("B4 keep what is typed while their code is loaded", async () => {
    const { page, type, press, sent } = await opened();
    const loading = "**/completionList*";
    const rows: [text: string, keys: string[], then: string, left: string, accepted: number][] = [
      ["@", ["Backspace"], "", "", 0],
      ["@", ["Escape"], "", "@", 0],
      ["@", ["Enter"], "Why not?", "Why not?", 1],
    ];
    for (const [text, keys, then, left, accepted] of rows) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(loading, async (route) => {
        await promise;
        await route.continue();
      });
      await page.reload();
      await page.locator(box).focus();
      sent.length = 0;
      await type(text);
      for (const key of keys) await press(key);
      await type(then);
      const loaded = page.waitForResponse(loading);
      resolve();
      await (await loaded).finished();
      await value(page, left);
      await settled(page);
      const named = (name: string) => sent.filter(({ call }) => call === name);
      assert.equal(named("complete").length, accepted, keys[0]);
      assert.deepEqual(
        named("acceptCompletion").map(({ args }) => args),
        accepted === 0 ? [] : [{ id: "id of cart.ts" }],
      );
      await page.unroute(loading);
    }
  });
});
