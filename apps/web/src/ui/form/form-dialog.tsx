import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

interface FormDialogProps {
  title: string;
  widthPx?: number;
  onClose: () => void;
  /** A function receives a callback that closes the dialog with its animation. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog around a form with its own buttons; a click outside does not close it, so input is not lost. */
export const FormDialog = ({ title, widthPx = 560, onClose, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const body = useRef<HTMLDivElement>(null);
  const close = (): void => setIsOpen(false);
  // Over another dialog, which keeps the focus until this one is open, autofocus does not work.
  const enterForm = (isShown: boolean): void => {
    if (!isShown || body.current?.contains(document.activeElement)) return;
    body.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      width={widthPx}
      footer={null}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={close}
      afterOpenChange={enterForm}
      afterClose={onClose}
      destroyOnHidden
    >
      <div ref={body}>{typeof children === "function" ? children(close) : children}</div>
    </Modal>
  );
};
