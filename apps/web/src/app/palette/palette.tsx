import { Modal } from "antd";
import { Command, useCommandState } from "cmdk";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useOpenScreens } from "../use-open-screens.ts";
import styles from "./palette.module.css";
import { usePaletteActions } from "./use-palette-actions.ts";

interface PaletteProps {
  onClose: () => void;
}

const Screens = ({ onClose }: PaletteProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Command.Group heading={t("frame.palette.screens")} className={styles.group}>
      {useOpenScreens().map((screen) => (
        <Command.Item
          key={screen.path}
          value={screen.path}
          keywords={[t(`screens.${screen.title}.title`), t(`screens.${screen.title}.menu`)]}
          className={styles.item}
          onSelect={() => {
            onClose();
            void navigate(screen.path);
          }}
        >
          <span>{t(`screens.${screen.title}.title`)}</span>
          {!screen.isBuilt && <span className={styles.note}>{t("frame.palette.notBuilt")}</span>}
          <code className={styles.path}>{screen.path}</code>
        </Command.Item>
      ))}
    </Command.Group>
  );
};

const Actions = ({ onClose }: PaletteProps) => {
  const { t } = useTranslation();
  return (
    <Command.Group heading={t("frame.palette.actions")} className={styles.group}>
      {usePaletteActions().map((action) => (
        <Command.Item
          key={action.name}
          value={action.name}
          className={styles.item}
          onSelect={() => {
            onClose();
            action.run();
          }}
        >
          <span className={styles.actionName}>{action.name}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
};

/** Rendered as an option, because a listbox without options is invalid for screen readers. */
const Nothing = () => {
  const { t } = useTranslation();
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0);
  if (!isEmpty) return null;
  return (
    <Command.Item forceMount disabled className={styles.empty}>
      {t("frame.palette.nothing")}
    </Command.Item>
  );
};

/** Command palette: searches every screen the user may open and every action of the frame. */
export const Palette = ({ onClose }: PaletteProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={<span className="ds-visually-hidden">{t("frame.palette.title")}</span>}
      footer={null}
      closable={false}
      width={600}
      onCancel={onClose}
      styles={{ container: { padding: 0, overflow: "hidden" }, header: { margin: 0 } }}
    >
      <Command label={t("frame.palette.title")} loop>
        <Command.Input autoFocus placeholder={t("frame.palette.placeholder")} className={styles.input} />
        <Command.List className={styles.list}>
          <Nothing />
          <Screens onClose={onClose} />
          <Actions onClose={onClose} />
        </Command.List>
      </Command>
    </Modal>
  );
};
