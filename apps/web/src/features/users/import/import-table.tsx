import type { ImportedRow } from "@dailies/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { CountFilter } from "../../../ui/filters/count-filter.tsx";
import styles from "./import.module.css";

export const ACTIONS = ["create", "update", "unchanged", "refused"] as const;
type Action = (typeof ACTIONS)[number];
export type ImportCounts = Record<Action, number>;

const TONES: Record<Action, StatusTone> = { create: "success", update: "info", unchanged: "neutral", refused: "error" };
const keyOf = (row: ImportedRow): string => String(row.line);

interface ImportTableProps {
  rows: readonly ImportedRow[];
  counts: ImportCounts;
  /** False shows what will happen, true what happened. */
  isDone: boolean;
}

const WEIGHTS: Record<Action, number> = { refused: 0, create: 1, update: 2, unchanged: 3 };

/** Sorts problems first; a file of five thousand lines may contain a single rejected one. */
const inOrderOfWeight = (rows: readonly ImportedRow[]): ImportedRow[] =>
  rows.toSorted((a, b) => WEIGHTS[a.action] - WEIGHTS[b.action] || a.line - b.line);

/** Every line of the file with its outcome; clicking a count filters by it. */
export const ImportTable = ({ rows, counts, isDone }: ImportTableProps) => {
  const { t } = useTranslation();
  const [only, setOnly] = useState<Action>();
  const columns = useImportColumns(isDone);
  const shown = useMemo(() => (only ? rows.filter((row) => row.action === only) : inOrderOfWeight(rows)), [rows, only]);
  return (
    <>
      <CountFilter
        name={t("users.import.counts")}
        counts={ACTIONS.map((action) => ({
          key: action,
          count: counts[action],
          label: t(`users.import.${isDone ? "done" : "will"}.${action}`),
        }))}
        only={only}
        onChange={setOnly}
      />
      <div className={styles.table}>
        <DataTable
          name={t("users.import.lines")}
          columns={columns}
          rows={shown}
          rowKey={keyOf}
          storageName="users-import"
          empty={
            <EmptyState picture="lens" title={t("users.import.noLines")}>
              {t("users.import.noLinesHint")}
            </EmptyState>
          }
        />
      </div>
    </>
  );
};

const useImportColumns = (isDone: boolean): Column<ImportedRow>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: "line",
        title: t("users.import.line"),
        widthPx: 60,
        isNumeric: true,
        isFixed: true,
        render: (row) => row.line,
      },
      {
        key: "action",
        title: t("users.import.action"),
        widthPx: 140,
        isFixed: true,
        render: (row) => (
          <StatusTag tone={TONES[row.action]}>{t(`users.import.${isDone ? "done" : "will"}.${row.action}`)}</StatusTag>
        ),
      },
      { key: "username", title: t("users.username"), widthPx: 130, render: (row) => row.username },
      {
        key: "notes",
        title: t("users.import.notes"),
        widthPx: 380,
        render: (row) => (
          <span className="ds-cell-two-lines" title={row.notes.join("\n")}>
            {row.notes.join("; ")}
          </span>
        ),
      },
      { key: "email", title: t("users.email"), widthPx: 180, render: (row) => row.email },
      { key: "realname", title: t("users.realname"), widthPx: 130, render: (row) => row.realname },
      { key: "user_role", title: t("users.role"), widthPx: 100, render: (row) => row.user_role },
      {
        key: "perms",
        title: t("users.perms"),
        widthPx: 180,
        render: (row) => <span className="ds-mono">{row.perms.join(" ")}</span>,
      },
    ],
    [t, isDone],
  );
};
