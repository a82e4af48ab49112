export const FORMAT_FAULTS = ["malformed", "truncated", "unsupported", "too_large", "missing", "outside"] as const;
export type FormatFaultKind = (typeof FORMAT_FAULTS)[number];

/** The one refusal of every reader. Whatever else is thrown is a fault of ours. */
export class FormatFault extends Error {
  readonly kind: FormatFaultKind;
  /** Where in the object it was met. */
  readonly at: number | undefined;

  constructor(kind: FormatFaultKind, message: string, at?: number) {
    super(message);
    this.name = "FormatFault";
    this.kind = kind;
    this.at = at;
  }
}
