import type { ConfigItem } from "@dailies/contract";
import { Alert, Button, Tabs } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { ConfigActions } from "../config-actions.tsx";
import { ConfigSummary } from "../config-summary.tsx";
import { HistoryTab } from "../publishing/history-tab.tsx";
import { type ConfigTab, useConfigParams } from "../use-config-params.ts";
import { ChangesTab } from "./changes-tab.tsx";
import styles from "./config-editor.module.css";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditsGuard } from "./edits-guard.tsx";
import { LimitsTab } from "./limits-tab.tsx";
import { useConfigDraft } from "./use-config-draft.ts";
import { useSaveConfig } from "./use-save-config.ts";
import { ValueTab } from "./value-tab.tsx";

interface ConfigEditorProps {
  item: ConfigItem;
  /** The key was deleted permanently. */
  onGone: () => void;
}

export const ConfigEditor = ({ item, onGone }: ConfigEditorProps) => {
  const { t } = useTranslation();
  const { tab, setTab } = useConfigParams();
  const { draft, change, restart, isEdited, newer } = useConfigDraft(item);
  const saving = useSaveConfig({ draft, onSaved: restart });
  const [isComparing, setIsComparing] = useState(false);
  const isLocked = item.status === "archived";
  const panels = {
    value: <ValueTab draft={draft} change={change} isLocked={isLocked} />,
    changes: <ChangesTab draft={draft} isEdited={isEdited} />,
    history: <HistoryTab item={item} isLocked={isLocked} />,
    limits: <LimitsTab draft={draft} change={change} isLocked={isLocked} />,
  };
  const theirs = saving.theirs ?? (isComparing ? newer : undefined);
  const closeConflict = (): void => {
    saving.dismiss();
    setIsComparing(false);
  };
  return (
    <div className={styles.editor}>
      <ConfigSummary item={item} />
      <ConfigActions
        item={item}
        draft={draft}
        isEdited={isEdited}
        isSaving={saving.isSaving}
        onSave={saving.save}
        onDiscard={() => restart(item)}
        onGone={onGone}
      />
      {isLocked ? <Alert type="info" showIcon title={t("settings.detail.archivedNote")} /> : null}
      {newer === undefined ? null : (
        <Alert
          type="warning"
          showIcon
          title={t("settings.conflict.strip", { name: newer.updated_by, version: newer.version })}
          action={
            <Button size="small" onClick={() => setIsComparing(true)}>
              {t("settings.conflict.compare")}
            </Button>
          }
        />
      )}
      {saving.error === undefined ? null : (
        <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={saving.error} />
      )}
      <Tabs
        activeKey={tab}
        onChange={(next) => setTab(next as ConfigTab)}
        items={(Object.keys(panels) as ConfigTab[]).map((key) => ({
          key,
          label: t(`settings.detail.tabs.${key}`),
          children: panels[key],
        }))}
      />
      <ConflictDialog
        draft={draft}
        theirs={theirs}
        isSaving={saving.isSaving}
        onTakeTheirs={(taken) => {
          if (taken) restart(taken);
          else onGone();
          closeConflict();
        }}
        onSaveMine={(taken) => saving.saveOver(taken)}
        onGoOn={closeConflict}
      />
      <EditsGuard configKey={item.key} isEdited={isEdited} />
    </div>
  );
};
