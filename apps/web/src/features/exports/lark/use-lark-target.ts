import { useState } from "react";
import type { CreateBody, ExportColumn, LarkBase, LarkTable } from "../exports.queries.ts";
import { useResolveLink } from "../exports.queries.ts";
import { type Mapping, type MappingLine, toLines } from "./mapping.rules.ts";

type LarkInput = Extract<CreateBody["target"], { kind: "lark" }>;
/** Stands for a table to be created. */
export const NEW_TABLE = "new";

export interface LarkTargetState {
  link: string;
  setLink: (link: string) => void;
  /** Looks up the base behind the URL. */
  lookUp: () => void;
  isLooking: boolean;
  lookFault: unknown;
  base: LarkBase | undefined;
  /** Continues with a base that was just created. */
  adopt: (base: LarkBase & { link: string }) => void;
  tableId: string;
  setTableId: (id: string) => void;
  tableName: string;
  setTableName: (name: string) => void;
  table: LarkTable | undefined;
  updatesInPlace: boolean;
  setUpdatesInPlace: (updates: boolean) => void;
  lines: readonly MappingLine[];
  map: (column: string, target: string | null) => void;
  faults: readonly MappingLine[];
  /** Undefined until the destination is known. */
  target: LarkInput | undefined;
}

/** The Lark destination: the base of a pasted URL, an existing or new table, and the column mapping. */
export const useLarkTarget = (columns: readonly ExportColumn[]): LarkTargetState => {
  const [link, setLink] = useState("");
  const [tableId, setTableId] = useState(NEW_TABLE);
  const [tableName, setTableName] = useState("");
  const [updatesInPlace, setUpdatesInPlace] = useState(true);
  const [mapping, setMapping] = useState<Mapping>({});
  const [made, setMade] = useState<LarkBase>();
  const { mutate, data: found, isPending: isLooking, error: lookFault, reset } = useResolveLink();
  const base = made ?? found;
  const table = base?.tables.find(({ id }) => id === tableId);
  const lines = toLines(columns, table, mapping);
  const hasTable = base !== undefined && (table !== undefined || tableName.trim() !== "");
  const target: LarkInput | undefined = hasTable
    ? {
        kind: "lark",
        link,
        table_id: table?.id ?? null,
        table_name: table ? "" : tableName.trim(),
        mapping: lines.flatMap((line) =>
          line.target === null ? [] : [{ column: line.column.key, target: line.target }],
        ),
        updates_in_place: updatesInPlace,
      }
    : undefined;
  const lookUp = (): void => mutate(link, { onSuccess: ({ table_id }) => setTableId(table_id ?? NEW_TABLE) });
  return {
    link,
    lookUp,
    isLooking,
    lookFault,
    base,
    tableId,
    setTableId,
    tableName,
    setTableName,
    table,
    updatesInPlace,
    setUpdatesInPlace,
    lines,
    target,
    setLink: (next) => {
      setLink(next);
      setMade(undefined);
      reset();
    },
    adopt: ({ link: address, ...created }) => {
      setLink(address);
      setMade(created);
      setTableId(NEW_TABLE);
    },
    map: (column, to) => setMapping((before) => ({ ...before, [column]: to })),
    faults: lines.filter(({ fault }) => fault !== undefined),
  };
};
