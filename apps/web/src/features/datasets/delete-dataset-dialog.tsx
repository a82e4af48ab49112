import type { DatasetSummary } from "@dailies/contract";
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { isUnderWay } from "./dataset.rules.ts";
import styles from "./datasets.module.css";
import { useDeleteDataset } from "./datasets.queries.ts";

interface DeleteDatasetDialogProps {
  dataset: DatasetSummary;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

/** Deletes the index, the views and the tags; the source files are not touched. */
export const DeleteDatasetDialog = ({ dataset, onClose, onDeleted }: DeleteDatasetDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteDataset();
  const [isOpen, setIsOpen] = useState(true);
  const { id, name, uri } = dataset;
  const close = (): void => {
    setIsOpen(false);
    onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={t("datasets.delete.title", { name })}
      effect={
        <>
          <p className={styles.paragraph}>{t("datasets.delete.effect", { uri })}</p>
          {isUnderWay(dataset) ? <p className={styles.warning}>{t("datasets.delete.running")}</p> : null}
        </>
      }
      action={t("datasets.delete.action")}
      typedName={name}
      onConfirm={async () => {
        await mutateAsync(id);
        void message.success(t("datasets.delete.done", { name }));
        onDeleted?.();
      }}
      onClose={close}
    />
  );
};
