import type { ConfigItem } from "@dailies/contract";
import { Alert, App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { CommentBox } from "../editor/comment-box.tsx";
import styles from "../editor/config-editor.module.css";
import { usePublishConfig } from "../settings.queries.ts";
import { PublishedDiff } from "./published-diff.tsx";

interface PublishDialogProps {
  item: ConfigItem;
  isOpen: boolean;
  onClose: () => void;
}

const WIDTH_PX = 640;

/** Shows the diff before publishing. A version that arrives meanwhile is shown before it can be published. */
export const PublishDialog = ({ item, isOpen, onClose }: PublishDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = usePublishConfig();
  const [comment, setComment] = useState("");
  const first = useVersionAtOpening(item.value_version, isOpen);
  const { key, value_version: version } = item;
  return (
    <Confirm
      isOpen={isOpen}
      widthPx={WIDTH_PX}
      title={t("settings.publish.title", { key, version })}
      action={t(item.guarded ? "settings.publish.ask" : "settings.publish.action", { version })}
      onClose={() => {
        setComment("");
        onClose();
      }}
      onConfirm={async () => {
        await mutateAsync({ key, expected_version: item.version, comment });
        void message.success(t(item.guarded ? "settings.publish.asked" : "settings.publish.done", { key, version }));
      }}
      effect={
        <div className={styles.dialog}>
          <p>{t(item.guarded ? "settings.publish.guarded" : "settings.publish.effect")}</p>
          {version === first ? null : (
            <Alert type="warning" showIcon title={t("settings.publish.moved", { version, name: item.updated_by })} />
          )}
          <PublishedDiff
            item={item}
            value={item.value ?? undefined}
            valueName={t("settings.changes.to", { version })}
          />
          <CommentBox value={comment} onChange={setComment} />
        </div>
      }
    />
  );
};

const useVersionAtOpening = (version: number, isOpen: boolean): number => {
  const [first, setFirst] = useState(version);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    setFirst(version);
  }
  return isOpen && wasOpen ? first : version;
};
