import { Schema, tableToIPC } from "apache-arrow";
import { FIXED_COLUMNS, type FixedColumn } from "../../item-columns.ts";
import { fixedField, ownField } from "../../item-schema.ts";
import type { ProbedRow } from "../runs/probe-media.ts";
import type { Cell } from "../sources/source.ts";
import { batchOf, columnData, tableOf } from "./arrow-data.ts";
import { type Stored, storedValue } from "./cell-values.ts";
import { saidOfMedia } from "./name-columns.ts";
import { type CellType, mergeTypes, type PartColumn, typeOfCell } from "./part-columns.ts";

/** Further columns of a dataset are dropped. */
const MAX_COLUMNS = 300;
const MAX_KEY = 1_000;
const MAX_FAULT = 500;
/** Separates the dataset's own columns from the fixed ones until their names in the table are chosen. */
export const OWN_PREFIX = "own:";

export interface CollectedPart {
  /** In Arrow's file format; ordinals are relative to the part. */
  readonly bytes: Uint8Array;
  readonly columns: readonly PartColumn[];
  readonly items: number;
  readonly faults: number;
  readonly durationS: number;
  readonly mediaBytes: number;
}

/** Values beyond the 32-bit column, which a header may claim, become null. */
const whole = (value: number | null): number | null =>
  value === null || value > 0x7f_ff_ff_ff ? null : Math.round(value);

const fixedValues = (row: ProbedRow, ordinal: number): Record<FixedColumn, Stored> => {
  const said = saidOfMedia(row.values);
  const { header, media } = row;
  return {
    ordinal,
    part: 0,
    key: row.key.slice(0, MAX_KEY),
    object: media?.object ?? null,
    media_offset: media && media.object !== null ? media.offset : null,
    media_bytes: media?.bytes ?? null,
    media_type: media?.type ?? null,
    sample_object: row.sampleObject,
    sample_offset: row.sampleOffset ?? null,
    sample_bytes: row.sampleBytes ?? null,
    caption: storedValue(row.caption, { type: "text" }),
    duration_s: header?.durationS ?? said.durationS,
    width: whole(header?.width ?? said.width),
    height: whole(header?.height ?? said.height),
    fps: header?.fps ?? said.fps,
    frames: whole(header?.frames ?? said.frames),
    codec: header?.codec ?? null,
    fault: row.fault?.slice(0, MAX_FAULT) ?? null,
  };
};

export interface RowCollector {
  readonly add: (row: ProbedRow) => void;
  readonly count: () => number;
  readonly finish: (encodings: ReadonlyMap<string, string>) => CollectedPart;
}

/** Collects the rows of one part by column. */
export const collectRows = (): RowCollector => {
  const fixed = new Map<FixedColumn, Stored[]>(FIXED_COLUMNS.map((name) => [name, []]));
  const own = new Map<string, { cells: Cell[]; type: CellType | undefined }>();
  let items = 0;
  let faults = 0;
  let durationS = 0;
  let mediaBytes = 0;

  const addOwn = (name: string, cell: Cell): void => {
    let column = own.get(name);
    if (!column) {
      if (own.size >= MAX_COLUMNS) return;
      column = { cells: [], type: undefined };
      own.set(name, column);
    }
    const type = typeOfCell(cell);
    if (type) column.type = column.type ? mergeTypes(column.type, type) : type;
    // Earlier rows have no value in a column that appears later.
    while (column.cells.length < items) column.cells.push(null);
    column.cells.push(cell);
  };

  return {
    count: () => items,
    add: (row) => {
      const values = fixedValues(row, items);
      for (const [name, column] of fixed) column.push(values[name]);
      for (const [name, cell] of row.values) addOwn(name, cell);
      items++;
      faults += Number(row.fault !== undefined);
      durationS += Number(values.duration_s ?? 0);
      mediaBytes += Number(values.media_bytes ?? 0);
    },
    finish: (encodings) => {
      const columns = [...own].flatMap(([name, { type }]): PartColumn[] =>
        type ? [{ name, ...type, encoding: encodings.get(name) ?? "" }] : [],
      );
      const fields = [
        ...FIXED_COLUMNS.map((name) => fixedField(name)),
        ...columns.map((column) => ownField({ ...column, name: OWN_PREFIX + column.name })),
      ];
      const ownValues = columns.map((column) => {
        const cells = own.get(column.name)?.cells ?? [];
        return Array.from({ length: items }, (_, at) => storedValue(cells[at], column));
      });
      const schema = new Schema(fields);
      const values = [...fixed.values(), ...ownValues];
      const data = fields.map(({ type }, at) => columnData(type, values[at] ?? []));
      const bytes = tableToIPC(tableOf(schema, [batchOf(schema, items, data)]), "file");
      return { bytes, columns, items, faults, durationS, mediaBytes };
    },
  };
};
