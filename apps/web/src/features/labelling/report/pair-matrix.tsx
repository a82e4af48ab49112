import type { ReportField, ReportPair } from "@dailies/contract";
import { Button } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "./report.module.css";
import { CoefficientFigure, ShareFigure, TooFew } from "./report-figures.tsx";
import type { ReportSelection } from "./use-report-selection.ts";

interface PairMatrixProps {
  field: ReportField;
  /** Pairs that the report does not contain. */
  leftOut: number;
  selection: ReportSelection;
}

const STRONGEST_TINT = 30;

/** The less two people agree, the stronger the colour; the number says the same. */
const tintOf = (agreement: number): string =>
  `color-mix(in srgb, var(--ds-warning) ${Math.round((1 - agreement) * STRONGEST_TINT)}%, var(--ds-surface))`;

const findPair = (pairs: readonly ReportPair[], a: string | undefined, b: string | undefined): ReportPair | undefined =>
  pairs.find(({ one, other }) => (one === a && other === b) || (one === b && other === a));

/** Who agrees with whom in one field. */
export const PairMatrix = ({ field, leftOut, selection }: PairMatrixProps) => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const people = [...new Set(field.pairs.flatMap(({ one, other }) => [one, other]))].sort((a, b) => a.localeCompare(b));
  const chosen = findPair(field.pairs, selection.one, selection.other);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t("labelling.report.pairs.title", { field: field.name })}
      </h2>
      {people.length === 0 ? (
        <p className={styles.quiet}>{t("labelling.report.pairs.none")}</p>
      ) : (
        <>
          <p className={styles.quiet}>
            {t("labelling.report.pairs.hint")}{" "}
            {leftOut > 0
              ? t("labelling.report.pairs.leftOut", { count: leftOut, shown: formatCount(leftOut, i18n.language) })
              : ""}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
          <div className={styles.frame} tabIndex={0}>
            <Matrix field={field} people={people} chosen={chosen} selection={selection} />
          </div>
          {chosen?.state === "measured" ? <Disagreed field={field} pair={chosen} selection={selection} /> : null}
        </>
      )}
    </section>
  );
};

interface MatrixProps extends Omit<PairMatrixProps, "leftOut"> {
  people: readonly string[];
  chosen: ReportPair | undefined;
}

const Matrix = ({ field, people, chosen, selection }: MatrixProps) => {
  const { t } = useTranslation();
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">{t("labelling.report.pairs.corner")}</th>
          {people.map((name) => (
            <th key={name} scope="col" title={name}>
              {name}
            </th>
          ))}
          <th scope="col">{t("labelling.report.pairs.withAll")}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((row) => (
          <tr key={row}>
            <th scope="row" title={row}>
              {row}
            </th>
            {people.map((column) => {
              const pair = findPair(field.pairs, row, column);
              return (
                <PairCell
                  key={column}
                  pair={pair}
                  isItself={row === column}
                  isChosen={pair !== undefined && pair === chosen}
                  onChoose={() => selection.show({ field: field.key, one: pair?.one, other: pair?.other })}
                />
              );
            })}
            <WithAll figures={field.people.find(({ person }) => person === row)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface PairCellProps {
  pair: ReportPair | undefined;
  isItself: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

const PairCell = ({ pair, isItself, isChosen, onChoose }: PairCellProps) => {
  const { t, i18n } = useTranslation();
  if (isItself) return <td className={styles.itself} />;
  if (!pair) return <td className={styles.quiet}>{t("labelling.report.notMeasured")}</td>;
  if (pair.state === "too_few")
    return (
      <td>
        <TooFew n={pair.items} />
      </td>
    );
  const value = formatPercent(pair.agreement.value, 0, i18n.language);
  return (
    <td style={{ background: tintOf(pair.agreement.value) }}>
      <button
        type="button"
        className={styles.choose}
        aria-pressed={isChosen}
        aria-label={t("labelling.report.pairs.cell", { one: pair.one, other: pair.other, value })}
        onClick={onChoose}
      >
        {value}
      </button>
    </td>
  );
};

const WithAll = ({ figures }: { figures: ReportField["people"][number] | undefined }) => {
  const { t, i18n } = useTranslation();
  if (!figures) return <td className={styles.quiet}>{t("labelling.report.notMeasured")}</td>;
  if (figures.state === "too_few")
    return (
      <td>
        <TooFew n={figures.items} />
      </td>
    );
  return (
    <td className="ds-number">
      {formatPercent(figures.agreement.value, 0, i18n.language)}{" "}
      <span className={styles.quiet}>{t("labelling.report.n", { n: formatCount(figures.items, i18n.language) })}</span>
    </td>
  );
};

interface DisagreedProps extends Omit<PairMatrixProps, "leftOut"> {
  pair: Extract<ReportPair, { state: "measured" }>;
}

/** The figures of one pair, and the items on which they agree least. */
const Disagreed = ({ field, pair, selection }: DisagreedProps) => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const detail = useDetailParam("open");
  const count = (value: number): string => formatCount(value, i18n.language);
  const symbol = t(`labelling.report.fields.${field.measure === "nominal" ? "kappa" : "alpha"}`);
  return (
    <section aria-labelledby={id} className={styles.disagreed}>
      <div className={styles.disagreedHead}>
        <h3 id={id} className={styles.heading}>
          {t("labelling.report.disagreed.title", { one: pair.one, other: pair.other, field: field.name })}
        </h3>
        <Button size="small" onClick={() => selection.show({ field: field.key })}>
          {t("labelling.report.disagreed.close")}
        </Button>
      </div>
      <p className={`${styles.pairFigures} ds-number`}>
        <ShareFigure figure={pair.agreement} />
        {pair.coefficient.state === "measured" ? (
          <CoefficientFigure symbol={symbol} figure={pair.coefficient} />
        ) : (
          <span className={styles.quiet}>
            {symbol} {t(`labelling.report.fields.${pair.coefficient.state}`)}
          </span>
        )}
        <span className={styles.quiet}>{t("labelling.report.n", { n: count(pair.items) })}</span>
      </p>
      {pair.disagreed.length === 0 ? (
        <p className={styles.quiet}>{t("labelling.report.disagreed.all")}</p>
      ) : (
        <>
          <p className={styles.quiet}>
            {t("labelling.report.disagreed.shown", {
              shown: count(pair.disagreed.length),
              all: count(pair.disagreed_count),
            })}
          </p>
          <ul className={styles.items}>
            {pair.disagreed.map((item) => (
              <li key={item}>
                <Button size="small" onClick={() => detail.open(String(item))}>
                  {t("labelling.report.disagreed.open", { item: count(item) })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
