import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
// For the row of buttons, which forms without a schema have too.
import "./zod-form.css";

interface FormDialogProps {
  title: string;
  widthPx?: number;
  /** The buttons, unless the form brings its own. */
  footer?: ReactNode;
  /** The dialog cannot be closed while it saves. */
  isBusy?: boolean;
  onClose: () => void;
  /** A function receives a callback that closes the dialog with its animation. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Text fields get the initial focus before radio buttons and checkboxes. */
const TEXT_FIELD = "textarea, input:not([type=radio], [type=checkbox], [type=file])";

const findFirstField = (body: HTMLElement): HTMLElement | null =>
  body.querySelector<HTMLElement>(TEXT_FIELD) ?? body.querySelector<HTMLElement>("input, select");

/** A dialog around a form; a click outside does not close it, so input is not lost. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, widthPx = 560, footer = null, isBusy = false, onClose, children } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const body = useRef<HTMLDivElement>(null);
  const close = (): void => setIsOpen(false);
  // Over another dialog, which keeps the focus until this one is open, autofocus does not work.
  const enterForm = (isShown: boolean): void => {
    if (!isShown || body.current?.contains(document.activeElement)) return;
    if (body.current) findFirstField(body.current)?.focus();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      width={widthPx}
      footer={footer}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close"), disabled: isBusy }}
      keyboard={!isBusy}
      onCancel={close}
      afterOpenChange={enterForm}
      afterClose={onClose}
      destroyOnHidden
    >
      <div ref={body}>{typeof children === "function" ? children(close) : children}</div>
    </Modal>
  );
};
