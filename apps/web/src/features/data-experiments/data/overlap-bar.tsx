import type { ArmComparison } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import styles from "./data.module.css";

interface OverlapBarProps {
  /** Of the arm and of the base. */
  names: readonly [string, string];
  result: NonNullable<ArmComparison["result"]>;
}

/** How much of all samples only one of the two has, in proportion and in numbers. */
export const OverlapBar = ({ names: [arm, base], result }: OverlapBarProps) => {
  const { t, i18n } = useTranslation();
  const { both, changed, only_arm: onlyArm, only_base: onlyBase } = result;
  const parts = [
    { key: "arm", title: t("dataExperiments.data.onlyIn", { name: arm }), items: onlyArm.items },
    { key: "both", title: t("dataExperiments.data.both"), items: both },
    { key: "base", title: t("dataExperiments.data.onlyIn", { name: base }), items: onlyBase.items },
  ] as const;
  const total = parts.reduce((sum, { items }) => sum + items, 0);
  const shareOf = (items: number): number => (total === 0 ? 0 : items / total);
  return (
    <>
      <div className={styles.overlap} aria-hidden="true">
        {parts.map(({ key, items }) => (
          <span key={key} data-part={key} style={{ flexGrow: shareOf(items) }} />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(({ key, title, items }) => (
          <div key={key} data-part={key}>
            <dt>{title}</dt>
            <dd className="ds-number">
              {t("dataExperiments.data.shareOf", {
                shown: formatCount(items, i18n.language),
                share: formatPercent(shareOf(items), 1, i18n.language),
              })}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>
        {changed === null
          ? t("dataExperiments.data.byKey")
          : t("dataExperiments.data.changed", { count: changed, shown: formatCount(changed, i18n.language) })}
      </p>
    </>
  );
};
