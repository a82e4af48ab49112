import { FormatFault } from "@dailies/formats/format-fault";
import { sniffMedia } from "@dailies/formats/sniff-media";
import type { Row, RowCell } from "../row-set.ts";
import type { Reading, SetColumn } from "../shard-set.ts";
import { type PlainCell, viewPlain } from "../view-cell.ts";
import { type ValueView, viewBytes, viewMedia } from "../view-value.ts";
import type { LanceRows } from "./lance-rows.ts";

/** The library returns a binary value whole or not at all, whatever its size. */
const UNREAD = "its bytes are read when somebody asks for them";

const viewValue = (name: string, encoding: string, value: PlainCell | Uint8Array | undefined): RowCell => {
  const named = { name, encoding, begin: 0, end: 0 };
  if (value instanceof Uint8Array) {
    const media = sniffMedia(value.subarray(0, 192));
    return { ...named, bytes: value, value: media === null ? viewBytes() : viewMedia(media) };
  }
  return { ...named, value: viewPlain(value ?? null) };
};

interface RowReader {
  readonly readRow: (reading: Reading, index: number) => Promise<Row>;
  /** One column only, whatever it holds. */
  readonly readColumn: (reading: Reading, index: number, name: string) => Promise<Row>;
}

/** Rows for display, without binary values. Their media type is learned from the bytes of one row. */
export const createRowReader = (rows: LanceRows, columns: readonly SetColumn[], mayLearn: boolean): RowReader => {
  const learned = new Set<string>();
  const mediaTypes = new Map<string, string>();
  const viewUnread = (name: string): ValueView => {
    const type = mediaTypes.get(name);
    return type === undefined ? viewBytes(UNREAD) : viewMedia(type);
  };
  const read = async ({ meter, signal }: Reading, index: number, asked?: string): Promise<Row> => {
    const row = await rows.read(index, asked, signal);
    if (!row) throw new FormatFault("missing", `the table has no row ${index}`);
    // The library does its own reads and does not report their size.
    meter.noteRead(0);
    const cells = columns
      .filter(({ name }) => asked === undefined || asked === name)
      .map(({ name, encoding }): RowCell => {
        if (row.unread.has(name)) return { name, encoding, begin: 0, end: 0, value: viewUnread(name) };
        return viewValue(name, encoding, row.values[name]);
      });
    for (const { name, value } of cells) if (value.kind === "media") mediaTypes.set(name, value.content_type);
    return { key: `${index}`, begin: 0, end: 0, cells };
  };
  return {
    readColumn: read,
    readRow: async (reading, index) => {
      const row = await read(reading, index);
      const isUnknown = ({ name, value, bytes }: RowCell) => !bytes && value.kind === "bytes" && !learned.has(name);
      const unknown = mayLearn ? row.cells.filter(isUnknown) : [];
      for (const { name } of unknown) {
        learned.add(name);
        await read(reading, index, name);
      }
      const view = (cell: RowCell) => (unknown.includes(cell) ? { ...cell, value: viewUnread(cell.name) } : cell);
      return { ...row, cells: row.cells.map(view) };
    },
  };
};
