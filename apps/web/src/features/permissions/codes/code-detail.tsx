import type { PermissionItem } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../lib/session.ts";
import { usePermissionTexts } from "../../../shared/permission-codes.ts";
import { Detail } from "../../../ui/detail.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { HistoryList } from "../history-list.tsx";
import { useDeletePermission } from "../permissions.queries.ts";
import { SystemBadge } from "./code-columns.tsx";
import { CodeDialog } from "./code-dialog.tsx";
import styles from "./codes.module.css";

interface CodeDetailProps {
  /** The listed rows, for navigating to the neighbours. */
  rows: readonly PermissionItem[];
  all: readonly PermissionItem[];
  detail: ReturnType<typeof useDetailParam>;
  mayChange: boolean;
}

export const CodeDetail = ({ rows, all, detail, mayChange }: CodeDetailProps) => {
  const { t } = useTranslation();
  const code = all.find(({ key }) => key === detail.openId);
  const index = rows.findIndex(({ key }) => key === detail.openId);
  const step = (to: number): (() => void) | undefined => {
    const next = index < 0 ? undefined : rows[to];
    return next && (() => detail.move(next.key));
  };
  return (
    <Detail
      isOpen={detail.openId !== undefined}
      title={detail.openId ?? ""}
      onClose={detail.close}
      onPrevious={step(index - 1)}
      onNext={step(index + 1)}
      position={index < 0 ? undefined : { index: index + 1, total: rows.length }}
      footer={code && mayChange ? <CodeActions code={code} onDeleted={detail.close} /> : null}
    >
      {code ? (
        <>
          <CodeFacts code={code} />
          <h3 className={styles.heading}>{t("permissions.history.title")}</h3>
          <HistoryList of={{ key: code.key }} />
        </>
      ) : (
        <EmptyState picture="lens" title={t("permissions.gone")}>
          {t("permissions.goneHint")}
        </EmptyState>
      )}
    </Detail>
  );
};

const CodeFacts = ({ code }: { code: PermissionItem }) => {
  const { t, i18n } = useTranslation();
  const { nameOf, descriptionOf, groupOf } = usePermissionTexts();
  const maySeePeople = useCan()({ permission: "USER_MANAGE_R" });
  const holders = t("permissions.holdersCount", {
    count: code.holders,
    shown: formatCount(code.holders, i18n.language),
  });
  return (
    <dl className={styles.facts}>
      <dt>{t("permissions.key")}</dt>
      <dd>
        <Mono value={code.key} copyAs={t("permissions.key").toLowerCase()} /> {code.is_system ? <SystemBadge /> : null}
      </dd>
      <dt>{t("permissions.name")}</dt>
      <dd>{nameOf(code)}</dd>
      <dt>{t("permissions.description")}</dt>
      <dd>{descriptionOf(code) || "–"}</dd>
      <dt>{t("permissions.group")}</dt>
      <dd>{groupOf(code.group)}</dd>
      {code.bit === null ? null : (
        <>
          <dt>{t("permissions.bit")}</dt>
          <dd className="ds-number">{code.bit}</dd>
        </>
      )}
      <dt>{t("permissions.holders")}</dt>
      <dd>{maySeePeople ? <Link to={`/user-manage?perm=${code.key}`}>{holders}</Link> : holders}</dd>
    </dl>
  );
};

const CodeActions = ({ code, onDeleted }: { code: PermissionItem; onDeleted: () => void }) => {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const { mutateAsync } = useDeletePermission();
  const close = (): void => setDialog(undefined);
  const refusal = deleteRefusal(code);
  return (
    <div className={styles.footer}>
      {refusal ? <span className={styles.quiet}>{t(`permissions.delete.${refusal}`)}</span> : null}
      <Button danger disabled={refusal !== undefined} onClick={() => setDialog("delete")}>
        {t("permissions.delete.open")}
      </Button>
      <Button type="primary" onClick={() => setDialog("edit")}>
        {t("permissions.edit.open")}
      </Button>
      {dialog === "edit" ? <CodeDialog code={code} onClose={close} /> : null}
      <Confirm
        isOpen={dialog === "delete"}
        isDangerous
        title={t("permissions.delete.title", { key: code.key })}
        effect={t("permissions.delete.effect")}
        action={t("permissions.delete.open")}
        typedName={code.key}
        onConfirm={async () => {
          await mutateAsync({ key: code.key, expected_version: code.version });
          onDeleted();
        }}
        onClose={close}
      />
    </div>
  );
};

const deleteRefusal = ({ is_system, holders }: PermissionItem): "isSystem" | "isHeld" | undefined => {
  if (is_system) return "isSystem";
  return holders > 0 ? "isHeld" : undefined;
};
