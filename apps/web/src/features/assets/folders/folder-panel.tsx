import { AppstoreOutlined, FolderAddOutlined, InboxOutlined, MoreOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Dropdown } from "antd";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useUpdateAssets, useUpdateFolder } from "../assets.queries.ts";
import { dragKind, droppedAssets, droppedFolder } from "../library/drag.ts";
import { filesOfDrop } from "../uploads/dropped-files.ts";
import { useStartUploads } from "../uploads/use-start-uploads.ts";
import { type FolderAct, FolderDialogs } from "./folder-dialogs.tsx";
import { FolderRows } from "./folder-rows.tsx";
import styles from "./folders.module.css";
import { type FolderRow, useFolderTree } from "./use-folder-tree.ts";

interface FolderPanelProps {
  chosen: string | undefined;
  onChoose: (folder: string | undefined) => void;
}

const folderIdOf = (key: string | undefined): string | undefined => (key === "root" ? undefined : key);

/** Moves assets and folders dropped on a folder into it, and uploads files dropped from outside. */
const useDropOnFolder = () => {
  const updateAssets = useUpdateAssets();
  const updateFolder = useUpdateFolder();
  const startUploads = useStartUploads();
  return (key: string | undefined, event: DragEvent): void => {
    const kind = dragKind(event);
    const folderId = folderIdOf(key) ?? null;
    if (kind === "files") void filesOfDrop(event.dataTransfer).then((files) => startUploads(files, folderIdOf(key)));
    if (kind === "assets") updateAssets.mutate({ ids: droppedAssets(event), folder_id: folderId });
    const id = droppedFolder(event);
    if (kind === "folder" && id !== folderId) updateFolder.mutate({ id, parent_id: folderId });
  };
};

export const FolderPanel = ({ chosen, onChoose }: FolderPanelProps) => {
  const { t } = useTranslation();
  const tree = useFolderTree("assets-open-folders");
  const [act, setAct] = useState<FolderAct>();
  const onDropOn = useDropOnFolder();
  const cache = useQueryClient();
  const special = [
    { key: undefined, name: t("assets.folders.all"), icon: <AppstoreOutlined aria-hidden="true" /> },
    { key: "root", name: t("assets.folders.loose"), icon: <InboxOutlined aria-hidden="true" /> },
  ];
  const close = (): void => setAct(undefined);
  return (
    <aside className={styles.panel} aria-label={t("assets.folders.title")}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("assets.folders.title")}</h2>
        <IconButton
          size="small"
          name={t("assets.folders.create")}
          icon={<FolderAddOutlined aria-hidden="true" />}
          onClick={() => setAct({ kind: "create", parentId: folderIdOf(chosen) })}
        />
      </div>
      {tree.error ? <ErrorPanel isCompact error={tree.error} onRetry={tree.retry} /> : null}
      {tree.isLoading ? <Skeleton rows={5} /> : null}
      <FolderRows
        label={t("assets.folders.title")}
        tree={tree}
        special={special}
        chosen={chosen}
        onChoose={onChoose}
        onDropOn={onDropOn}
        renderActions={(row) => <FolderMenu row={row} onAct={setAct} />}
      />
      {act ? (
        <FolderDialogs
          act={act}
          onClose={close}
          onMade={(folder) => {
            if (folder.parent_id) tree.setOpen(folder.parent_id, true);
            onChoose(folder.id);
          }}
          onGone={(id) => {
            cache.removeQueries({ queryKey: ["assets", "folders", id] });
            if (chosen === id) onChoose(undefined);
          }}
        />
      ) : null}
    </aside>
  );
};

const ACTS = ["create", "rename", "move", "delete"] as const;

const FolderMenu = ({ row, onAct }: { row: FolderRow; onAct: (act: FolderAct) => void }) => {
  const { t } = useTranslation();
  const { folder } = row;
  const items = ACTS.map((kind) => ({
    key: kind,
    danger: kind === "delete",
    label: t(`assets.folders.menu.${kind}`),
    onClick: () => onAct(kind === "create" ? { kind, parentId: folder.id } : { kind, folder }),
  }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops menu events from reaching the row around it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <span className={styles.menu} onClick={(event) => event.stopPropagation()}>
      <Dropdown autoFocus trigger={["click"]} menu={{ items, onClick: ({ domEvent }) => domEvent.stopPropagation() }}>
        <button type="button" className={styles.more} aria-label={t("assets.folders.actions", { name: folder.name })}>
          <MoreOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    </span>
  );
};
