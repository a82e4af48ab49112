import type { ExportTarget } from "@dailies/contract";
import type { Lark, LarkTable } from "../../../platform/lark/lark.ts";
import type { LarkProgress } from "../run/export-progress.ts";
import type { ExportColumn } from "../run/export-table.ts";
import { KEY_FIELD, planFields, TEXT_NUMBER } from "./lark-fields.rules.ts";
import { resolveLink } from "./resolve-link.ts";

export type LarkTarget = Extract<ExportTarget, { kind: "lark" }>;

const nameOf = ({ table_name }: LarkTarget, fallback: string): string => table_name.trim() || fallback.slice(0, 100);

/** Plans the target table and fields without creating anything. */
export const planTable = async (
  lark: Lark,
  target: LarkTarget,
  columns: readonly ExportColumn[],
): Promise<LarkProgress> => {
  const { appToken } = await resolveLink(lark, target.link);
  const { table_id: tableId } = target;
  const fields = tableId === null ? [] : await lark.listFields({ appToken, tableId });
  const plan = planFields(columns, target.mapping, fields);
  return { appToken, tableId, columns: plan.columns, batch: 0 };
};

interface TableInput {
  readonly target: LarkTarget;
  readonly columns: readonly ExportColumn[];
  readonly fallbackName: string;
}

/** Creates the requested table. Idempotent: a retry finds the table created before. */
export const makeTable = async (lark: Lark, plan: LarkProgress, input: TableInput): Promise<LarkTable> => {
  const { appToken } = plan;
  const name = nameOf(input.target, input.fallbackName);
  const made = plan.isMaking ? (await lark.listTables(appToken)).find((table) => table.name === name) : undefined;
  if (made) return { appToken, tableId: made.id };
  const fields = [
    ...plan.columns.map(({ field, type }) => ({ name: field, type })),
    { name: KEY_FIELD, type: TEXT_NUMBER },
  ];
  // The first column is the primary field, which only some types may be.
  const first = fields.findIndex(({ type }) => type === TEXT_NUMBER);
  const ordered = [...fields.slice(first, first + 1), ...fields.slice(0, first), ...fields.slice(first + 1)];
  return { appToken, tableId: await lark.createTable(appToken, name, ordered) };
};

export const addMissingFields = async (lark: Lark, table: LarkTable, input: TableInput): Promise<void> => {
  const fields = await lark.listFields(table);
  for (const field of planFields(input.columns, input.target.mapping, fields).missing) {
    await lark.createField(table, field);
  }
};

export const isNameTaken = async (lark: Lark, appToken: string, input: TableInput): Promise<boolean> => {
  const name = nameOf(input.target, input.fallbackName);
  return (await lark.listTables(appToken)).some((table) => table.name === name);
};
