import type { PackageSummary } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { bytesOf, samplesOf, tookMs } from "../package.rules.ts";
import { PackageState } from "../package-state.tsx";
import styles from "../packages.module.css";

const Unknown = () => {
  const { t } = useTranslation();
  return <span className={styles.quiet}>{t("packages.none")}</span>;
};

const Took = ({ one }: { one: PackageSummary }) => {
  const ms = tookMs(one, useNow());
  return ms === undefined ? <Unknown /> : formatDuration(ms);
};

const sourceWords = ({ source }: PackageSummary): string =>
  `${source.dataset_name}@${source.version} · ${source.view_name}`;

const useSizeColumns = (): Column<PackageSummary>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      {
        key: "samples",
        title: t("packages.list.samples"),
        widthPx: 92,
        isNumeric: true,
        render: (one) => {
          const samples = samplesOf(one);
          return samples === null ? <Unknown /> : formatCount(samples, language);
        },
      },
      {
        key: "bytes",
        title: t("packages.list.bytes"),
        widthPx: 78,
        isNumeric: true,
        render: (one) => {
          const bytes = bytesOf(one);
          return bytes === null ? <Unknown /> : formatBytes(bytes, language);
        },
      },
      {
        key: "duration",
        title: t("packages.list.duration"),
        widthPx: 84,
        isNumeric: true,
        render: ({ duration_s }) => (duration_s === null ? <Unknown /> : formatDuration(duration_s * 1000)),
      },
      {
        key: "left_out",
        title: t("packages.list.leftOut"),
        widthPx: 78,
        isNumeric: true,
        render: ({ left_out }) => formatCount(left_out, language),
      },
    ],
    [t, language],
  );
};

const useOtherColumns = (): Column<PackageSummary>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: "by", title: t("packages.list.by"), widthPx: 80, render: ({ created_by }) => created_by },
      { key: "when", title: t("packages.list.when"), widthPx: 104, render: (one) => <Time at={one.created_at} /> },
      {
        key: "took",
        title: t("packages.list.took"),
        widthPx: 80,
        isNumeric: true,
        render: (one) => <Took one={one} />,
      },
      {
        key: "seed",
        title: t("packages.list.seed"),
        widthPx: 100,
        isExtra: true,
        render: ({ seed }) => <Mono value={String(seed)} />,
      },
      {
        key: "uri",
        title: t("packages.list.uri"),
        widthPx: 220,
        isExtra: true,
        render: ({ uri }) => (uri === null ? <Unknown /> : <Mono value={uri} />),
      },
      { key: "note", title: t("packages.list.note"), widthPx: 160, isExtra: true, render: ({ note }) => note },
    ],
    [t],
  );
};

export const usePackageColumns = (): Column<PackageSummary>[] => {
  const { t } = useTranslation();
  const sizes = useSizeColumns();
  const others = useOtherColumns();
  return useMemo(
    () => [
      {
        key: "name",
        title: t("packages.list.name"),
        widthPx: 190,
        isFixed: true,
        render: (one) => (
          <span title={one.note || undefined}>
            <span className={styles.name}>{one.name}</span>
            <span className={styles.number}>@{one.number}</span>
          </span>
        ),
      },
      {
        key: "status",
        title: t("packages.list.status"),
        widthPx: 216,
        render: (one) => <PackageState one={one} />,
      },
      {
        key: "source",
        title: t("packages.list.source"),
        widthPx: 190,
        render: (one) => <span title={sourceWords(one)}>{sourceWords(one)}</span>,
      },
      {
        key: "format",
        title: t("packages.list.format"),
        widthPx: 116,
        render: ({ format, compression }) => (compression === "none" ? format : `${format} · ${compression}`),
      },
      ...sizes,
      ...others,
    ],
    [t, sizes, others],
  );
};
