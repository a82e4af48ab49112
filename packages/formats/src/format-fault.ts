export const FORMAT_FAULTS = ["malformed", "truncated", "unsupported", "too_large", "missing", "outside"] as const;
export type FormatFaultKind = (typeof FORMAT_FAULTS)[number];

/** The only error that readers throw for bad input. Any other error is a bug in our code. */
export class FormatFault extends Error {
  readonly kind: FormatFaultKind;
  /** Byte offset in the object. */
  readonly at: number | undefined;

  constructor(kind: FormatFaultKind, message: string, at?: number) {
    super(message);
    this.name = "FormatFault";
    this.kind = kind;
    this.at = at;
  }
}
