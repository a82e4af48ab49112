import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { UndoStrip } from "../../../shared/leased-work/components/undo-strip.tsx";
import { OwnKeyCap } from "../keys/own-key-cap.tsx";
import { cannotPlay } from "./label-player.tsx";
import type { Labelling } from "./use-labelling.ts";
import { submitOrShow } from "./use-workspace-shortcuts.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";
import styles from "./workspace.module.css";

interface ActionBarProps {
  labelling: Labelling;
  view: WorkspaceView;
}

/** Skip and submit; always visible under the form. */
export const ActionBar = ({ labelling, view }: ActionBarProps) => {
  const { t } = useTranslation();
  return (
    <footer className={styles.actions}>
      {cannotPlay(view) ? (
        <div role="alert" className={styles.cannotPlay}>
          {t("labelling.work.cannotPlay")}
          <Button size="small" onClick={() => view.openSkip("broken_media")}>
            {t("labelling.work.report")}
          </Button>
        </div>
      ) : null}
      <UndoStrip undo={labelling.undo} given={t("labelling.undo.given")} action={t("labelling.undo.action")} />
      <div className={styles.buttons}>
        <Button onClick={() => view.openSkip()}>
          {t("leasedWork.skip.button")} <OwnKeyCap act="skip" />
        </Button>
        <Button type="primary" className={styles.submit} onClick={() => submitOrShow(labelling, view)}>
          {t("labelling.work.submit")} <KeyCap isOnAccent>↵</KeyCap>
        </Button>
      </div>
    </footer>
  );
};
