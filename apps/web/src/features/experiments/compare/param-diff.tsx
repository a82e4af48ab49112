import type { ExperimentRunDetail } from "@dailies/contract";
import { Switch } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { differingParams } from "../experiments.rules.ts";
import styles from "./compare.module.css";

/** The parameters of the runs beside each other; at first only those that differ. */
export const ParamDiff = ({ runs }: { runs: readonly ExperimentRunDetail[] }) => {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const differing = useMemo(() => differingParams(runs), [runs]);
  const keys = [...new Set(runs.flatMap(({ params }) => Object.keys(params)))].sort((a, b) => a.localeCompare(b));
  const shown = showsAll ? keys : keys.filter((key) => differing.has(key));
  return (
    <div className={styles.diff}>
      <span className={styles.switch}>
        <Switch id="experiment-all-params" size="small" checked={showsAll} onChange={setShowsAll} />
        <label htmlFor="experiment-all-params">{t("experiments.compare.allParams", { count: keys.length })}</label>
      </span>
      {shown.length === 0 ? (
        <p className={styles.quiet}>
          {t(keys.length === 0 ? "experiments.run.noParams" : "experiments.compare.noDifference")}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
        <section className={styles.scroll} tabIndex={0} aria-label={t("experiments.compare.tabs.params")}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("experiments.compare.param")}</th>
                {runs.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((key) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  {runs.map(({ id, params }) => (
                    <td key={id} className={differing.has(key) ? styles.differs : undefined}>
                      {params[key] ?? <span className={styles.quiet}>{t("experiments.list.noValue")}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
};
