import type { AssetFolder } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useDeleteFolder, useEnsureFolder, useUpdateFolder } from "../assets.queries.ts";
import { NameDialog } from "../name-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export type FolderAct =
  | { kind: "create"; parentId: string | undefined }
  | { kind: "rename" | "move" | "delete"; folder: AssetFolder };

interface FolderDialogsProps {
  act: FolderAct;
  onClose: () => void;
  onMade: (folder: AssetFolder) => void;
  onGone: (id: string) => void;
}

export const FolderDialogs = ({ act, onClose, onMade, onGone }: FolderDialogsProps) => {
  const { t } = useTranslation();
  const ensure = useEnsureFolder();
  const update = useUpdateFolder();
  const remove = useDeleteFolder();
  if (act.kind === "create") {
    return (
      <NameDialog
        title={t("assets.folders.create")}
        action={t("assets.folders.create")}
        onSave={async (name) => onMade(await ensure.mutateAsync({ parent_id: act.parentId ?? null, path: [name] }))}
        onClose={onClose}
      />
    );
  }
  const { folder } = act;
  if (act.kind === "rename") {
    return (
      <NameDialog
        title={t("assets.folders.rename", { name: folder.name })}
        action={t("assets.rename.action")}
        initial={folder.name}
        onSave={(name) => update.mutateAsync({ id: folder.id, name })}
        onClose={onClose}
      />
    );
  }
  if (act.kind === "move") {
    return (
      <MoveDialog
        title={t("assets.folders.move", { name: folder.name })}
        withoutId={folder.id}
        onMove={(parentId) => update.mutateAsync({ id: folder.id, parent_id: parentId })}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("assets.folders.delete", { name: folder.name })}
      effect={t("assets.folders.deleteEffect")}
      action={t("assets.folders.menu.delete")}
      onConfirm={async () => {
        await remove.mutateAsync(folder.id);
        onGone(folder.id);
      }}
      onClose={onClose}
    />
  );
};
