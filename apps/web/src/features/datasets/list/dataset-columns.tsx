import type { DatasetSummary } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatBrief, formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { DatasetState } from "../dataset-state.tsx";
import { type DatasetActs, DatasetMenu } from "./dataset-menu.tsx";
import styles from "./list.module.css";
import { PinButton } from "./pin-button.tsx";
import { PosterStrip } from "./poster-strip.tsx";

const Unknown = () => {
  const { t } = useTranslation();
  return <span className={styles.quiet}>{t("datasets.none")}</span>;
};

const LONG_COUNT = 100_000_000;

/** Exact if the column is wide enough; the tooltip shows the full number. */
const Items = ({ items }: { items: number }) => {
  const { i18n } = useTranslation();
  const exact = formatCount(items, i18n.language);
  return <span title={exact}>{items < LONG_COUNT ? exact : formatBrief(items, i18n.language)}</span>;
};

/** The dataset's name, with its description as a tooltip. */
const DatasetName = ({ dataset }: { dataset: DatasetSummary }) => (
  <span className={styles.name} title={[dataset.name, dataset.description, dataset.uri].filter(Boolean).join("\n")}>
    {dataset.name}
  </span>
);

const useSizeColumns = (): Column<DatasetSummary>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      {
        key: "items",
        title: t("datasets.columns.items"),
        widthPx: 108,
        isNumeric: true,
        isSortable: true,
        render: ({ items }) => (items === null ? <Unknown /> : <Items items={items} />),
      },
      {
        key: "duration",
        title: t("datasets.columns.duration"),
        widthPx: 88,
        isNumeric: true,
        isSortable: true,
        render: ({ duration_s }) => (duration_s === null ? <Unknown /> : formatDuration(duration_s * 1000)),
      },
      {
        key: "bytes",
        title: t("datasets.columns.bytes"),
        widthPx: 80,
        isNumeric: true,
        isSortable: true,
        render: ({ bytes }) => (bytes === null ? <Unknown /> : formatBytes(bytes, language)),
      },
      {
        key: "version",
        title: t("datasets.columns.version"),
        widthPx: 72,
        isNumeric: true,
        render: ({ version }) => (version === null ? <Unknown /> : t("datasets.version.short", { version })),
      },
    ],
    [t, language],
  );
};

const useOtherColumns = (): Column<DatasetSummary>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: "owner", title: t("datasets.columns.owner"), widthPx: 104, render: ({ owner }) => owner },
      {
        key: "tags",
        title: t("datasets.columns.tags"),
        widthPx: 100,
        render: ({ tags }) =>
          tags.length === 0 ? <Unknown /> : <span title={tags.join(", ")}>{tags.join(", ")}</span>,
      },
      {
        key: "updated",
        title: t("datasets.columns.updated"),
        widthPx: 124,
        isSortable: true,
        render: ({ updated_at }) => <Time at={updated_at} />,
      },
      {
        key: "created",
        title: t("datasets.columns.created"),
        widthPx: 112,
        isSortable: true,
        isExtra: true,
        render: ({ created_at }) => <Time at={created_at} />,
      },
      {
        key: "uri",
        title: t("datasets.columns.uri"),
        widthPx: 240,
        isExtra: true,
        render: ({ uri }) => <code className="ds-mono">{uri}</code>,
      },
    ],
    [t],
  );
};

export const useDatasetColumns = (acts: DatasetActs): Column<DatasetSummary>[] => {
  const { t } = useTranslation();
  const sizes = useSizeColumns();
  const others = useOtherColumns();
  return useMemo(
    () => [
      {
        key: "pin",
        title: t("datasets.columns.pin"),
        widthPx: 48,
        isFixed: true,
        render: (dataset) => <PinButton dataset={dataset} onPin={acts.pin} />,
      },
      {
        key: "name",
        title: t("datasets.columns.name"),
        widthPx: 180,
        isSortable: true,
        isFixed: true,
        render: (dataset) => <DatasetName dataset={dataset} />,
      },
      {
        key: "strip",
        title: t("datasets.columns.strip"),
        widthPx: 192,
        render: (dataset) => <PosterStrip dataset={dataset} shape="row" />,
      },
      {
        key: "kind",
        title: t("datasets.columns.kind"),
        widthPx: 108,
        render: ({ kind }) => t(`datasets.kinds.${kind}`),
      },
      {
        key: "state",
        title: t("datasets.columns.state"),
        widthPx: 140,
        render: (dataset) => <DatasetState dataset={dataset} />,
      },
      ...sizes,
      ...others,
      {
        key: "actions",
        title: t("datasets.columns.actions"),
        widthPx: 64,
        isPinned: true,
        isFixed: true,
        render: (dataset) => <DatasetMenu dataset={dataset} acts={acts} />,
      },
    ],
    [t, sizes, others, acts],
  );
};
