import type { ExportItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "../exports.module.css";
import { ExportActs } from "./export-acts.tsx";
import { ExportState } from "./export-state.tsx";

export const exportKey = (item: ExportItem): string => item.id;
export const namesOf = ({ task_names }: ExportItem): string => task_names.join(", ");

/** Stops clicks on the buttons from opening the row's detail. */
const Acts = ({ item }: { item: ExportItem }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks on its buttons from opening the row.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the handler only stops propagation.
  <span onClick={(event) => event.stopPropagation()}>
    <ExportActs item={item} />
  </span>
);

export const useExportColumns = (): readonly Column<ExportItem>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => [
      {
        key: "tasks",
        title: t("exports.list.tasks"),
        widthPx: 240,
        isFixed: true,
        render: (item) => (
          <span className={styles.name} title={namesOf(item)}>
            {namesOf(item)}
          </span>
        ),
      },
      {
        key: "what",
        title: t("exports.what.title"),
        widthPx: 150,
        render: ({ rows, aggregation }) => `${t(`exports.rows.${rows}`)} · ${t(`exports.aggregation.${aggregation}`)}`,
      },
      {
        key: "target",
        title: t("exports.where.title"),
        widthPx: 80,
        render: ({ target }) => t(`exports.target.${target.kind}`),
      },
      { key: "status", title: t("exports.list.status"), widthPx: 220, render: (item) => <ExportState item={item} /> },
      {
        key: "rows",
        title: t("exports.list.written"),
        widthPx: 90,
        isNumeric: true,
        render: ({ rows_done }) => formatCount(rows_done, i18n.language),
      },
      {
        key: "size",
        title: t("exports.list.size"),
        widthPx: 90,
        isNumeric: true,
        isExtra: true,
        render: ({ bytes }) => (bytes === null ? "" : formatBytes(bytes, i18n.language)),
      },
      {
        key: "created",
        title: t("exports.list.created"),
        widthPx: 120,
        render: (item) => <Time at={item.created_at} />,
      },
      {
        key: "acts",
        title: t("exports.list.next"),
        widthPx: 150,
        isPinned: true,
        render: (item) => <Acts item={item} />,
      },
    ],
    [t, i18n.language],
  );
};
