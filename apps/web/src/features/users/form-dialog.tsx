import { Button, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./users.module.css";

interface FormDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog around a form that brings its own buttons; what was typed is not lost by a click beside it. */
export const FormDialog = ({ title, onClose, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      title={title}
      width={600}
      footer={null}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={() => setIsOpen(false)}
      afterClose={onClose}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
};

interface FormButtonsProps {
  action: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
}

export const FormButtons = ({ action, isBusy, isDisabled, onCancel }: FormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.footer}>
      <Button disabled={isBusy} onClick={onCancel}>
        {t("ui.cancel")}
      </Button>
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={isDisabled}>
        {action}
      </Button>
    </div>
  );
};
