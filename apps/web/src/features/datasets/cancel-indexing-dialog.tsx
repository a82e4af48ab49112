import type { DatasetSummary } from "@dailies/contract";
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { useCancelIndexing } from "./datasets.queries.ts";

interface CancelIndexingDialogProps {
  dataset: DatasetSummary;
  onClose: () => void;
}

export const CancelIndexingDialog = ({ dataset, onClose }: CancelIndexingDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useCancelIndexing(dataset.id);
  const [isOpen, setIsOpen] = useState(true);
  const { name, version } = dataset;
  return (
    <Confirm
      isOpen={isOpen}
      title={t("datasets.cancel.title", { name })}
      effect={version === null ? t("datasets.cancel.effectFirst") : t("datasets.cancel.effect", { version })}
      action={t("datasets.cancel.action")}
      onConfirm={async () => {
        await mutateAsync();
        void message.success(t("datasets.cancel.done", { name }));
      }}
      onClose={() => {
        setIsOpen(false);
        onClose();
      }}
    />
  );
};
