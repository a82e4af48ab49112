import { IMPORT_COLUMNS, type ImportedRow } from "@dailies/contract";
import { writeCsv } from "../../../lib/csv.ts";

export const templateCsv = (): string =>
  writeCsv([
    IMPORT_COLUMNS,
    ["mei.lin", "mei.lin@example.com", "Mei Lin", "developer", "USE_VERSION_1_0 PERFORMER_PLAYGROUND"],
    ["lea", "lea@example.com", "Lea Okafor", "labeller", ""],
  ]);

export const reportCsv = (rows: readonly ImportedRow[]): string =>
  writeCsv([
    ["line", "action", ...IMPORT_COLUMNS, "notes"],
    ...rows.map((row) => [
      row.line,
      row.action,
      row.username,
      row.email,
      row.realname,
      row.user_role,
      row.perms.join(" "),
      row.notes.join("; "),
    ]),
  ]);
