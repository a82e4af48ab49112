import { InboxOutlined } from "@ant-design/icons";
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FolderRows } from "./folder-rows.tsx";
import styles from "./folders.module.css";
import { useFolderTree } from "./use-folder-tree.ts";

interface MoveDialogProps {
  title: string;
  /** Excluded, because a folder cannot be moved into itself. */
  withoutId?: string;
  /** Null for the top level. */
  onMove: (folderId: string | null) => Promise<unknown>;
  onClose: () => void;
}

const TOP = "root";

export const MoveDialog = ({ title, withoutId, onMove, onClose }: MoveDialogProps) => {
  const { t } = useTranslation();
  const tree = useFolderTree();
  const [chosen, setChosen] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const rows = tree.rows.filter(({ folder }) => folder.id !== withoutId);
  const move = (): void => {
    setIsBusy(true);
    onMove(chosen === TOP ? null : (chosen ?? null))
      .then(onClose, (error: unknown) => setFailure(error ?? new Error()))
      .finally(() => setIsBusy(false));
  };
  return (
    <Modal
      open
      title={title}
      width={440}
      okText={t("assets.move.action")}
      cancelText={t("ui.cancel")}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: chosen === undefined }}
      onOk={move}
      onCancel={onClose}
      closable={{ "aria-label": t("ui.close") }}
    >
      {failure === undefined ? null : <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={failure} />}
      {tree.error ? <ErrorPanel isCompact error={tree.error} onRetry={tree.retry} /> : null}
      {tree.isLoading ? <Skeleton rows={4} /> : null}
      <div className={styles.picker}>
        <FolderRows
          label={t("assets.folders.title")}
          tree={{ ...tree, rows }}
          special={[{ key: TOP, name: t("assets.folders.top"), icon: <InboxOutlined aria-hidden="true" /> }]}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
    </Modal>
  );
};
