import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Page } from "../../../ui/page.tsx";
import { useLiveCalls } from "../calls/use-live-calls.ts";
import { NothingShared } from "./nothing-shared.tsx";
import { isForQuickUse } from "./quick.rules.ts";
import { QuickPlayground } from "./quick-playground.tsx";

/** /playground: turns a prompt into a clip, with the performers shared with all internal users. */
export const Component = () => {
  const { t } = useTranslation();
  useLiveCalls();
  return (
    <Page title={t("screens.playground.title")} about={t("screens.playground.purpose")}>
      <QuickBody />
    </Page>
  );
};

const QuickBody = () => {
  const { data, error, isPending, refetch } = useQuery(performersQuery);
  if (isPending) return <Skeleton rows={6} />;
  if (!data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const performers = data.items.filter(isForQuickUse);
  return performers.length === 0 ? <NothingShared /> : <QuickPlayground performers={performers} />;
};
