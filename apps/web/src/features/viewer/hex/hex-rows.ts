export interface ByteSpan {
  readonly begin: number;
  readonly end: number;
  readonly label: string;
}

export interface HexRun {
  readonly label: string | undefined;
  readonly hex: string;
  readonly text: string;
}

export interface HexRow {
  readonly begin: number;
  /** Adjacent bytes with the same meaning. */
  readonly runs: readonly HexRun[];
}

export const ROW_BYTES = 16;

/** The last matching span: a column is nested in its sample and is more specific. */
const labelAt = (spans: readonly ByteSpan[], place: number): string | undefined =>
  spans.findLast(({ begin, end }) => begin <= place && place < end)?.label;

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");
const textOf = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·");

const runsOf = (bytes: Uint8Array, begin: number, spans: readonly ByteSpan[]): HexRun[] => {
  const runs: { label: string | undefined; bytes: number[] }[] = [];
  for (const [place, byte] of bytes.entries()) {
    const label = labelAt(spans, begin + place);
    const last = runs.at(-1);
    if (last && last.label === label) last.bytes.push(byte);
    else runs.push({ label, bytes: [byte] });
  }
  return runs.map((run) => ({
    label: run.label,
    hex: run.bytes.map(hexOf).join(" "),
    text: run.bytes.map(textOf).join(""),
  }));
};

/** Lays out bytes from `begin` in rows aligned to shard offsets. */
export const layOutHex = (bytes: Uint8Array, begin: number, spans: readonly ByteSpan[]): HexRow[] => {
  const rows: HexRow[] = [];
  const end = begin + bytes.length;
  for (let row = begin - (begin % ROW_BYTES); row < end; row += ROW_BYTES) {
    const [from, to] = [Math.max(row, begin), Math.min(row + ROW_BYTES, end)];
    rows.push({ begin: row, runs: runsOf(bytes.subarray(from - begin, to - begin), from, spans) });
  }
  return rows;
};
