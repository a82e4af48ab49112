import { Modal } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

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
