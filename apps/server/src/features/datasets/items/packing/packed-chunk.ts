/** A column after the fixed ones: a double for each row, or values of any type. */
export type PackedColumn = "doubles" | "values";

/** Rows in the columns that packing reads: reason, line, ordinal, bytes of the clip, and then those that were asked for. */
export interface PackedChunk {
  readonly rows: number;
  readonly reasons: Uint8Array;
  /** The lines in UTF-8, one after the other. */
  readonly text: Uint8Array;
  /** Where each line ends. */
  readonly ends: Uint32Array;
  readonly ordinals: Float64Array;
  readonly mediaBytes: Float64Array;
  readonly columns: readonly (Float64Array | readonly unknown[])[];
}

/** The UTF-8 bytes of texts, without making strings of them. */
export class TextLines {
  private readonly text: Uint8Array;
  private readonly ends: Uint32Array;

  constructor({ text, ends }: Pick<PackedChunk, "text" | "ends">) {
    this.text = text;
    this.ends = ends;
  }

  bytesAt(row: number): Uint8Array {
    return this.text.subarray(row === 0 ? 0 : this.ends[row - 1], this.ends[row]);
  }
}
