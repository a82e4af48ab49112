import type { ConfigItem, ConfigVersion } from "@dailies/contract";
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { CommentBox } from "../editor/comment-box.tsx";
import styles from "../editor/config-editor.module.css";
import { useRollBackConfig } from "../settings.queries.ts";
import { PublishedDiff } from "./published-diff.tsx";

interface RollBackDialogProps {
  item: ConfigItem;
  /** Open if set. */
  version: ConfigVersion | undefined;
  onClose: () => void;
}

const WIDTH_PX = 640;

export const RollBackDialog = ({ item, version: chosen, onClose }: RollBackDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useRollBackConfig();
  const [comment, setComment] = useState("");
  const { key } = item;
  const version = chosen?.version ?? 0;
  return (
    <Confirm
      isOpen={chosen !== undefined}
      widthPx={WIDTH_PX}
      title={t("settings.rollBack.title", { key, version })}
      action={t("settings.rollBack.action", { version })}
      onClose={() => {
        setComment("");
        onClose();
      }}
      onConfirm={async () => {
        await mutateAsync({ key, expected_version: item.version, version, comment });
        void message.success(t("settings.rollBack.done", { key, version }));
      }}
      effect={
        <div className={styles.dialog}>
          <p>{t("settings.rollBack.effect")}</p>
          <PublishedDiff
            item={item}
            value={chosen?.value ?? undefined}
            valueName={t("settings.rollBack.to", { version })}
          />
          <CommentBox value={comment} onChange={setComment} />
        </div>
      }
    />
  );
};
