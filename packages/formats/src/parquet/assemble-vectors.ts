import { FormatFault } from "../format-fault.ts";
import type { RowAssembler } from "./assemble-rows.ts";
import type { ScalarCell } from "./convert-cell.ts";
import type { ParquetColumn } from "./parquet-schema.ts";

const FIRST_LENGTH = 1_024;

/** A list of numbers that is reused for each row. */
const createBuffer = () => {
  let values = new Float32Array(FIRST_LENGTH);
  let length = 0;
  return {
    add: (value: number): void => {
      if (length === values.length) {
        const grown = new Float32Array(length * 2);
        grown.set(values);
        values = grown;
      }
      values[length] = value;
      length += 1;
    },
    take: (): Float32Array => {
      const taken = values.slice(0, length);
      length = 0;
      return taken;
    },
  };
};

const numberOf = (value: ScalarCell | undefined): number => (typeof value === "number" ? value : Number.NaN);

/** Like `createAssembler`, for one list of numbers per row, of which there may be many millions. */
export const createVectorAssembler = (column: ParquetColumn, mostRows: number): RowAssembler => {
  const { maxDefinition, listDefinitions } = column.leaf;
  const hasElement = listDefinitions[0] ?? 0;
  const rows: (Float32Array | null)[] = [];
  const buffer = createBuffer();
  let isOpen = false;
  const close = (): void => {
    if (isOpen) rows.push(buffer.take());
    isOpen = false;
  };
  const beginRow = (definition: number): void => {
    close();
    if (rows.length >= mostRows)
      throw new FormatFault("malformed", `${column.name} of the Parquet file has too many rows`);
    if (definition + 1 < hasElement) rows.push(null);
    else isOpen = true;
  };
  const goOn = (repetition: number, definition: number): void => {
    if (repetition === 0) beginRow(definition);
    else if (!isOpen)
      throw new FormatFault("malformed", `${column.name} of the Parquet file continues a list that was never started`);
  };
  return {
    addPage: (repetitions, definitions, values, count) => {
      let at = 0;
      for (let entry = 0; entry < count; entry += 1) {
        const definition = definitions?.[entry] ?? maxDefinition;
        goOn(repetitions?.[entry] ?? 0, definition);
        if (definition >= hasElement) buffer.add(definition === maxDefinition ? numberOf(values[at]) : Number.NaN);
        if (definition === maxDefinition) at += 1;
      }
    },
    finish: () => {
      close();
      return rows;
    },
  };
};
