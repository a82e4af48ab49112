import { MAX_COMPARED_RUNS } from "@dailies/contract/experiments/schemas";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { RunsView } from "./list/runs-view.tsx";

const RunView = lazyPart(async () => (await import("./run/run-view.tsx")).RunView);
const ReportView = lazyPart(async () => (await import("./report/report-view.tsx")).ReportView);
const CompareView = lazyPart(async () => (await import("./compare/compare-view.tsx")).CompareView);

/** The list of runs, one run, several runs side by side, or a frozen comparison, as the address says. */
export const Component = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const runId = params.get("run");
  const reportId = params.get("report");
  const compared = [...new Set(params.getAll("compare"))].slice(0, MAX_COMPARED_RUNS);
  const waiting = (
    <Page title={t("screens.experiment.title")} about={t("screens.experiment.purpose")}>
      <Skeleton rows={10} />
    </Page>
  );
  if (reportId !== null) {
    return (
      <Suspense fallback={waiting}>
        <ReportView key={reportId} id={reportId} />
      </Suspense>
    );
  }
  if (runId !== null) {
    return (
      <Suspense fallback={waiting}>
        <RunView key={runId} id={runId} />
      </Suspense>
    );
  }
  if (compared.length > 0) {
    return (
      <Suspense fallback={waiting}>
        <CompareView ids={compared} />
      </Suspense>
    );
  }
  return (
    <Page isFilling title={t("screens.experiment.title")} about={t("screens.experiment.purpose")}>
      <RunsView />
    </Page>
  );
};
