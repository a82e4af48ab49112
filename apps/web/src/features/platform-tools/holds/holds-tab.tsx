import type { OpenHold } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnansweredStrip } from "../../../shared/idempotency/unanswered-strip.tsx";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { ChoiceBar } from "../choice-bar.tsx";
import styles from "../tools.module.css";
import { holdsQuery } from "../tools.queries.ts";
import { HOLD_AGES_MINUTES, type ToolsAddress } from "../use-tools-address.ts";
import { holdKey, useHoldColumns } from "./hold-columns.tsx";
import { useVoidHold } from "./use-void-hold.ts";
import { VoidHoldDialog } from "./void-hold-dialog.tsx";

/** Credits reserved for jobs that never ended, oldest first. */
export const HoldsTab = ({ address }: { address: ToolsAddress }) => {
  const { t } = useTranslation();
  const { age } = address.values;
  const list = useQuery(holdsQuery(age));
  const voidHold = useVoidHold();
  const [chosen, setChosen] = useState<OpenHold>();
  const choose = useOperatorAct<OpenHold>(setChosen);
  const canAct = voidHold.unanswered === undefined;
  const columns = useHoldColumns(canAct ? choose : undefined);
  const items = list.data?.items ?? [];
  return (
    <>
      <UnansweredStrip
        once={voidHold}
        words={({ hold, user_email: email }) => t("tools.holds.unanswered", { hold, email })}
      />
      <div className={styles.bar}>
        <span>{t("tools.holds.age")}</span>
        <ChoiceBar
          name={t("tools.holds.age")}
          choices={HOLD_AGES_MINUTES.map((value) => ({
            value: value as number,
            label: t(`tools.holds.ages.m${value}`),
          }))}
          chosen={age}
          onChoose={(value) => address.set({ age: value })}
        />
        <HoldCount list={list.data} />
      </div>
      <DataTable
        name={t("tools.holds.list")}
        columns={columns}
        rows={items}
        rowKey={holdKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={canAct ? choose : undefined}
        storageName="tools-holds"
        empty={<EmptyState title={t("tools.holds.none")}>{t("tools.holds.noneHint")}</EmptyState>}
      />
      {chosen ? <VoidHoldDialog hold={chosen} once={voidHold} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
};

const HoldCount = ({ list }: { list: { items: OpenHold[]; total: number; is_total_exact: boolean } | undefined }) => {
  const { t, i18n } = useTranslation();
  if (!list || list.total <= list.items.length) return null;
  const total = `${formatCount(list.total, i18n.language)}${list.is_total_exact ? "" : "+"}`;
  return (
    <span className={`${styles.quiet} ${styles.end}`}>
      {t("tools.holds.oldest", { shown: formatCount(list.items.length, i18n.language), total })}
    </span>
  );
};
