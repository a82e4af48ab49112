import type { PermissionItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePermissionTexts } from "../../../shared/permission-codes.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "./codes.module.css";

export const SystemBadge = () => {
  const { t } = useTranslation();
  return (
    <span className={styles.badge} title={t("permissions.systemHint")}>
      {t("permissions.system")}
    </span>
  );
};

export const useCodeColumns = (): Column<PermissionItem>[] => {
  const { t, i18n } = useTranslation();
  const { nameOf, descriptionOf, groupOf } = usePermissionTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend only on the language, like `t`.
  return useMemo(
    () => [
      {
        key: "key",
        title: t("permissions.key"),
        widthPx: 250,
        isSortable: true,
        isFixed: true,
        render: (code) => <code className="ds-mono">{code.key}</code>,
      },
      { key: "name", title: t("permissions.name"), widthPx: 160, isSortable: true, render: (code) => nameOf(code) },
      {
        key: "description",
        title: t("permissions.description"),
        widthPx: 300,
        render: (code) => <span title={descriptionOf(code)}>{descriptionOf(code)}</span>,
      },
      {
        key: "group",
        title: t("permissions.group"),
        widthPx: 100,
        isSortable: true,
        render: (code) => groupOf(code.group),
      },
      {
        key: "bit",
        title: t("permissions.bit"),
        widthPx: 70,
        isNumeric: true,
        render: (code) => code.bit ?? "–",
      },
      {
        key: "holders",
        title: t("permissions.holders"),
        widthPx: 90,
        isNumeric: true,
        isSortable: true,
        render: (code) => formatCount(code.holders, i18n.language),
      },
      {
        key: "is_system",
        title: t("permissions.kind"),
        widthPx: 90,
        render: (code) => (code.is_system ? <SystemBadge /> : <span>{t("permissions.own")}</span>),
      },
    ],
    [t, i18n.language],
  );
};
