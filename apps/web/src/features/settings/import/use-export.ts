import { App } from "antd";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import { useExportConfigs } from "../settings.queries.ts";

const NOTICE_SECONDS = 8;

/** Downloads the published values as an importable file, and reports what was omitted. */
export const useExport = (): { exportTo: (namespace: string | undefined) => void; isExporting: boolean } => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending } = useExportConfigs();
  const exportTo = (namespace: string | undefined): void =>
    mutate(namespace, {
      onSuccess: ({ items, left_out }) => {
        const kept = left_out.length === 0 ? "" : t("settings.exported.leftOut", { keys: left_out.join(", ") });
        if (items.length === 0) {
          void message.info([t("settings.exported.none"), kept].join(" "), NOTICE_SECONDS);
          return;
        }
        const file = `dailies-config${namespace === undefined ? "" : `-${namespace}`}.json`;
        downloadText(file, `${JSON.stringify({ items }, null, 2)}\n`, "application/json");
        const done = t("settings.exported.done", { count: items.length, file });
        void message.success([done, kept].join(" "), NOTICE_SECONDS);
      },
    });
  return { exportTo, isExporting: isPending };
};
