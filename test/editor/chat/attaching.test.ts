import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import type { AttachmentsFeature } from "../../../src/features/attachments/editor";
import { attachDropped, attachPicture } from "../../../src/features/chat/editor/attaching";
import { Messages } from "../support/messages";
import { withProperty } from "../support/standIns";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const jpeg = Buffer.from("ffd8ffe000104a46494600", "hex");

describe("what is attached from a page", () => {
  it("is a picture once, under a name of its own", async () => {
    const chat = new Chat();
    const stored: unknown[] = [];
    const pictures = {
      add: async (id: string, { data }: { data: string }) => {
        stored.push(id);
        return `digest of ${data}`;
      },
    };
    const attach = (name: string, bytes: Buffer, type: "image/png" | "image/jpeg" = "image/png") =>
      attachPicture(
        chat,
        { name, type, width: 3, height: 4, data: bytes.toString("base64") },
        pictures,
      );
    await attach("image.png", png);
    await attach("image.png", png);
    await attach("image.png", Buffer.concat([png, png]));
    await attach("image.png", Buffer.concat([png, png, png]));
    await attach("picture", jpeg, "image/jpeg");
    await attach("picture", Buffer.concat([jpeg, jpeg]), "image/jpeg");
    assert.deepEqual(
      chat.attachments.map(({ label, detail }) => [label, detail]),
      [
        ["image.png", "PNG · 3 × 4 · 16 B"],
        ["image-2.png", "PNG · 3 × 4 · 32 B"],
        ["image-3.png", "PNG · 3 × 4 · 48 B"],
        ["picture", "JPEG · 3 × 4 · 11 B"],
        ["picture-2", "JPEG · 3 × 4 · 22 B"],
      ],
    );
    assert.deepEqual(new Set(stored), new Set([chat.conversation.id]));
    await assert.rejects(attach("x.png", Buffer.from("no picture")));
    assert.equal(chat.attachments.length, 5);
    assert.equal(stored.length, 6, "nothing that is no picture is saved");
  });

  it("are files after a question where they are from elsewhere", async () => {
    const attached: string[][] = [];
    const selection = {
      files: {
        attach: async (_: Chat, uris: vscode.Uri[]) =>
          void attached.push(uris.map((uri) => uri.toString())),
      },
    } as unknown as AttachmentsFeature;
    const inside = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "cart.ts");
    const outside = "file:///elsewhere/a.ts";
    const untitled = await vscode.workspace.openTextDocument({ content: "x" });
    const messages = new Messages();
    try {
      const drop = (...uris: string[]) => attachDropped(new Chat(), uris, selection);
      await drop(inside.toString(), untitled.uri.toString());
      assert.deepEqual(messages.told, []);
      await assert.rejects(drop(inside.toString(), outside), { kind: "cancelled" });
      assert.match(messages.last!.message, /^Attach files from outside the workspace/);
      assert.equal(messages.last!.detail, "/elsewhere/a.ts");
      messages.answer("Attach");
      await drop(inside.toString(), outside);
      assert.deepEqual(attached, [
        [inside.toString(), untitled.uri.toString()],
        [inside.toString(), outside],
      ]);
      attached.length = 0;
      await withProperty(vscode.env, "remoteName", "ssh-remote", async () => {
        await drop("vscode-remote://ssh-remote%2Bhost/a.ts");
        await drop("vscode-remote://wsl%2Bhost/a.ts");
        await drop("other://ssh-remote%2Bhost/a.ts");
      });
      assert.deepEqual(attached, [
        ["file:///a.ts"],
        ["vscode-remote://wsl%2Bhost/a.ts"],
        ["other://ssh-remote%2Bhost/a.ts"],
      ]);
    } finally {
      messages.restore();
    }
  });
});
