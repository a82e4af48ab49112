import type { importedConfig } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { Mono } from "../../../ui/mono.tsx";
import styles from "./import.module.css";

export type ImportRow = z.output<typeof importedConfig>;

const TONES: Record<ImportRow["action"], StatusTone> = {
  create: "success",
  update: "info",
  unchanged: "neutral",
  refused: "error",
};

interface ImportRowsProps {
  name: string;
  rows: readonly ImportRow[];
}

/** The outcome for each key of a file. */
export const ImportRows = ({ name, rows }: ImportRowsProps) => {
  const { t } = useTranslation();
  const count = (action: ImportRow["action"]): number => rows.filter((row) => row.action === action).length;
  const columns: Column<ImportRow>[] = [
    { key: "key", title: t("settings.key"), widthPx: 200, isFixed: true, render: ({ key }) => <Mono value={key} /> },
    {
      key: "action",
      title: t("settings.import.action"),
      widthPx: 120,
      render: ({ action }) => <StatusTag tone={TONES[action]}>{t(`settings.import.actions.${action}`)}</StatusTag>,
    },
    {
      key: "notes",
      title: t("settings.import.notes"),
      widthPx: 240,
      render: ({ notes }) => <span title={notes.join("\n")}>{notes.join("; ")}</span>,
    },
  ];
  return (
    <>
      <p className={styles.summary} role="status">
        {t("settings.import.summary", {
          create: count("create"),
          update: count("update"),
          unchanged: count("unchanged"),
          refused: count("refused"),
        })}
      </p>
      <div className={styles.rows}>
        <DataTable name={name} columns={columns} rows={rows} rowKey={({ key }) => key} empty={null} />
      </div>
    </>
  );
};
