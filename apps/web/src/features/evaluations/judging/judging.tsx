import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useIsOnline } from "../../../lib/live/online.ts";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Page } from "../../../ui/page.tsx";
import { JudgingView } from "./components/judging-view.tsx";
import { NothingLeft } from "./components/nothing-left.tsx";
import { type Judging, useJudging } from "./state/use-judging.ts";

/** Judges one task, item by item. */
export const JudgingScreen = ({ taskId }: { taskId: string }) => {
  const judging = useJudging(taskId);
  if (judging.item) return <JudgingView judging={judging} item={judging.item} />;
  return <Between judging={judging} />;
};

/** No current item: loading, none available now, or finished. */
const Between = ({ judging }: { judging: Judging }) => {
  const { t } = useTranslation();
  const { refill, queue } = judging;
  return (
    <Page
      title={t("evaluations.judging")}
      about={t("screens.evaluating.purpose")}
      action={<Link to={PATHS.evaluating}>{t("evaluations.toQueue")}</Link>}
    >
      {refill.error ? <Refused judging={judging} /> : null}
      {!refill.error && queue.isExhausted ? <NothingLeft judging={judging} /> : null}
      {!refill.error && !queue.isExhausted ? <Coming waiting={judging.mail.waiting} /> : null}
    </Page>
  );
};

const Coming = ({ waiting }: { waiting: number }) => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (isOnline) return <Skeleton rows={10} />;
  return (
    <EmptyState title={t("evaluations.offline.title")}>
      {t("evaluations.offline.nothing", { count: waiting })}
    </EmptyState>
  );
};

const GONE = [403, 404, 409];

const Refused = ({ judging: { refill } }: { judging: Judging }) => {
  const { t } = useTranslation();
  const { error } = refill;
  if (error instanceof ApiError && GONE.includes(error.status)) {
    return (
      <EmptyState
        picture="lens"
        title={t("evaluations.closed.title")}
        action={<Link to={PATHS.evaluating}>{t("evaluations.toQueue")}</Link>}
      >
        {t("evaluations.closed.hint")}
      </EmptyState>
    );
  }
  return (
    <ErrorPanel
      title={t("evaluations.claimFailed")}
      error={error}
      isRetrying={refill.isClaiming}
      onRetry={refill.retry}
    />
  );
};
