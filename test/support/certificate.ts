import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";

export interface Certificate {
  /** PEM. */
  cert: string;
  key: string;
}

export interface CertificateOptions {
  name?: string;
  /** DNS names, or IPv4 addresses. */
  hosts?: string[];
  /** Days from now. */
  from?: number;
  to?: number;
  /** The signer; by default the certificate itself. */
  issuer?: Authority | undefined;
  authority?: boolean;
}

export interface Authority extends Certificate {
  readonly name: string;
}

const day = 86_400_000;
let serial = 1;

/** A certificate created on the fly, so that no test depends on a file that expires. */
export function makeCertificate(options: CertificateOptions = {}): Authority {
  const { name = "Test", hosts = ["127.0.0.1", "localhost"], from = -1, to = 1, issuer } = options;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const body = sequence(
    tag(0xa0, integer(2)),
    integer(serial++),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    tag(0xa3, sequence(...extensions(hosts, options.authority ?? false))),
  );
  const signature = sign("sha256", body, issuer?.key ?? privateKey);
  const der = sequence(body, algorithm, tag(0x03, Buffer.from([0]), signature));
  return { name, cert: pem(der), key: pkcs8(privateKey) };
}

function extensions(hosts: string[], authority: boolean): Buffer[] {
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? tag(0x87, Buffer.from(host.split(".").map(Number)))
      : tag(0x82, Buffer.from(host)),
  );
  const basic = authority ? sequence(tag(0x01, Buffer.from([0xff]))) : sequence();
  return [
    sequence(oid("551d11"), tag(0x04, sequence(...names))),
    sequence(oid("551d13"), tag(0x01, Buffer.from([0xff])), tag(0x04, basic)),
  ];
}

function tag(type: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tag(0x30, ...parts);
}

function integer(value: number): Buffer {
  return tag(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return tag(0x06, Buffer.from(hex, "hex"));
}

function nameOf(text: string): Buffer {
  return sequence(tag(0x31, sequence(oid("550403"), tag(0x0c, Buffer.from(text)))));
}

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * day).toISOString().replace(/[-:T]|\.\d+/g, "");
  return tag(0x18, Buffer.from(text));
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function pkcs8(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
