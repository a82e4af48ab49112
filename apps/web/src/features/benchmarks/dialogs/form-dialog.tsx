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

/** What one types into, before what one ticks. */
const FIRST_FIELD = "textarea, input:not([type=radio], [type=checkbox], [type=file])";

/** A dialog that is mounted while it is open; what was typed is not lost by a click beside it. */
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
