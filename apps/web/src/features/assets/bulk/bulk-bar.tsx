import { CloseOutlined, DeleteOutlined, FolderOutlined, TagOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "../assets.module.css";
import { useUpdateAssets } from "../assets.queries.ts";
import { MoveDialog } from "../folders/move-dialog.tsx";
import { MAX_SELECTED, type Selection } from "../library/selection.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";

/** Bulk actions for the selected assets. */
export const BulkBar = ({ selection }: { selection: Selection }) => {
  const { t, i18n } = useTranslation();
  const [act, setAct] = useState<"move" | "tag" | "delete">();
  const update = useUpdateAssets();
  const items = [...selection.items.values()];
  const count = { count: items.length, shown: formatCount(items.length, i18n.language) };
  const close = (): void => setAct(undefined);
  return (
    <>
      <span className={styles.selected} role="status">
        {t("assets.bulk.selected", count)}
        {items.length >= MAX_SELECTED ? ` ${t("assets.bulk.most")}` : ""}
      </span>
      <Button icon={<FolderOutlined aria-hidden="true" />} onClick={() => setAct("move")}>
        {t("assets.move.open")}
      </Button>
      <Button icon={<TagOutlined aria-hidden="true" />} onClick={() => setAct("tag")}>
        {t("assets.bulk.tag")}
      </Button>
      <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={() => setAct("delete")}>
        {t("assets.delete.open")}
      </Button>
      <Button type="text" icon={<CloseOutlined aria-hidden="true" />} onClick={selection.clear}>
        {t("assets.bulk.clear")}
      </Button>
      {act === "move" ? (
        <MoveDialog
          title={t("assets.move.title", count)}
          onMove={async (folderId) => {
            await update.mutateAsync({ ids: items.map(({ id }) => id), folder_id: folderId });
            selection.clear();
          }}
          onClose={close}
        />
      ) : null}
      {act === "tag" ? <TagDialog items={items} onClose={close} /> : null}
      {act === "delete" ? <DeleteDialog items={items} onClose={close} onDeleted={selection.clear} /> : null}
    </>
  );
};
