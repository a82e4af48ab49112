import type { ExportItem } from "@dailies/contract";
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { downloadAddress, isUnderWay, useCancelExport, useResumeExport } from "../exports.queries.ts";

/** The next action for an export: download or open the result, resume, or cancel. */
export const ExportActs = ({ item }: { item: ExportItem }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const cancel = useCancelExport();
  const resume = useResumeExport();
  if (isUnderWay(item)) {
    const stop = (): void =>
      cancel.mutate(item.id, { onSuccess: () => void message.success(t("exports.list.cancelled")) });
    return (
      <Button size="small" loading={cancel.isPending} aria-label={t("exports.list.cancel")} onClick={stop}>
        {t("exports.list.cancel")}
      </Button>
    );
  }
  if (item.status === "Failed") {
    const goOn = (): void =>
      resume.mutate(item.id, { onSuccess: () => void message.success(t("exports.list.resumed")) });
    return (
      <Button size="small" loading={resume.isPending} aria-label={t("exports.list.resume")} onClick={goOn}>
        {t("exports.list.resume")}
      </Button>
    );
  }
  if (item.is_expired) return <span>{t("exports.list.expired")}</span>;
  if (item.result_url === null) return null;
  return item.target.kind === "lark" ? (
    <Button size="small" href={item.result_url} target="_blank" rel="noreferrer">
      {t("exports.list.openLark")}
    </Button>
  ) : (
    <Button size="small" href={downloadAddress(item.id)} download>
      {t("exports.list.download")}
    </Button>
  );
};
