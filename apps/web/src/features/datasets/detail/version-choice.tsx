import type { DatasetDetail, DatasetVersion } from "@dailies/contract";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { formatCount, formatMinute } from "../../../ui/format.ts";
import styles from "./detail.module.css";
import type { ShownVersion } from "./use-shown-version.ts";

interface VersionChoiceProps {
  dataset: DatasetDetail;
  shown: ShownVersion;
}

/** Versions are immutable; the selected one is kept in the URL. */
export const VersionChoice = ({ dataset, shown }: VersionChoiceProps) => {
  const { t, i18n } = useTranslation();
  const title = ({ version, tags }: DatasetVersion): string =>
    [
      t("datasets.version.number", { version }),
      ...(version === shown.newest ? [t("datasets.version.newest")] : []),
      ...tags,
    ].join(" · ");
  const about = ({ items, created_at, created_by, note }: DatasetVersion): string =>
    [
      t("datasets.items", { count: items, shown: formatCount(items, i18n.language) }),
      formatMinute(new Date(created_at), i18n.language),
      created_by,
      note,
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <Select
      aria-label={t("datasets.columns.version")}
      className={styles.choice}
      popupMatchSelectWidth={false}
      value={shown.version}
      optionLabelProp="title"
      options={dataset.versions
        .toSorted((one, other) => other.version - one.version)
        .map((each) => ({
          value: each.version,
          title: title(each),
          label: (
            <span className={styles.option}>
              <span>{title(each)}</span>
              <span className={styles.quiet}>{about(each)}</span>
            </span>
          ),
        }))}
      onChange={shown.show}
    />
  );
};
