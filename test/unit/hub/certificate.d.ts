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
  /** Who signs; by default the certificate itself. */
  issuer?: Authority | undefined;
  authority?: boolean;
}
export interface Authority extends Certificate {
  readonly name: string;
}
/** A certificate made on the spot, so that no test depends on a file that expires. */
export declare function makeCertificate(options?: CertificateOptions): Authority;
