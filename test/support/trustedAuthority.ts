import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificate, type Authority } from "./certificate";

/** A certificate authority that the transport trusts while the suite runs. */
export function trustedAuthority(): Authority {
  const authority = makeCertificate({ name: "Test Authority", authority: true, hosts: [] });
  const kept = process.env["NODE_EXTRA_CA_CERTS"];
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-authority-"));
  before(() => {
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    process.env["NODE_EXTRA_CA_CERTS"] = file;
  });
  after(() => {
    if (kept === undefined) delete process.env["NODE_EXTRA_CA_CERTS"];
    else process.env["NODE_EXTRA_CA_CERTS"] = kept;
    rmSync(folder, { recursive: true });
  });
  return authority;
}
