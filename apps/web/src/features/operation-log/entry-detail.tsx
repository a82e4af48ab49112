import type { OperationLogEntry } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Detail } from "../../ui/detail.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import type { useDetailParam } from "../../ui/use-detail-param.ts";
import { EntryBody } from "./entry-body.tsx";
import styles from "./history.module.css";
import { entryQuery } from "./history.queries.ts";
import { useOperationWords } from "./operations.ts";

interface EntryDetailProps {
  items: readonly OperationLogEntry[];
  detail: ReturnType<typeof useDetailParam>;
}

const numberOf = (id: string | undefined): number | undefined =>
  id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;

/** One entry in full. Its number is in the URL, so a link opens it even if it is not on the current page. */
export const EntryDetail = ({ items, detail }: EntryDetailProps) => {
  const { t } = useTranslation();
  const seq = numberOf(detail.openId);
  const at = items.findIndex((item) => item.seq === seq);
  const found = useQuery({ ...entryQuery(seq ?? 0), enabled: seq !== undefined && at < 0 });
  const entry = items[at] ?? found.data ?? undefined;
  const step = (by: number): (() => void) | undefined => {
    const next = at < 0 ? undefined : items[at + by];
    return next && (() => detail.move(String(next.seq)));
  };
  return (
    <Detail
      isOpen={detail.openId !== undefined}
      title={t("history.entry.title", { seq: detail.openId ?? "" })}
      onClose={detail.close}
      onPrevious={step(-1)}
      onNext={step(1)}
      position={at < 0 ? undefined : { index: at + 1, total: items.length }}
      isLoading={!entry && found.isFetching}
      error={entry ? undefined : found.error}
      onRetry={() => void found.refetch()}
      footer={entry && <EntryActs entry={entry} />}
      widthPx={680}
    >
      {entry ? (
        <EntryBody entry={entry} />
      ) : (
        <EmptyState picture="lens" title={t("history.entry.missing", { seq: detail.openId ?? "" })}>
          {t("history.entry.missingHint")}
        </EmptyState>
      )}
    </Detail>
  );
};

const EntryActs = ({ entry }: { entry: OperationLogEntry }) => {
  const { t } = useTranslation();
  // Clears the other filters and closes the drawer, to show all entries of that kind.
  const [, setParams] = useSearchParams();
  const { words } = useOperationWords();
  const { state, copy } = useCopy(JSON.stringify(entry, null, 2));
  const names = {
    idle: t("history.entry.copy"),
    copied: t("history.entry.copied"),
    failed: t("history.entry.copyFailed"),
  };
  return (
    <div className={styles.acts}>
      <Button onClick={() => setParams({ user: entry.user_name })}>
        {t("history.entry.byUser", { name: entry.user_name })}
      </Button>
      <Button onClick={() => setParams({ op: entry.op_type })}>
        {t("history.entry.byType", { operation: words(entry.op_type) })}
      </Button>
      <Button onClick={copy}>{names[state]}</Button>
      <span role="status" className="ds-visually-hidden">
        {state === "idle" ? "" : names[state]}
      </span>
    </div>
  );
};
