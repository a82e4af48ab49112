import { DeleteOutlined, DownloadOutlined, EditOutlined, FolderOutlined, LinkOutlined } from "@ant-design/icons";
import type { AssetDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadAddress } from "../asset-clip.tsx";
import { useUpdateAssets } from "../assets.queries.ts";
import { DeleteDialog } from "../bulk/delete-dialog.tsx";
import { MoveDialog } from "../folders/move-dialog.tsx";
import { NameDialog } from "../name-dialog.tsx";
import styles from "./detail.module.css";
import { LinkDialog } from "./link-dialog.tsx";

type Act = "rename" | "move" | "link" | "delete";

interface AssetActionsProps {
  asset: AssetDetail;
  onDeleted: () => void;
}

export const AssetActions = ({ asset, onDeleted }: AssetActionsProps) => {
  const { t } = useTranslation();
  const [act, setAct] = useState<Act>();
  const isReady = asset.status === "Ready";
  return (
    <div className={styles.actions}>
      <Button icon={<EditOutlined aria-hidden="true" />} onClick={() => setAct("rename")}>
        {t("assets.rename.action")}
      </Button>
      <Button icon={<FolderOutlined aria-hidden="true" />} onClick={() => setAct("move")}>
        {t("assets.move.open")}
      </Button>
      <Button icon={<LinkOutlined aria-hidden="true" />} disabled={!isReady} onClick={() => setAct("link")}>
        {t("assets.link.open")}
      </Button>
      <Button
        icon={<DownloadOutlined aria-hidden="true" />}
        disabled={!isReady}
        href={isReady ? downloadAddress(asset.id) : undefined}
        download={asset.name}
      >
        {t("assets.download")}
      </Button>
      <Button
        danger
        className={styles.delete}
        icon={<DeleteOutlined aria-hidden="true" />}
        onClick={() => setAct("delete")}
      >
        {t("assets.delete.open")}
      </Button>
      <ActDialog asset={asset} act={act} onClose={() => setAct(undefined)} onDeleted={onDeleted} />
    </div>
  );
};

interface ActDialogProps extends AssetActionsProps {
  act: Act | undefined;
  onClose: () => void;
}

const ActDialog = ({ asset, act, onClose, onDeleted }: ActDialogProps) => {
  const { t } = useTranslation();
  const update = useUpdateAssets();
  if (act === "rename") {
    return (
      <NameDialog
        title={t("assets.rename.title", { name: asset.name })}
        action={t("assets.rename.action")}
        initial={asset.name}
        onSave={(name) => update.mutateAsync({ ids: [asset.id], name })}
        onClose={onClose}
      />
    );
  }
  if (act === "move") {
    return (
      <MoveDialog
        title={t("assets.move.title", { count: 1, shown: "1" })}
        onMove={(folderId) => update.mutateAsync({ ids: [asset.id], folder_id: folderId })}
        onClose={onClose}
      />
    );
  }
  if (act === "link") return <LinkDialog id={asset.id} name={asset.name} onClose={onClose} />;
  if (act === "delete") return <DeleteDialog items={[asset]} onClose={onClose} onDeleted={onDeleted} />;
  return null;
};
