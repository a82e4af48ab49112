import { Input, Modal, Radio } from "antd";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./leased-work.module.css";

interface SkipDialogProps<Reason extends string> {
  /** In the order of their number keys. */
  reasons: readonly { readonly value: Reason; readonly label: string }[];
  start: Reason;
  /** What happens to the item. */
  effect: string;
  onSkip: (skip: { reason: Reason; note: string }) => Promise<unknown>;
  onClose: () => void;
}

const NOTE_MAX = 300;

const useSkipForm = <Reason extends string>({ start, onSkip, onClose }: SkipDialogProps<Reason>) => {
  const [reason, setReason] = useState(start);
  const [note, setNote] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const skip = (): void => {
    setIsBusy(true);
    setError(undefined);
    onSkip({ reason, note })
      .then(onClose, (failure: unknown) => setError(failure ?? new Error()))
      .finally(() => setIsBusy(false));
  };
  return { reason, setReason, note, setNote, isBusy, error, skip };
};

/** Skips the item and leaves it to others. The number keys choose the reason, Enter skips. */
export const SkipDialog = <Reason extends string>(props: SkipDialogProps<Reason>) => {
  const { t } = useTranslation();
  const noteId = useId();
  const body = useRef<HTMLDivElement>(null);
  const { reason, setReason, note, setNote, isBusy, error, skip } = useSkipForm(props);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isNote = event.target instanceof HTMLInputElement && event.target.type === "text";
    const chosen = isNote ? undefined : props.reasons[Number(event.key) - 1];
    if (chosen) setReason(chosen.value);
    else if (event.key === "Enter" && !isBusy && !event.nativeEvent.isComposing) skip();
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      title={t("leasedWork.skip.title")}
      okText={t("leasedWork.skip.action")}
      okButtonProps={{ "aria-label": t("leasedWork.skip.action") }}
      cancelText={t("ui.cancel")}
      closable={{ "aria-label": t("ui.close") }}
      confirmLoading={isBusy}
      width={440}
      onOk={skip}
      onCancel={props.onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector<HTMLElement>("input:checked")?.focus();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the fields inside it. */}
      <div ref={body} className={styles.dialog} onKeyDown={onKeyDown}>
        <p className={styles.lead}>{props.effect}</p>
        <Radio.Group
          aria-label={t("leasedWork.skip.reason")}
          className={styles.reasons}
          value={reason}
          options={props.reasons.map(({ value, label }, place) => ({ value, label: `${place + 1} · ${label}` }))}
          onChange={(event) => setReason(event.target.value as Reason)}
        />
        <div className={styles.labelled}>
          <label htmlFor={noteId}>{t("leasedWork.skip.note")}</label>
          <Input id={noteId} value={note} maxLength={NOTE_MAX} onChange={(event) => setNote(event.target.value)} />
        </div>
        {error === undefined ? null : <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      </div>
    </Modal>
  );
};
