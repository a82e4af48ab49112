import { LABEL_SKIP_REASONS, type LabelTaskDetail } from "@dailies/contract";
import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { SkipDialog } from "../../../shared/leased-work/components/skip-dialog.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { Time } from "../../../ui/time.tsx";
import { MarkdownText } from "../guidelines/markdown-text.tsx";
import type { Labelling } from "./use-labelling.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";
import styles from "./workspace.module.css";

interface WorkspaceDialogsProps {
  task: LabelTaskDetail;
  labelling: Labelling;
  view: WorkspaceView;
}

export const WorkspaceDialogs = ({ task, labelling, view }: WorkspaceDialogsProps) => {
  const { t } = useTranslation();
  const { dialog, closeDialog } = view;
  return (
    <>
      {dialog?.kind === "skip" ? (
        <SkipDialog
          reasons={LABEL_SKIP_REASONS.map((value) => ({ value, label: t(`labelling.skip.reasons.${value}`) }))}
          start={dialog.start}
          effect={t("labelling.skip.effect")}
          onSkip={labelling.skip}
          onClose={closeDialog}
        />
      ) : null}
      <Confirm
        isOpen={dialog?.kind === "leave"}
        title={t("labelling.leave.title")}
        effect={t("labelling.leave.effect")}
        action={t("labelling.leave.action")}
        onConfirm={async () => view.leave()}
        onClose={closeDialog}
      />
      <GuidelinesDrawer task={task} isOpen={view.areGuidelinesOpen} onClose={view.closeGuidelines} />
    </>
  );
};

interface GuidelinesDrawerProps {
  task: LabelTaskDetail;
  isOpen: boolean;
  onClose: () => void;
}

export const GuidelinesDrawer = ({ task: { guidelines }, isOpen, onClose }: GuidelinesDrawerProps) => {
  const { t } = useTranslation();
  return (
    <Drawer
      open={isOpen}
      size={520}
      title={t("labelling.guidelines.title")}
      closable={{ "aria-label": t("ui.close"), placement: "end" }}
      onClose={onClose}
      destroyOnHidden
    >
      {guidelines.text.trim() === "" ? (
        <p className={styles.quiet}>{t("labelling.guidelines.none")}</p>
      ) : (
        <MarkdownText text={guidelines.text} />
      )}
      <p className={styles.quiet}>
        {t("labelling.guidelines.version", { version: guidelines.version, by: guidelines.created_by })}{" "}
        <Time at={guidelines.created_at} />
      </p>
    </Drawer>
  );
};
