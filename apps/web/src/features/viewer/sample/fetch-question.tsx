import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { shardQuery } from "../shard.queries.ts";

interface FetchQuestionProps {
  handle: string;
  shard: number;
  onAgree: (agreeBytes: number) => void;
}

export const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.code === "too_large";

/** A compressed shard is one stream: reading one sample requires fetching all of it, so ask first. */
export const FetchQuestion = ({ handle, shard, onAgree }: FetchQuestionProps) => {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(shardQuery(handle, shard));
  if (error) return <ErrorPanel error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  const stored = formatBytes(data.stored_bytes, i18n.language);
  return (
    <EmptyState
      title={t("viewer.fetch.title", { bytes: stored })}
      action={
        <Button type="primary" onClick={() => onAgree(Math.max(data.stored_bytes, data.raw_bytes))}>
          {t("viewer.fetch.agree", { bytes: stored })}
        </Button>
      }
    >
      {t("viewer.fetch.hint", {
        name: data.name,
        codec: data.compression ?? "",
        raw: formatBytes(data.raw_bytes, i18n.language),
      })}
    </EmptyState>
  );
};
