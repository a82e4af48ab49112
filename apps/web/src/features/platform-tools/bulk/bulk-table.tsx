import type { BulkLine } from "@dailies/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { CountFilter } from "../../../ui/filters/count-filter.tsx";
import { formatCount } from "../../../ui/format.ts";
import { UserLink } from "../user-link.tsx";
import styles from "./bulk.module.css";
import { inOrderOfWeight, OUTCOMES, type Outcome, tallyOf } from "./bulk-lines.ts";

const TONES: Record<Outcome, StatusTone> = {
  refused: "error",
  waits: "warning",
  ready: "info",
  granted: "success",
  granted_before: "neutral",
};

interface BulkTableProps {
  lines: readonly BulkLine[];
  /** False shows what will happen, true what happened. */
  isDone: boolean;
}

const keyOf = ({ line }: BulkLine): string => String(line);

/** Every line with its outcome; clicking a count filters by it. */
export const BulkTable = ({ lines, isDone }: BulkTableProps) => {
  const { t } = useTranslation();
  const [only, setOnly] = useState<Outcome>();
  const columns = useLineColumns();
  const rows = useMemo(
    () => inOrderOfWeight(only ? lines.filter(({ outcome }) => outcome === only) : lines),
    [lines, only],
  );
  const tallies = OUTCOMES.map((outcome) => ({ outcome, count: tallyOf(lines, outcome).lines })).filter(
    ({ outcome, count }) => count > 0 || outcome === (isDone ? "granted" : "ready"),
  );
  return (
    <>
      <CountFilter
        name={t("tools.bulk.counts")}
        counts={tallies.map(({ outcome, count }) => ({
          key: outcome,
          count,
          label: t(`tools.bulk.outcomes.${outcome}`),
        }))}
        only={only}
        onChange={setOnly}
      />
      <div className={styles.table}>
        <DataTable
          name={t("tools.bulk.list")}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          storageName="tools-bulk"
          empty={<EmptyState title={t("tools.bulk.noLines")}>{t("tools.bulk.noLinesHint")}</EmptyState>}
        />
      </div>
    </>
  );
};

const useLineColumns = (): readonly Column<BulkLine>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const count = (value: number | null): string => (value === null ? "–" : formatCount(value, i18n.language));
    return [
      {
        key: "line",
        title: t("tools.bulk.line"),
        widthPx: 52,
        isNumeric: true,
        isFixed: true,
        render: ({ line }) => line,
      },
      {
        key: "outcome",
        title: t("tools.bulk.outcome"),
        widthPx: 158,
        isFixed: true,
        render: ({ outcome }) => <StatusTag tone={TONES[outcome]}>{t(`tools.bulk.outcomes.${outcome}`)}</StatusTag>,
      },
      {
        key: "user",
        title: t("tools.user"),
        widthPx: 166,
        // A rejected line may name an address that no end user has.
        render: ({ user_email: email, outcome }) =>
          outcome === "refused" ? <span title={email}>{email}</span> : <UserLink email={email} />,
      },
      { key: "amount", title: t("tools.credits"), widthPx: 80, isNumeric: true, render: ({ amount }) => count(amount) },
      {
        key: "available",
        title: t("tools.bulk.available"),
        widthPx: 124,
        isNumeric: true,
        render: ({ available_before: before, available_after: after }) =>
          before === null || after === null ? "–" : `${count(before)} → ${count(after)}`,
      },
      {
        key: "notes",
        title: t("tools.bulk.notes"),
        widthPx: 190,
        render: ({ notes }) => (
          <span className="ds-cell-two-lines" title={notes.join("\n")}>
            {notes.join("; ") || "–"}
          </span>
        ),
      },
    ];
  }, [t, i18n.language]);
};
