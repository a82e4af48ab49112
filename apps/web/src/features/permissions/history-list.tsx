import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { OperationList } from "../../shared/operation-list.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { type HistoryOf, historyQuery } from "./permissions.queries.ts";

/** The audit log of one user's permissions or of one code, older entries on demand. */
export const HistoryList = ({ of }: { of: HistoryOf }) => {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyQuery(of));
  if (error && !data) {
    return <ErrorPanel title={t("permissions.history.failed")} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton rows={6} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p>{t("permissions.history.none")}</p>;
  return (
    <>
      <OperationList
        items={items}
        hiddenFacts={"user_id" in of ? ["username"] : ["email", "realname", "user_role"]}
        onlyCode={"key" in of ? of.key : undefined}
      />
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("permissions.history.older")}
        </Button>
      ) : null}
    </>
  );
};
