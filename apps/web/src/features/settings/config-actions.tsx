import type { ConfigItem } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { type ConfigDraft, faultOf } from "./editor/config-draft.ts";
import styles from "./editor/config-editor.module.css";
import { PublishDialog } from "./publishing/publish-dialog.tsx";
import { useDeleteConfig, useRestoreConfig } from "./settings.queries.ts";

interface ConfigActionsProps {
  item: ConfigItem;
  draft: ConfigDraft;
  isEdited: boolean;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onGone: () => void;
}

export const ConfigActions = (props: ConfigActionsProps) =>
  props.item.status === "archived" ? <ArchivedActions {...props} /> : <LivingActions {...props} />;

const LivingActions = ({ item, draft, isEdited, isSaving, onSave, onDiscard }: ConfigActionsProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"publish" | "archive">();
  const close = (): void => setOpen(undefined);
  const isMine = useCan()({ permission: "MAGI_ADMIN" }) || !item.guarded;
  const fault = isEdited ? faultOf(draft) : undefined;
  const canPublish = item.status === "draft" && !isEdited && isMine && item.waiting === null;
  return (
    <div className={styles.actions}>
      <Button
        type={isEdited ? "primary" : "default"}
        disabled={!isEdited || !isMine || fault !== undefined}
        loading={isSaving}
        // With reduced motion antd leaves its hidden spinner behind, which adds "loading" to the accessible name.
        aria-label={t("settings.detail.save")}
        onClick={onSave}
      >
        {t("settings.detail.save")}
      </Button>
      {isEdited ? (
        <Button disabled={isSaving} onClick={onDiscard}>
          {t("settings.detail.discard")}
        </Button>
      ) : null}
      {item.status === "draft" ? (
        <Button type={canPublish ? "primary" : "default"} disabled={!canPublish} onClick={() => setOpen("publish")}>
          {t(item.guarded ? "settings.detail.requestPublish" : "settings.detail.publish", {
            version: item.value_version,
          })}
        </Button>
      ) : null}
      <span role="status" className={styles.fault}>
        {isMine ? "" : t("settings.detail.guardedNote")}
        {fault === undefined ? "" : t(`settings.detail.${fault}`)}
      </span>
      {item.guarded && item.published_version !== null ? null : (
        <Button type="text" disabled={isEdited} onClick={() => setOpen("archive")}>
          {t("settings.detail.archive")}
        </Button>
      )}
      <PublishDialog item={item} isOpen={open === "publish"} onClose={close} />
      <ArchiveConfirm item={item} isOpen={open === "archive"} onClose={close} />
    </div>
  );
};

interface ConfirmProps {
  item: ConfigItem;
  isOpen: boolean;
  onClose: () => void;
}

const ArchiveConfirm = ({ item: { key, version }, isOpen, onClose }: ConfirmProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteConfig();
  return (
    <Confirm
      isOpen={isOpen}
      title={t("settings.archive.title", { key })}
      effect={t("settings.archive.effect")}
      action={t("settings.archive.action")}
      onClose={onClose}
      onConfirm={async () => {
        await mutateAsync({ key, expected_version: version });
        void message.success(t("settings.archive.done", { key }));
      }}
    />
  );
};

const RemoveConfirm = ({ item: { key, version }, isOpen, onClose, onGone }: ConfirmProps & { onGone: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteConfig();
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={t("settings.remove.title", { key })}
      effect={t("settings.remove.effect")}
      action={t("settings.remove.action")}
      typedName={key}
      onClose={onClose}
      onConfirm={async () => {
        await mutateAsync({ key, expected_version: version });
        onGone();
        void message.success(t("settings.remove.done", { key }));
      }}
    />
  );
};

const ArchivedActions = ({ item, onGone }: ConfigActionsProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [isRemoving, setIsRemoving] = useState(false);
  const { mutate, isPending } = useRestoreConfig();
  const { key, version } = item;
  const restore = (): void =>
    mutate(
      { key, expected_version: version },
      { onSuccess: () => void message.success(t("settings.detail.restored", { key })) },
    );
  return (
    <div className={styles.actions}>
      <Button type="primary" loading={isPending} onClick={restore}>
        {t("settings.detail.restore")}
      </Button>
      <span className={styles.fault} />
      <Button danger type="text" onClick={() => setIsRemoving(true)}>
        {t("settings.detail.remove")}
      </Button>
      <RemoveConfirm item={item} isOpen={isRemoving} onClose={() => setIsRemoving(false)} onGone={onGone} />
    </div>
  );
};
