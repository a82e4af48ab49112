import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { evaluationsCalls } from "../../../lib/api/clients/evaluations.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useOutbox } from "../../../shared/leased-work/state/use-outbox.ts";
import { Page } from "../../../ui/page.tsx";
import { judgementAnswers } from "../judging/state/judging-calls.ts";
import styles from "./home.module.css";
import { MyItems } from "./my-items.tsx";
import { TaskQueue } from "./task-queue.tsx";

const TABS = ["queue", "mine", "finished"] as const;
type Tab = (typeof TABS)[number];

const tabAddress = (tab: Tab): string => (tab === "queue" ? PATHS.evaluating : `${PATHS.evaluating}?tab=${tab}`);

/** The rater's queue, then their history. */
export const QueueHome = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get("tab")) ?? "queue";
  return (
    <div className={tab === "mine" ? styles.filling : undefined}>
      <Page
        isFilling={tab === "mine"}
        title={t("screens.evaluating.title")}
        about={t("screens.evaluating.purpose")}
        action={<Link to={PATHS.home}>{t("evaluations.toHome")}</Link>}
        tabs={TABS.map((key) => ({ key, title: t(`evaluations.tabs.${key}`), to: tabAddress(key) }))}
        activeTab={tab}
      >
        <KeptHere />
        {tab === "mine" ? <MyItems /> : <TaskQueue key={tab} isFinished={tab === "finished"} />}
      </Page>
    </div>
  );
};

/** Also submits judgements that were stored while offline. */
const KeptHere = () => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const renew = (): void => void cache.invalidateQueries({ queryKey: ["evaluations"] });
  const { waiting } = useOutbox({
    store: judgementAnswers,
    send: (body) => evaluationsCalls.submitJudgement({ body }),
    onSent: renew,
    onRefused: renew,
  });
  if (waiting === 0) return null;
  return (
    <p role="status" className={styles.kept}>
      {t("evaluations.offline.waiting", { count: waiting })}
    </p>
  );
};
