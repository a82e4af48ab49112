import type { DataExperiment } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { dataExperimentAddress, PATHS } from "../../../lib/paths.ts";
import { formatMetric } from "../../../shared/metric-value.ts";
import { OneOrGone } from "../../../shared/one-or-gone.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Page } from "../../../ui/page.tsx";
import { dataExperimentQuery } from "../data-experiments.queries.ts";
import { Acts } from "./acts.tsx";
import { ArmCards } from "./arm-cards.tsx";
import { JudgingsPanel } from "./judgings-panel.tsx";
import styles from "./page.module.css";
import { ResultPanel } from "./result-panel.tsx";

const DataTab = lazyPart(async () => (await import("../data/data-tab.tsx")).DataTab);
const MixTab = lazyPart(async () => (await import("../mix/mix-tab.tsx")).MixTab);
const DecideDialog = lazyPart(async () => (await import("./decide-dialog.tsx")).DecideDialog);

const TABS = ["result", "data", "mix"] as const;

/** One question: what the runs say, what the arms differ in, and what was decided. */
export const ExperimentView = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  return (
    <OneOrGone
      query={useQuery(dataExperimentQuery(id))}
      title={t("screens.dataExperiment.title")}
      about={t("screens.dataExperiment.purpose")}
      failed={t("dataExperiments.page.failed")}
      gone={{
        title: t("dataExperiments.page.gone"),
        hint: t("dataExperiments.page.goneHint"),
        link: { to: PATHS.dataExperiment, words: t("dataExperiments.page.back") },
      }}
    >
      {(experiment) => <ExperimentPage experiment={experiment} />}
    </OneOrGone>
  );
};

const ExperimentPage = ({ experiment }: { experiment: DataExperiment }) => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [isDeciding, setIsDeciding] = useState(false);
  const tab = TABS.find((name) => name === params.get("tab")) ?? "result";
  const isOpen = experiment.state === "Open";
  const { id, question, hypothesis, metric, direction, min_difference: least, created_by: by } = experiment;
  return (
    <Page
      title={question}
      about={t("dataExperiments.page.about", {
        by,
        metric,
        direction: t(`dataExperiments.direction.${direction}`),
        least: formatMetric(least),
      })}
      action={
        <Button {...(isOpen && { type: "primary" as const })} onClick={() => setIsDeciding(true)}>
          {t(`dataExperiments.page.${isOpen ? "decide" : "reopen"}`)}
        </Button>
      }
      activeTab={tab}
      tabs={TABS.map((key) => ({
        key,
        title: t(`dataExperiments.tabs.${key}`),
        to: dataExperimentAddress(id, key === "result" ? undefined : key),
      }))}
    >
      {tab === "result" ? (
        <div className={styles.stack}>
          <Acts experiment={experiment} />
          {hypothesis.trim() === "" ? null : (
            <section aria-label={t("dataExperiments.page.hypothesis")}>
              <h2 className={styles.title}>{t("dataExperiments.page.hypothesis")}</h2>
              <p className={styles.text}>{hypothesis}</p>
            </section>
          )}
          <ResultPanel experiment={experiment} />
          <JudgingsPanel experiment={experiment} />
          <ArmCards experiment={experiment} />
        </div>
      ) : null}
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "data" ? <DataTab experiment={experiment} /> : null}
        {tab === "mix" ? <MixTab experiment={experiment} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {isDeciding ? <DecideDialog id={id} onClose={() => setIsDeciding(false)} /> : null}
      </Suspense>
    </Page>
  );
};
