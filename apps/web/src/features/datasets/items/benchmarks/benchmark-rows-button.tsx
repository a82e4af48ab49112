import { TableOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../../lib/session.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { BenchmarkRowsDialog } from "./benchmark-rows-dialog.tsx";

/** Takes the filtered items to a benchmark. Only for those who may use benchmarks. */
export const BenchmarkRowsButton = () => {
  const { t } = useTranslation();
  const can = useCan();
  const { dataset, version, filter, urlState } = useBrowser();
  const [isOpen, setIsOpen] = useState(false);
  if (!can({ permission: "USE_VERSION_1_0", isInternalOnly: true })) return null;
  const { q, seed } = urlState.values;
  return (
    <>
      <Button
        icon={<TableOutlined aria-hidden="true" />}
        disabled={filter.fault !== undefined}
        title={t("datasetItems.benchmark.title")}
        onClick={() => setIsOpen(true)}
      >
        {t("datasetItems.benchmark.button")}
      </Button>
      {isOpen ? (
        <BenchmarkRowsDialog
          items={{ datasetId: dataset.id, version, where: filter.where, q, seed }}
          datasetName={dataset.name}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
};
