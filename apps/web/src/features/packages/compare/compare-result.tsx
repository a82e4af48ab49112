import type { PackageComparison } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { shiftOf } from "../../../shared/distributions/histogram.rules.ts";
import { HistogramPair } from "../../../shared/distributions/histogram-pair.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDecimal } from "../../../ui/format.ts";
import styles from "./compare.module.css";

type Result = NonNullable<PackageComparison["result"]>;

interface CompareResultProps {
  result: Result;
  /** Of this package and of the other. */
  names: readonly [string, string];
}

export const CompareResult = ({ result, names }: CompareResultProps) => {
  const { t, i18n } = useTranslation();
  const [name, other] = names;
  const { same, added, removed, changed, histograms, same_bytes: isSame } = result;
  const isEqual = added.items + removed.items + changed.items === 0;
  const equal = isSame ? "sameBytes" : "sameSamples";
  const verdict = isEqual ? equal : "differ";
  return (
    <>
      <p className={styles.verdict}>
        <StatusTag tone={isSame ? "success" : "info"}>{t(`packages.compare.${verdict}`)}</StatusTag>
        <span className={styles.quiet}>{t(`packages.compare.${verdict}Hint`)}</span>
      </p>
      <div className={styles.lists}>
        <Keys title={t("packages.compare.same")} items={same} keys={[]} about={t("packages.compare.sameHint")} />
        <Keys title={t("packages.compare.added")} {...added} about={t("packages.compare.onlyIn", { name })} />
        <Keys
          title={t("packages.compare.removed")}
          {...removed}
          about={t("packages.compare.onlyIn", { name: other })}
        />
        <Keys title={t("packages.compare.changed")} {...changed} about={t("packages.compare.changedHint")} />
      </div>
      {histograms.length === 0 ? null : (
        <section className={styles.histograms} aria-label={t("packages.compare.distributions")}>
          <h2>{t("packages.compare.distributions")}</h2>
          <p className={styles.quiet}>{t("packages.compare.distanceHint")}</p>
          <div className={styles.charts}>
            {histograms.map(({ field, edges, counts, against_counts: others, distance }) => (
              <HistogramPair
                key={field}
                field={field}
                edges={edges}
                counts={[counts, others]}
                names={names}
                note={t(`packages.compare.shifts.${shiftOf(distance)}`, {
                  distance: formatDecimal(distance, 2, i18n.language),
                })}
                shareName={t("packages.compare.share")}
              />
            ))}
          </div>
        </section>
      )}
    </>
  );
};

interface KeysProps {
  title: string;
  about: string;
  items: number;
  keys: readonly string[];
}

const Keys = ({ title, about, items, keys }: KeysProps) => {
  const { t, i18n } = useTranslation();
  return (
    <section className={styles.keys} aria-label={title}>
      <h2>{title}</h2>
      <p className={`${styles.count} ds-number`}>{formatCount(items, i18n.language)}</p>
      <p className={styles.quiet}>{about}</p>
      {keys.length > 0 ? (
        <>
          {items > keys.length ? (
            <p className={styles.quiet}>
              {t("packages.compare.first", { shown: formatCount(keys.length, i18n.language) })}
            </p>
          ) : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
          <ul tabIndex={0} aria-label={title}>
            {keys.map((key) => (
              <li key={key} className="ds-mono" title={key}>
                {key}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
};
