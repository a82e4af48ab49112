import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { verificationsQuery } from "../viewer.queries.ts";
import { VerifyForm } from "./verify-form.tsx";
import { VerifyHistory } from "./verify-history.tsx";
import { VerifyReport } from "./verify-report.tsx";

interface VerifyDrawerProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
  /** The current shard. */
  shard: number | undefined;
  onGo: (index: number) => void;
}

/** Verifies shards against their index: options, progress and findings. */
export const VerifyDrawer = ({ header, urlState, shard, onGo }: VerifyDrawerProps) => {
  const { t } = useTranslation();
  const isOpen = urlState.values.panel === "verify";
  const runs = useQuery({ ...verificationsQuery(header.handle), enabled: isOpen });
  const runId = urlState.values.run ?? runs.data?.items[0]?.id;
  const show = (run: string | undefined): void => urlState.set({ run }, { replace: true });
  return (
    <Detail
      isOpen={isOpen}
      title={t("viewer.verify.title")}
      widthPx={720}
      isLoading={runs.isPending}
      error={runs.error}
      onRetry={() => void runs.refetch()}
      onClose={() => urlState.set({ panel: undefined, run: undefined })}
    >
      <VerifyForm header={header} shard={shard} onStarted={(run) => show(run.id)} />
      {runId === undefined ? null : <VerifyReport key={runId} handle={header.handle} id={runId} onGo={onGo} />}
      <VerifyHistory runs={runs.data?.items ?? []} shown={runId} onShow={show} />
    </Detail>
  );
};
