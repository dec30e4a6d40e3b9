import assert from "node:assert/strict";
import { answered, chat } from "./fixtures";
import { assertInert } from "./oracle";
import { useChromium } from "./suite";

describe("links of an answer", () => {
  const { open } = useChromium();

  it("W5 asks the host about https addresses, by click and by Enter", async () => {
    const opened = await open(chat([answered("[the docs](https://Example.com/a?b#c)")]));
    const link = opened.page.getByRole("button", { name: "the docs" });
    await link.click();
    assert.deepEqual((await opened.nextCall("openLink")).args, {
      url: "https://example.com/a?b#c",
    });
    await link.press("Enter");
    assert.deepEqual((await opened.nextCall("openLink")).args, {
      url: "https://example.com/a?b#c",
    });
    await link.click({ button: "middle" });
    await link.click({ button: "right" });
    assert.equal(opened.sent.filter(({ call }) => call === "openLink").length, 2);
    await assertInert(opened, "https");
  });

  const dead = [
    "command:workbench.action.quit",
    "vscode://expert-hub.expert-hub/x",
    "vscode-insiders:x",
    "file:///etc/passwd",
    "http://example.com/",
    "mailto:a@example.com",
    "smb://host/share",
    "ms-msdt:/id",
    "//evil.example/x",
    "https://bank@evil.example/",
  ];
  for (const address of dead) {
    it(`W5 shows ${address} as text that names it`, async () => {
      const opened = await open(chat([answered(`[safe words](${address})`)]));
      const text = opened.page.locator(".answer .piece");
      await text.waitFor();
      assert.equal(await text.locator("button, a").count(), 0);
      const shown = (await text.textContent()) ?? "";
      assert.ok(shown.includes("safe words") && shown.includes(address), shown);
      await text.click();
      assert.equal(opened.sent.filter(({ call }) => call === "openLink").length, 0);
      await assertInert(opened, address);
    });
  }

  it("W6 hands over the host that is really meant, in its ASCII form", async () => {
    const opened = await open(chat([answered("[https://bank.example](https://bаnk.example/)")]));
    await opened.page.getByRole("button", { name: "https://bank.example" }).click();
    assert.deepEqual((await opened.nextCall("openLink")).args, {
      url: "https://xn--bnk-6cd.example/",
    });
  });
});
