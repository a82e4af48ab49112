import type { LabelReport, LabelTaskDetail, ReportPerson } from "@dailies/contract";
import { MIN_REPORT_ITEMS } from "@dailies/contract";
import { Segmented } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDuration, formatPercent } from "../../../ui/format.ts";
import { GoldAccuracy } from "./gold-accuracy.tsx";
import styles from "./report.module.css";
import { ShareFigure, TooFew } from "./report-figures.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { WEEK_FIGURES, type WeekFigure, WeekLine } from "./week-line.tsx";

/** How each person labels: pace, prefilled values, agreement with others, and the change from week to week. */
export const QualityTab = ({ task }: { task: LabelTaskDetail }) => (
  <ReportFrame taskId={task.id}>
    {(report) => (
      <>
        <Quality report={report} />
        <GoldAccuracy task={task} report={report} />
      </>
    )}
  </ReportFrame>
);

const Quality = ({ report }: { report: LabelReport }) => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [figure, setFigure] = useState<WeekFigure>("agreement");
  const { people_left_out: leftOut } = report;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.heading}>
          {t("labelling.report.people.title")}
        </h2>
        <Segmented<WeekFigure>
          size="small"
          aria-label={t("labelling.report.people.line")}
          value={figure}
          onChange={setFigure}
          options={WEEK_FIGURES.map((value) => ({ value, label: t(`labelling.report.people.lines.${value}`) }))}
        />
      </div>
      {report.people.length === 0 ? (
        <p className={styles.quiet}>{t("labelling.report.people.none")}</p>
      ) : (
        <PeopleTable report={report} figure={figure} />
      )}
      <p className={styles.quiet}>
        {t("labelling.report.people.times")}{" "}
        {leftOut > 0
          ? t("labelling.report.people.leftOut", { count: leftOut, shown: formatCount(leftOut, i18n.language) })
          : ""}
      </p>
    </section>
  );
};

const PeopleTable = ({ report, figure }: { report: LabelReport; figure: WeekFigure }) => {
  const { t } = useTranslation();
  const median =
    report.median_seconds === null
      ? t("labelling.report.tooFewShort", { min: MIN_REPORT_ITEMS })
      : formatDuration(report.median_seconds * 1_000);
  const columns = [
    { key: "labels", title: t("labelling.report.people.labels") },
    { key: "median", title: t("labelling.report.people.median") },
    {
      key: "tooFast",
      title: t("labelling.report.people.tooFast"),
      hint: t("labelling.report.people.tooFastHint", { median }),
    },
    { key: "kept", title: t("labelling.report.people.kept"), hint: t("labelling.report.people.keptHint") },
    {
      key: "agreement",
      title: t("labelling.report.people.agreement"),
      hint: t("labelling.report.people.agreementHint"),
    },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <div className={styles.frame} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("labelling.report.people.person")}</th>
            {columns.map(({ key, title, hint }) => (
              <th key={key} scope="col" className={styles.numeric} title={hint}>
                {title}
              </th>
            ))}
            <th scope="col">{t("labelling.report.people.weeks")}</th>
          </tr>
        </thead>
        <tbody>
          {report.people.map((person) => (
            <PersonRow key={person.person} person={person} figure={figure} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t("labelling.report.people.tooFastHint", { median })}</p>
    </div>
  );
};

const PersonRow = ({ person, figure }: { person: ReportPerson; figure: WeekFigure }) => {
  const { i18n } = useTranslation();
  const { median_seconds: median, too_fast: fast, kept, agreement } = person;
  return (
    <tr>
      <th scope="row">{person.person}</th>
      <td className={`${styles.numeric} ds-number`}>{formatCount(person.submitted, i18n.language)}</td>
      <NumberCell n={person.timed} text={median === null ? undefined : formatDuration(median * 1_000)} />
      <NumberCell n={person.timed} text={fast === null ? undefined : formatPercent(fast, 0, i18n.language)} />
      <NumberCell n={person.prefilled} text={kept === null ? undefined : formatPercent(kept, 0, i18n.language)} />
      <td className={`${styles.numeric} ds-number`}>
        {agreement === null ? <TooFew n={person.compared} /> : <ShareFigure figure={agreement} />}
      </td>
      <td>
        <WeekLine person={person} figure={figure} />
      </td>
    </tr>
  );
};

const NumberCell = ({ n, text }: { n: number; text: string | undefined }) => {
  const { t, i18n } = useTranslation();
  return (
    <td className={`${styles.numeric} ds-number`}>
      {text === undefined ? (
        <TooFew n={n} />
      ) : (
        <span className={styles.figure}>
          <span>{text}</span>
          <span className={styles.quiet}>{t("labelling.report.n", { n: formatCount(n, i18n.language) })}</span>
        </span>
      )}
    </td>
  );
};
