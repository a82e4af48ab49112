import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

interface FormDialogProps {
  title: string;
  widthPx?: number;
  onClose: () => void;
  /** As a function it is given a way to close that lets the dialog fade before it is gone. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog around a form that brings its own buttons; what was typed is not lost by a click beside it. */
export const FormDialog = ({ title, widthPx = 560, onClose, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const body = useRef<HTMLDivElement>(null);
  const close = (): void => setIsOpen(false);
  // Over another dialog, which keeps the focus until this one is there, a field cannot take it by itself.
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
