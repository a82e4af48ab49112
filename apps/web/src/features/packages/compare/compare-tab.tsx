import type { PackageDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { labelOf } from "../package.rules.ts";
import { comparisonQuery, packageQuery, packagesQuery } from "../packages.queries.ts";
import styles from "./compare.module.css";
import { previousOf } from "./compare.rules.ts";
import { CompareResult } from "./compare-result.tsx";

const MAX_CHOICES = 50;
const SETTLE_MS = 250;

/** Two ready packages: which samples are in both, and how their columns are distributed. */
export const CompareTab = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  const { openId: againstId, open } = useDetailParam("against");
  if (one.status !== "Ready")
    return <EmptyState title={t("packages.compare.notReady")}>{t("packages.compare.notReadyHint")}</EmptyState>;
  return (
    <div className={styles.compare}>
      <OtherChoice one={one} againstId={againstId} onCompare={open} />
      {againstId === undefined ? (
        <p className={styles.quiet}>{t("packages.compare.about")}</p>
      ) : (
        <Comparison key={againstId} one={one} againstId={againstId} />
      )}
    </div>
  );
};

interface OtherChoiceProps {
  one: PackageDetail;
  againstId: string | undefined;
  onCompare: (id: string) => void;
}

/** The package before this one is chosen at first. */
const OtherChoice = ({ one, againstId, onCompare }: OtherChoiceProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<string>();
  const q = useDebounced(typed.trim(), SETTLE_MS);
  const ready = { status: "Ready", limit: MAX_CHOICES, offset: 0 } as const;
  const same = useQuery(packagesQuery({ ...ready, q: one.name.slice(0, 120) }));
  const found = useQuery(packagesQuery({ ...ready, q }));
  const { data: against } = useQuery({ ...packageQuery(againstId ?? ""), enabled: againstId !== undefined });
  const chosen = picked ?? againstId ?? previousOf(one, same.data?.items ?? [])?.id;
  const known = [...(against ? [against] : []), ...(found.data?.items ?? []), ...(same.data?.items ?? [])];
  const options = [...new Map(known.map((each) => [each.id, each])).values()].filter((each) => each.id !== one.id);
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t("packages.compare.with")}</label>
      <Select<string>
        id={id}
        className={styles.select}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        placeholder={t("packages.compare.hint")}
        notFoundContent={found.isPending ? t("ui.loading") : t("packages.compare.none")}
        value={options.some((each) => each.id === chosen) ? chosen : undefined}
        options={options.map((each) => ({ value: each.id, label: labelOf(each) }))}
        onChange={setPicked}
      />
      <Button
        type="primary"
        disabled={chosen === undefined || chosen === againstId}
        onClick={() => chosen !== undefined && onCompare(chosen)}
      >
        {t("packages.compare.action")}
      </Button>
      {found.error ? <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} /> : null}
    </div>
  );
};

const Comparison = ({ one, againstId }: { one: PackageDetail; againstId: string }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(one.id, againstId));
  const { data: against } = useQuery(packageQuery(againstId));
  const retry = { isRetrying: isFetching, onRetry: () => void refetch() };
  if (error) return <ErrorPanel title={t("packages.compare.failed")} error={error} {...retry} />;
  if (!data) return <Skeleton rows={6} />;
  if (data.status === "Failed" || data.status === "Cancelled")
    return (
      <ErrorPanel
        title={t("packages.compare.failed")}
        error={new Error(data.error ?? t("packages.notes.failedUnknown"))}
        {...retry}
      />
    );
  if (!data.result) return <Progress label={t("packages.compare.running")} done={0} isUntimed />;
  return (
    <CompareResult
      result={data.result}
      names={[labelOf(one), against ? labelOf(against) : t("packages.compare.other")]}
    />
  );
};
