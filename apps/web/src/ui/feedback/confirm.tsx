import { Input, Modal } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import "./confirm.css";
import { ErrorPanel } from "./error-panel.tsx";

interface ConfirmProps {
  isOpen: boolean;
  /** The question with the object's name: "Delete task Night drive?" */
  title: string;
  /** What will happen, and what will stay. */
  effect: ReactNode;
  /** A verb with its object: "Delete the task". */
  action: string;
  isDangerous?: boolean;
  /** The name to type first, if the action cannot be undone. */
  typedName?: string;
  /** Wider if the effect contains more than text. */
  widthPx?: number;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Stays open with the error if the action fails; closes on success. */
export const Confirm = (props: ConfirmProps) => {
  const { isOpen, title, action, isDangerous, typedName, onClose } = props;
  const { t } = useTranslation();
  const { typed, setTyped, isBusy, error, run, reset } = useConfirmation(props);
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={action}
      okButtonProps={{
        danger: isDangerous,
        disabled: typedName !== undefined && typed !== typedName,
        // With reduced motion antd leaves its hidden spinner behind, which adds "loading" to the accessible name.
        "aria-label": action,
      }}
      confirmLoading={isBusy}
      onOk={run}
      cancelText={t("ui.cancel")}
      cancelButtonProps={{ disabled: isBusy }}
      onCancel={isBusy ? undefined : onClose}
      afterClose={reset}
      closable={{ "aria-label": t("ui.close") }}
      mask={{ closable: false }}
      width={props.widthPx ?? 480}
      destroyOnHidden
    >
      <div className="ds-confirm">
        <div>{props.effect}</div>
        {typedName === undefined ? null : <TypedName name={typedName} typed={typed} onChange={setTyped} />}
        {error === undefined ? null : <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      </div>
    </Modal>
  );
};

const useConfirmation = ({ onConfirm, onClose }: ConfirmProps) => {
  const [typed, setTyped] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const run = (): void => {
    setIsBusy(true);
    setError(undefined);
    onConfirm()
      .then(onClose, (reason: unknown) => setError(reason ?? new Error()))
      .finally(() => setIsBusy(false));
  };
  const reset = (): void => {
    setTyped("");
    setError(undefined);
  };
  return { typed, setTyped, isBusy, error, run, reset };
};

interface TypedNameProps {
  name: string;
  typed: string;
  onChange: (typed: string) => void;
}

const TypedName = ({ name, typed, onChange }: TypedNameProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="ds-confirm-name">
      <p className="ds-confirm-warning">{t("ui.confirm.irreversible")}</p>
      <label htmlFor={id}>{t("ui.confirm.typeName", { name })}</label>
      <Input
        id={id}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};
