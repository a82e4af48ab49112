import type { DatasetExport } from "@dailies/contract";
import { datasetCatalogueRoutes } from "@dailies/contract/datasets/catalogue-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useTranslation } from "react-i18next";
import { ExportFile } from "../../../../shared/export-file/export-file.tsx";
import { formatCount } from "../../../../ui/format.ts";
import { useCancelExport } from "../items-acts.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";

export const ExportRow = ({ file }: { file: DatasetExport }) => {
  const { t, i18n } = useTranslation();
  const { dataset } = useBrowser();
  const { mutate, isPending } = useCancelExport(dataset.id);
  const format = t(`datasetItems.exports.${file.format}`);
  if (file.is_expired) return <p>{t("datasetItems.exports.expired", { format })}</p>;
  return (
    <ExportFile
      file={file}
      name={t("datasetItems.exports.file", { format })}
      href={addressOf(datasetCatalogueRoutes.downloadItemExport, { params: { id: file.id } })}
      download={t("datasetItems.exports.download", { format })}
      rows={t("datasetItems.exports.rows", {
        count: file.rows_done,
        shown: formatCount(file.rows_done, i18n.language),
      })}
      onCancel={() => mutate(file.id)}
      isCancelling={isPending}
    />
  );
};
