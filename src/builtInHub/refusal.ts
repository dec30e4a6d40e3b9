/** A rejected request: the status and the message of its Error body (service 2.4). */
export class Refusal extends Error {
  readonly status: number;
  /** What the body says, if it is more precise than the status. */
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  /** It is about the language model that the user chose. */
  readonly isAboutModel: boolean;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    code = status,
    isAboutModel = status === 501 || status === 502,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.isAboutModel = isAboutModel;
  }
}
