import { randomBytes } from "node:crypto";
import { identityOf, identityUrl, isIdentity } from "../../mcp/identity";

/** Another window may be busy, and another program may never answer. */
const patienceMs = 2_000;

/** Whether a window of ours serves on this port. Sends nothing that another program could use. */
export async function isOurServer(port: number, key: string): Promise<boolean> {
  const nonce = randomBytes(32).toString("base64url");
  const expected = identityOf(key, port, nonce);
  const { createSend } = await import("../../../../client/undiciSend");
  // Nothing leaves the computer, so nothing is reported.
  const send = createSend({}, () => undefined);
  try {
    const { status, body } = await send({
      url: identityUrl(port, nonce),
      method: "GET",
      headers: {},
      purpose: { kind: "account", by: "setup" },
      signal: AbortSignal.timeout(patienceMs),
    });
    return status === 200 && isIdentity(await beginning(body, expected.length + 1), expected);
  } catch {
    return false;
  } finally {
    await send.close();
  }
}

/** Another program may answer without an end. */
async function beginning(body: AsyncIterable<Uint8Array>, bytes: number): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length >= bytes) break;
  }
  return text.slice(0, bytes);
}
