/** Something that the user allowed for longer than one question. */
export interface Permission {
  readonly label: string;
  /** Whom it was given, and for how long. */
  readonly description: string;
  /** The organisation does not allow it at present, whatever the user says. */
  readonly isLocked?: boolean;
  revoke(): unknown;
}
