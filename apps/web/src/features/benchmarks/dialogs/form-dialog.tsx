import { Modal } from "antd";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";

interface FormDialogProps {
  title: string;
  widthPx?: number;
  footer: ReactNode;
  isBusy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Text fields get the initial focus before radio buttons and checkboxes. */
const FIRST_FIELD = "textarea, input:not([type=radio], [type=checkbox], [type=file])";

/** Mounted only while open; a click outside does not close it, so input is not lost. */
export const FormDialog = ({ title, widthPx = 600, footer, isBusy, onClose, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
      }}
      title={title}
      width={widthPx}
      footer={footer}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close"), disabled: isBusy }}
      keyboard={!isBusy}
      onCancel={onClose}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
};
