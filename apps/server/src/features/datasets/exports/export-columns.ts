import type { ColumnType } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { ItemVersion } from "../items/item-version.store.ts";

export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Always exported. PLACE, the location of the clip, is a default, so that files are useful without the console. */
const ALWAYS: readonly ExportColumn[] = [
  { name: "ordinal", type: "integer" },
  { name: "key", type: "text" },
];
const PLACE: readonly ExportColumn[] = [
  { name: "object", type: "text" },
  { name: "media_offset", type: "integer" },
];

/** The requested columns after the item's key; all indexed ones if absent. */
export const chooseExportColumns = (
  { columns }: ItemVersion,
  asked: readonly string[] | null | undefined,
): ExportColumn[] => {
  const indexed = columns.filter(({ is_indexed, name }) => is_indexed && name !== "key");
  const offered: readonly ExportColumn[] = [...PLACE, ...indexed];
  if (!asked) return [...ALWAYS, ...offered.map(({ name, type }) => ({ name, type }))];
  const known = new Map(offered.map(({ name, type }) => [name, { name, type }]));
  const chosen = [...new Set(asked)].filter((name) => !ALWAYS.some((column) => column.name === name));
  return [
    ...ALWAYS,
    ...chosen.map((name) => {
      const column = known.get(name);
      if (!column) throw new DomainError("invalid", `${JSON.stringify(name)} cannot be written to a file`);
      return column;
    }),
  ];
};
