import { Modal } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

interface FormDialogProps {
  title: string;
  widthPx?: number;
  onClose: () => void;
  /** Given the way to close, which lets the dialog fade before it is gone. */
  children: (close: () => void) => ReactNode;
}

/** A dialog around a form that brings its own buttons; what was typed is not lost by a click beside it. */
export const FormDialog = ({ title, widthPx = 560, onClose, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const close = (): void => setIsOpen(false);
  return (
    <Modal
      open={isOpen}
      title={title}
      width={widthPx}
      footer={null}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={close}
      afterClose={onClose}
      destroyOnHidden
    >
      {children(close)}
    </Modal>
  );
};
