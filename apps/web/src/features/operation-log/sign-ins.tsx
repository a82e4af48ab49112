import { LoginOutlined } from "@ant-design/icons";
import { SECURITY_EVENT_KINDS, type SecurityEventItem, type SecurityEventKind } from "@dailies/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deviceOf } from "../../shared/device-of.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import type { Column } from "../../ui/data-table/types.ts";
import { Detail } from "../../ui/detail.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Time } from "../../ui/time.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import styles from "./history.module.css";
import { securityEventsQuery } from "./history.queries.ts";

const WIDTH_PX = 880;

/** Opens the sign-ins, failures, sign-outs and password changes beside the history. */
export const SignIns = () => {
  const { t } = useTranslation();
  const drawer = useDetailParam("sign_ins");
  return (
    <>
      <Button icon={<LoginOutlined aria-hidden="true" />} onClick={() => drawer.open("all")}>
        {t("history.signIns.title")}
      </Button>
      <Detail
        isOpen={drawer.openId !== undefined}
        title={t("history.signIns.title")}
        onClose={drawer.close}
        widthPx={WIDTH_PX}
      >
        <SignInList />
      </Detail>
    </>
  );
};

const SignInList = () => {
  const { t } = useTranslation();
  const [user, setUser] = useState("");
  const [kind, setKind] = useState<SecurityEventKind>();
  const list = useInfiniteQuery(securityEventsQuery({ user, kind }));
  const columns = useColumns();
  const options = SECURITY_EVENT_KINDS.map((value) => ({ value, label: t(`history.signIns.kinds.${value}`) }));
  return (
    <>
      <div className={styles.signInFilters}>
        <Input.Search
          aria-label={t("history.signIns.user")}
          placeholder={t("history.signIns.user")}
          maxLength={254}
          allowClear
          onSearch={(value) => setUser(value.trim())}
        />
        <Select
          aria-label={t("history.signIns.kind")}
          placeholder={t("history.signIns.kind")}
          allowClear
          value={kind}
          options={options}
          onChange={setKind}
        />
      </div>
      <DataTable
        name={t("history.signIns.title")}
        columns={columns}
        rows={(list.data?.pages ?? []).flatMap(({ items }) => items)}
        rowKey={({ seq }) => String(seq)}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        isBare
        empty={<EmptyState title={t("history.signIns.none")}>{t("history.signIns.noneHint")}</EmptyState>}
      />
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("history.signIns.more")}
        </Button>
      )}
    </>
  );
};

const useColumns = (): readonly Column<SecurityEventItem>[] => {
  const { t } = useTranslation();
  const device = ({ user_agent: agent }: SecurityEventItem): string => {
    const { browser, system } = deviceOf(agent);
    return [browser, system].filter(Boolean).join(", ") || agent || "–";
  };
  return [
    { key: "time", title: t("history.signIns.time"), widthPx: 150, render: ({ at }) => <Time at={at} /> },
    {
      key: "kind",
      title: t("history.signIns.kind"),
      widthPx: 180,
      render: (item) => t(`history.signIns.kinds.${item.kind}`),
    },
    {
      key: "user",
      title: t("history.columns.actor"),
      widthPx: 180,
      render: ({ user_name: name, typed_mark: mark }) => name ?? t("history.signIns.unknown", { mark: mark ?? "–" }),
    },
    { key: "network", title: t("history.signIns.network"), widthPx: 150, render: ({ network }) => network },
    {
      key: "device",
      title: t("history.signIns.device"),
      widthPx: 160,
      render: (item) => <span title={item.user_agent}>{device(item)}</span>,
    },
  ];
};
