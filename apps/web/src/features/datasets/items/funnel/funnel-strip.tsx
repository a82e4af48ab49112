import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import { formatCount, formatDuration, formatPercent } from "../../../../ui/format.ts";
import { partsOf } from "../filter/predicate-parts.ts";
import { funnelQuery } from "../items.queries.ts";
import { PartialNote } from "../list/partial-note.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./funnel.module.css";

interface Step {
  readonly where: string;
  readonly items: number;
  readonly duration_s: number;
  readonly dropped: number;
  readonly dropped_where: string;
}

/** The item count after each condition in turn; the items a step dropped can be displayed. */
export const FunnelStrip = () => {
  const { t } = useTranslation();
  const { dataset, version, filter, urlState } = useBrowser();
  // While a sample shows the dropped items of a step, keep the funnel of the original filter.
  const { was, q } = urlState.values;
  const steps = useSteps();
  const { data, error, refetch } = useQuery({
    ...funnelQuery({ id: dataset.id, version }, q, steps),
    enabled: steps.length > 0 && !filter.fault,
  });
  if (steps.length === 0) return <p className={styles.hint}>{t("datasetItems.funnel.empty")}</p>;
  if (error)
    return (
      <ErrorPanel isCompact title={t("datasetItems.funnel.failed")} error={error} onRetry={() => void refetch()} />
    );
  if (!data) {
    return (
      <div className={styles.strip} role="status">
        <SkeletonLine width="60%" />
      </div>
    );
  }
  return (
    <div className={styles.funnel}>
      <PartialNote of={data} />
      <ol className={styles.strip} aria-label={t("datasetItems.funnel.name")}>
        <li className={styles.step}>
          <span className={styles.where}>
            {q.trim() === "" ? t("datasetItems.funnel.all") : t("datasetItems.funnel.found", { q: q.trim() })}
          </span>
          <Survivors items={data.full.items} durationS={data.full.duration_s} share={1} />
        </li>
        {data.steps.map((step, at) => (
          <StepView
            key={step.where}
            step={step}
            before={at === 0 ? data.full.items : (data.steps[at - 1]?.items ?? 0)}
            full={data.full.items}
            isShown={urlState.values.dropped === step.where}
            onLook={() =>
              urlState.set({
                mode: "sample",
                where: step.dropped_where,
                dropped: step.where,
                at: 0,
                was: was === "" ? filter.where : was,
              })
            }
          />
        ))}
      </ol>
    </div>
  );
};

const useSteps = (): readonly string[] => {
  const { filter, urlState } = useBrowser();
  const { was, dropped } = urlState.values;
  if (dropped === "" || was === "") return partsOf(filter.predicate).map(printPredicate);
  return filter.readParts(was);
};

interface StepViewProps {
  step: Step;
  before: number;
  full: number;
  isShown: boolean;
  onLook: () => void;
}

const StepView = ({ step, before, full, isShown, onLook }: StepViewProps) => {
  const { t, i18n } = useTranslation();
  const { where, items, duration_s: durationS, dropped } = step;
  return (
    <li className={styles.step}>
      <code className={styles.where} title={where}>
        {where}
      </code>
      <Survivors items={items} durationS={durationS} share={items / Math.max(1, full)} />
      <button type="button" className={styles.drop} aria-pressed={isShown} disabled={dropped === 0} onClick={onLook}>
        <span className="ds-number">
          {t("datasetItems.funnel.dropped", {
            share: formatPercent(before === 0 ? 0 : dropped / before, 1, i18n.language),
            shown: formatCount(dropped, i18n.language),
          })}
        </span>
        <span className="ds-visually-hidden"> {t("datasetItems.funnel.look", { where, count: dropped })}</span>
      </button>
    </li>
  );
};

const Survivors = ({ items, durationS, share }: { items: number; durationS: number; share: number }) => {
  const { i18n } = useTranslation();
  return (
    <>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={`${styles.left} ds-number`}>
        <strong>{formatCount(items, i18n.language)}</strong>
        <span>{formatDuration(durationS * 1_000)}</span>
      </span>
    </>
  );
};
