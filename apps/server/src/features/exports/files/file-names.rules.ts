import type { ExportTarget } from "@dailies/contract";
import type { ExportRecord } from "../export.store.ts";

export const MIME_OF: Readonly<Record<ExportTarget["kind"], string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  lark: "application/octet-stream",
};

/** The end of an id is random: keys with a common prefix would create a hot partition. */
export const objectKeyOf = ({ id, target }: Pick<ExportRecord, "id" | "target">): string =>
  `exports/${id.slice(-2)}/${id}.${target.kind}`;

/** The file name for the browser's download. */
export const fileNameOf = ({ taskNames, rows, target, createdAt }: ExportRecord): string => {
  const [first = "export"] = taskNames;
  const more = taskNames.length > 1 ? ` and ${taskNames.length - 1} more` : "";
  const plain = `${first}${more}`.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ").trim() || "export";
  return `${plain.slice(0, 120)} ${rows} ${createdAt.toISOString().slice(0, 10)}.${target.kind}`;
};
