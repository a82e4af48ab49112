import type { LabelReport, LabelTaskDetail, ReportCoefficient, ReportField } from "@dailies/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { PairMatrix } from "./pair-matrix.tsx";
import styles from "./report.module.css";
import { CoefficientFigure, ShareFigure, TooFew } from "./report-figures.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { type ReportSelection, useReportSelection } from "./use-report-selection.ts";

/** How far the people of a task agree: by field, by pair of people and by person. */
export const AgreementTab = ({ task }: { task: LabelTaskDetail }) => (
  <ReportFrame taskId={task.id}>{(report) => <Agreement report={report} />}</ReportFrame>
);

const Agreement = ({ report }: { report: LabelReport }) => {
  const selection = useReportSelection();
  const field = report.fields.find(({ key }) => key === selection.field) ?? report.fields[0];
  return (
    <>
      <FieldTable fields={report.fields} shown={field?.key} selection={selection} />
      {field ? <PairMatrix field={field} leftOut={report.pairs_left_out} selection={selection} /> : null}
    </>
  );
};

interface FieldTableProps {
  fields: readonly ReportField[];
  /** The field whose pairs are shown. */
  shown: string | undefined;
  selection: ReportSelection;
}

const FieldTable = ({ fields, shown, selection }: FieldTableProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t("labelling.report.fields.title")}
      </h2>
      <p className={styles.quiet}>{t("labelling.report.fields.hint")}</p>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("labelling.report.fields.field")}</th>
              <th scope="col">{t("labelling.report.fields.agreement")}</th>
              <th scope="col">{t("labelling.report.fields.coefficient")}</th>
              <th scope="col" className={styles.numeric}>
                {t("labelling.report.fields.items")}
              </th>
              <th scope="col">{t("labelling.report.fields.values")}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow
                key={field.key}
                field={field}
                isShown={field.key === shown}
                onShow={() => selection.show({ field: field.key })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const FieldRow = ({ field, isShown, onShow }: { field: ReportField; isShown: boolean; onShow: () => void }) => {
  const { t, i18n } = useTranslation();
  const { overall } = field;
  return (
    <tr data-selected={isShown || undefined}>
      <th scope="row">
        <button type="button" className={styles.choose} aria-pressed={isShown} onClick={onShow}>
          {field.name}
        </button>
        <span className={styles.quiet}>{t(`labelling.report.measures.${field.measure}`)}</span>
      </th>
      {overall.state === "too_few" ? (
        <td colSpan={4}>
          <TooFew n={overall.items} />
        </td>
      ) : (
        <>
          <td>
            <ShareFigure figure={overall.agreement} />
          </td>
          <td>
            <Coefficients alpha={overall.alpha} kappa={overall.kappa} />
          </td>
          <td className={`${styles.numeric} ds-number`}>{formatCount(overall.items, i18n.language)}</td>
          <td>
            <ValuesGiven values={overall.values} more={overall.more_values} />
          </td>
        </>
      )}
    </tr>
  );
};

/** Kappa, where two people chose, else alpha. */
const Coefficients = ({ alpha, kappa }: Record<"alpha" | "kappa", ReportCoefficient>) => {
  const { t } = useTranslation();
  const [symbol, shown] = kappa.state === "absent" ? (["alpha", alpha] as const) : (["kappa", kappa] as const);
  if (shown.state === "measured")
    return <CoefficientFigure symbol={t(`labelling.report.fields.${symbol}`)} figure={shown} />;
  return <span className={styles.quiet}>{t(`labelling.report.fields.${shown.state}`)}</span>;
};

const SHOWN_VALUES = 4;

const ValuesGiven = ({ values, more }: { values: readonly { value: string; count: number }[]; more: number }) => {
  const { t, i18n } = useTranslation();
  const all = values.reduce((total, { count }) => total + count, 0);
  const hidden = Math.max(0, values.length - SHOWN_VALUES) + more;
  if (all === 0) return <span className={styles.quiet}>{t("labelling.report.notMeasured")}</span>;
  return (
    <ul className={styles.values}>
      {values.slice(0, SHOWN_VALUES).map(({ value, count }) => (
        <li key={value} title={formatCount(count, i18n.language)}>
          <span className={styles.value}>{value}</span>{" "}
          <span className={`${styles.quiet} ds-number`}>{formatPercent(count / all, 0, i18n.language)}</span>
        </li>
      ))}
      {hidden > 0 ? (
        <li className={styles.quiet}>
          {t("labelling.report.fields.more", { count: hidden, shown: formatCount(hidden, i18n.language) })}
        </li>
      ) : null}
    </ul>
  );
};
