import { type GetRef, Input, Modal } from "antd";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./review.module.css";

interface RejectDialogProps {
  /** It was rejected before. */
  willEscalate: boolean;
  onReject: (note: string) => void;
  onClose: () => void;
}

const NOTE_MAX = 300;

/** Asks what is wrong. Enter rejects, Shift Enter starts a line. */
export const RejectDialog = ({ willEscalate, onReject, onClose }: RejectDialogProps) => {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<GetRef<typeof Input.TextArea>>(null);
  const [note, setNote] = useState("");
  const isEmpty = note.trim() === "";
  return (
    <Modal
      open
      title={t("labelling.review.rejectTitle")}
      okText={t("labelling.review.rejectAction")}
      okButtonProps={{ danger: true, disabled: isEmpty }}
      cancelText={t("ui.cancel")}
      closable={{ "aria-label": t("ui.close") }}
      width={440}
      onOk={() => onReject(note.trim())}
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) input.current?.focus();
      }}
    >
      <div className={styles.dialog}>
        <p>{t(willEscalate ? "labelling.review.escalateEffect" : "labelling.review.rejectEffect")}</p>
        <label htmlFor={id}>{t("labelling.review.comment")}</label>
        <Input.TextArea
          id={id}
          ref={input}
          value={note}
          maxLength={NOTE_MAX}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => setNote(target.value)}
          onPressEnter={(event) => {
            if (event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!isEmpty) onReject(note.trim());
          }}
        />
      </div>
    </Modal>
  );
};
