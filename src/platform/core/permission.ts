/** Something that the user allowed for longer than one question. */
export interface Permission {
  readonly label: string;
  /** Whom it was given, and for how long. */
  readonly description: string;
  revoke(): unknown;
}
