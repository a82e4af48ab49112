import type { ConfigItem } from "@dailies/contract";
import { Button, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { DiffView } from "../publishing/diff-view.tsx";
import type { ConfigDraft } from "./config-draft.ts";
import styles from "./config-editor.module.css";

interface ConflictDialogProps {
  draft: ConfigDraft;
  /** Open if set; null if the key was deleted permanently. */
  theirs: ConfigItem | null | undefined;
  isSaving: boolean;
  onTakeTheirs: (theirs: ConfigItem | null) => void;
  onSaveMine: (theirs: ConfigItem) => void;
  onGoOn: () => void;
}

const WIDTH_PX = 680;

/** Conflict resolution: take theirs, keep mine, or continue editing. Neither is lost before the user chooses. */
export const ConflictDialog = ({ draft, theirs, isSaving, onTakeTheirs, onSaveMine, onGoOn }: ConflictDialogProps) => {
  const { t } = useTranslation();
  const canSave = theirs !== null && theirs !== undefined && theirs.status !== "archived";
  return (
    <Modal
      open={theirs !== undefined}
      title={t("settings.conflict.title", { key: draft.base.key })}
      width={WIDTH_PX}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={isSaving ? undefined : onGoOn}
      destroyOnHidden
      footer={[
        <Button key="look" disabled={isSaving} onClick={onGoOn}>
          {t("settings.conflict.look")}
        </Button>,
        <Button key="theirs" disabled={isSaving} onClick={() => theirs !== undefined && onTakeTheirs(theirs)}>
          {t("settings.conflict.theirs")}
        </Button>,
        canSave ? (
          <Button key="mine" type="primary" loading={isSaving} onClick={() => onSaveMine(theirs)}>
            {t("settings.conflict.mine")}
          </Button>
        ) : null,
      ]}
    >
      {theirs === undefined ? null : <ConflictBody draft={draft} theirs={theirs} />}
    </Modal>
  );
};

const ConflictBody = ({ draft, theirs }: { draft: ConfigDraft; theirs: ConfigItem | null }) => {
  const { t } = useTranslation();
  if (theirs === null) return <p className={styles.note}>{t("settings.conflict.removed")}</p>;
  const { version, updated_by: name, sensitive, status } = theirs;
  if (status === "archived") return <p className={styles.note}>{t("settings.conflict.archived", { name })}</p>;
  return (
    <div className={styles.dialog}>
      <p className={styles.note}>{t("settings.conflict.who", { name, version, mine: draft.base.version })}</p>
      {sensitive ? (
        <p className={styles.note}>{t("settings.changes.sensitive")}</p>
      ) : (
        <DiffView
          before={theirs.value ?? undefined}
          after={draft.value}
          beforeName={t("settings.conflict.from", { version })}
          afterName={t("settings.conflict.to")}
        />
      )}
    </div>
  );
};
