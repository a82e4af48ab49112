import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { ExperimentList } from "./list/experiment-list.tsx";

const ExperimentView = lazyPart(async () => (await import("./page/experiment-view.tsx")).ExperimentView);
const NewExperimentDialog = lazyPart(
  async () => (await import("./create/new-experiment-dialog.tsx")).NewExperimentDialog,
);

/** The list of questions, or one of them, as the address says. */
export const Component = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const id = params.get("id");
  const words = { title: t("screens.dataExperiment.title"), about: t("screens.dataExperiment.purpose") };
  if (id !== null) {
    return (
      <Suspense
        fallback={
          <Page {...words}>
            <Skeleton rows={10} />
          </Page>
        }
      >
        <ExperimentView key={id} id={id} />
      </Suspense>
    );
  }
  const ask = (): void => setIsAsking(true);
  return (
    <Page
      isFilling
      {...words}
      action={
        <Button type="primary" onClick={ask}>
          {t("dataExperiments.new")}
        </Button>
      }
    >
      <ExperimentList onAsk={ask} />
      <Suspense fallback={null}>
        {isAsking ? <NewExperimentDialog onClose={() => setIsAsking(false)} /> : null}
      </Suspense>
    </Page>
  );
};
