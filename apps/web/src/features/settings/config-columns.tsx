import type { ConfigItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../ui/data-table/types.ts";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import { ConfigStatus } from "./config-status.tsx";
import { ValuePreview } from "./editor/value-preview.tsx";

export const configKey = (item: ConfigItem): string => item.key;

export const useConfigColumns = (): readonly Column<ConfigItem>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: "key", title: t("settings.key"), widthPx: 210, isFixed: true, render: ({ key }) => <Mono value={key} /> },
      { key: "status", title: t("settings.status"), widthPx: 170, render: (item) => <ConfigStatus item={item} /> },
      {
        key: "value",
        title: t("settings.value"),
        widthPx: 180,
        render: (item) => <ValuePreview schema={item.schema} value={item.value} />,
      },
      { key: "type", title: t("settings.type"), widthPx: 130, render: (item) => t(`ui.field.type.${item.value_type}`) },
      { key: "version", title: t("settings.version"), widthPx: 70, isNumeric: true, render: ({ version }) => version },
      {
        key: "updated",
        title: t("settings.updated"),
        widthPx: 120,
        render: (item) => <Time at={item.updated_at} />,
      },
      {
        key: "description",
        title: t("settings.description"),
        widthPx: 220,
        isExtra: true,
        render: ({ description }) => <span title={description}>{description}</span>,
      },
    ],
    [t],
  );
};
