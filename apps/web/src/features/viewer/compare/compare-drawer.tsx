import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { UriForm } from "../open/uri-form.tsx";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { comparisonQuery, recentQuery, setQuery } from "../viewer.queries.ts";
import styles from "./compare.module.css";
import { Comparison } from "./comparison.tsx";

interface CompareDrawerProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
}

/** Compares two datasets: columns, counts and keys. */
export const CompareDrawer = ({ header, urlState }: CompareDrawerProps) => {
  const { t } = useTranslation();
  const { panel, against } = urlState.values;
  const choose = (uri: string | undefined): void => urlState.set({ against: uri }, { replace: true });
  return (
    <Detail
      isOpen={panel === "compare"}
      title={t("viewer.compare.title")}
      widthPx={860}
      onClose={() => urlState.set({ panel: undefined, against: undefined })}
    >
      <p className={styles.quiet}>{t("viewer.compare.hint")}</p>
      <UriForm value={against ?? ""} action={t("viewer.compare.action")} onSubmit={choose} />
      <Recent header={header} against={against} onChoose={choose} />
      {against === undefined ? null : <Compared key={against} header={header} against={against} />}
    </Detail>
  );
};

interface RecentProps {
  header: ViewerHeader;
  against: string | undefined;
  onChoose: (uri: string) => void;
}

const OFFERED = 6;

const Recent = ({ header, against, onChoose }: RecentProps) => {
  const { t } = useTranslation();
  const recent = useQuery(recentQuery());
  const others = (recent.data?.items ?? []).filter(({ uri }) => uri !== header.uri && uri !== against);
  if (others.length === 0) return null;
  return (
    <p className={styles.recent}>
      <span className={styles.quiet}>{t("viewer.compare.recent")}</span>
      {others.slice(0, OFFERED).map(({ handle, uri }) => (
        <button key={handle} type="button" className={`${styles.other} ds-mono`} onClick={() => onChoose(uri)}>
          {uri}
        </button>
      ))}
    </p>
  );
};

const Compared = ({ header, against }: { header: ViewerHeader; against: string }) => {
  const { t } = useTranslation();
  const other = useQuery(setQuery({ uri: against }));
  const found = useQuery({
    ...comparisonQuery(header.handle, other.data?.handle ?? ""),
    enabled: other.data !== undefined,
  });
  const error = other.error ?? found.error;
  if (error)
    return (
      <ErrorPanel
        isCompact
        title={t("viewer.compare.failed")}
        error={error}
        onRetry={() => void (other.error ? other.refetch() : found.refetch())}
      />
    );
  if (!found.data || !other.data) return <Skeleton rows={8} />;
  return <Comparison left={header.uri} right={other.data.uri} found={found.data} />;
};
