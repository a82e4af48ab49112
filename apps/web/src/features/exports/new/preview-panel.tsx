import { CopyOutlined } from "@ant-design/icons";
import type { EXPORT_MEDIA } from "@dailies/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatBytes, formatCount, formatNumber } from "../../../ui/format.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "../exports.module.css";
import type { Preview } from "../exports.queries.ts";

/** Prefixes that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@]/;

const toCell = (value: string | number | boolean | null): string => {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const line = value.replaceAll(/[\t\r\n]+/g, " ");
  return FORMULA.test(line) ? `'${line}` : line;
};

/** Tab-separated values for pasting into a table: a header line, then one line per row. */
const toTsv = ({ columns, rows }: Pick<Preview, "columns" | "rows">): string =>
  [columns.map(({ name }) => toCell(name)), ...rows.map((row) => columns.map(({ key }) => toCell(row[key] ?? null)))]
    .map((cells) => cells.join("\t"))
    .join("\n");

interface PreviewPanelProps {
  preview: UseQueryResult<Preview>;
  hasTasks: boolean;
  media: (typeof EXPORT_MEDIA)[number];
}

type Row = Preview["rows"][number] & { place: number };
const NO_ROWS: readonly Row[] = [];
const rowKey = ({ place }: Row): string => String(place);
const WIDTHS = { text: 180, number: 110, boolean: 90, date: 190, url: 160, media: 160 } as const;

const useShown = () => {
  const { t, i18n } = useTranslation();
  return (value: Preview["rows"][number][string] | undefined): string => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return formatNumber(value, i18n.language);
    return typeof value === "boolean" ? t(value ? "exports.yes" : "exports.no") : value;
  };
};

const usePreviewColumns = (columns: Preview["columns"] | undefined): readonly Column<Row>[] => {
  const shown = useShown();
  return useMemo(
    () =>
      (columns ?? []).map(({ key, name, type }) => ({
        key,
        title: name,
        widthPx: WIDTHS[type],
        isNumeric: type === "number",
        render: (row: Row) => <span title={shown(row[key])}>{shown(row[key])}</span>,
      })),
    [columns, shown],
  );
};

/** The first ten rows of the export, and the total size. */
export const PreviewPanel = ({ preview, hasTasks, media }: PreviewPanelProps) => {
  const { t } = useTranslation();
  const data = hasTasks ? preview.data : undefined;
  const columns = usePreviewColumns(data?.columns);
  const rows = useMemo(() => data?.rows.map((row, place) => ({ ...row, place })) ?? NO_ROWS, [data]);
  if (!hasTasks) {
    return (
      <EmptyState title={t("exports.preview.chooseTitle")} picture="lens">
        {t("exports.preview.choose")}
      </EmptyState>
    );
  }
  return (
    <>
      <PreviewFacts data={data} media={media} />
      <div className={styles.preview}>
        <DataTable
          name={t("exports.preview.title")}
          columns={columns}
          rows={preview.error ? NO_ROWS : rows}
          rowKey={rowKey}
          isLoading={preview.isPending || preview.isPlaceholderData}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          empty={<EmptyState title={t("exports.preview.emptyTitle")}>{t("exports.preview.empty")}</EmptyState>}
        />
      </div>
    </>
  );
};

const PreviewFacts = ({ data, media }: { data: Preview | undefined; media: PreviewPanelProps["media"] }) => {
  const { t, i18n } = useTranslation();
  const { state, copy } = useCopy(data ? toTsv(data) : "");
  const total = data
    ? t(data.rows_total > data.rows.length ? "exports.preview.total" : "exports.preview.all", {
        count: data.rows_total,
        shown: formatCount(data.rows_total, i18n.language),
      })
    : "";
  const takesFiles = media === "poster" || media === "attachment";
  return (
    <div className={styles.facts}>
      <span className="ds-number">
        {total}
        {data && takesFiles
          ? ` · ${t("exports.preview.media", { size: formatBytes(data.media_bytes, i18n.language) })}`
          : ""}
      </span>
      <Button size="small" icon={<CopyOutlined aria-hidden="true" />} disabled={!data} onClick={copy}>
        {t(`exports.preview.copy.${state}`)}
      </Button>
    </div>
  );
};
