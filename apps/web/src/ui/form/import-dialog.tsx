import { Button, Modal } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FileButton } from "../file-button.tsx";
import "./import-dialog.css";

interface ImportDialogProps {
  isOpen: boolean;
  title: string;
  widthPx: number;
  /** Labels of the file button, before and after a file was chosen. */
  choose: { first: string; other: string };
  /** The name of the last chosen file. */
  fileName: string | undefined;
  onChoose: (name: string, text: string) => void;
  /** Shown above the file button. */
  hint: ReactNode;
  /** The import button. */
  action: ReactNode;
  /** The dialog cannot be closed while importing. */
  isBusy: boolean;
  /** Imported: no other file can be chosen, and the close button has its own label. */
  done?: { close: string } | undefined;
  className: string | undefined;
  onClose: () => void;
  afterClose: () => void;
  children: ReactNode;
}

/** Imports a JSON file in two steps: a preview, then the import. */
export const ImportDialog = (props: ImportDialogProps) => {
  const { isOpen, title, widthPx, choose, fileName, onChoose, hint, action, isBusy, done } = props;
  const { t } = useTranslation();
  return (
    <Modal
      open={isOpen}
      title={title}
      width={widthPx}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={isBusy ? undefined : props.onClose}
      afterClose={props.afterClose}
      destroyOnHidden
      footer={
        <>
          <Button disabled={isBusy} onClick={props.onClose}>
            {done?.close ?? t("ui.cancel")}
          </Button>
          {action}
        </>
      }
    >
      <div className={props.className}>
        {hint}
        {done ? null : (
          <div className="ds-import-choice">
            <FileButton
              name={choose.first}
              words={fileName === undefined ? choose.first : choose.other}
              accept="application/json,.json"
              onRead={onChoose}
            />
            {fileName === undefined ? null : <span className="ds-mono">{fileName}</span>}
          </div>
        )}
        {props.children}
      </div>
    </Modal>
  );
};
