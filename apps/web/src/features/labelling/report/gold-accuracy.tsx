import type { LabelReport, LabelTaskDetail, ReportGold } from "@dailies/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "./report.module.css";
import { ShareFigure, TooFew } from "./report-figures.tsx";

interface GoldAccuracyProps {
  task: LabelTaskDetail;
  report: LabelReport;
}

/** How well each person answered gold items, by field. The server tells this to the owner of the task only. */
export const GoldAccuracy = ({ task, report }: GoldAccuracyProps) => {
  const { t } = useTranslation();
  const id = useId();
  const people = report.people.filter(({ gold }) => gold.length > 0);
  const fields = task.fields.filter(({ key }) => people.some(({ gold }) => gold.some(({ field }) => field === key)));
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t("labelling.gold.report")}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <div className={styles.frame} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("labelling.report.people.person")}</th>
              {fields.map(({ key, name }) => (
                <th key={key} scope="col" className={styles.numeric}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, gold }) => (
              <tr key={person}>
                <th scope="row">{person}</th>
                {fields.map(({ key }) => (
                  <td key={key} className={`${styles.numeric} ds-number`}>
                    <Accuracy gold={gold.find(({ field }) => field === key)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>{t("labelling.gold.reportHint")}</p>
    </section>
  );
};

const Accuracy = ({ gold }: { gold: ReportGold | undefined }) => {
  const { t, i18n } = useTranslation();
  if (!gold?.accuracy) return <TooFew n={gold?.items ?? 0} />;
  return (
    <span className={styles.figure}>
      <ShareFigure figure={gold.accuracy} />
      <span className={styles.quiet}>{t("labelling.report.n", { n: formatCount(gold.items, i18n.language) })}</span>
    </span>
  );
};
