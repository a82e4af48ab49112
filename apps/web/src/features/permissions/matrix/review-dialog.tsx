import { MinusOutlined, PlusOutlined } from "@ant-design/icons";
import type { MatrixRow } from "@dailies/contract";
import { Button, Input, Modal } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { countChanges, type Moved, type Pending, withoutPerson } from "./changes.rules.ts";
import styles from "./review.module.css";
import { type SaveOptions, useSaveChanges } from "./use-save-changes.ts";

interface ReviewDialogProps<Row extends MatrixRow> extends SaveOptions<Row> {
  onClose: () => void;
}

const REASON_MAX = 500;

/** Lists the codes to grant and revoke per user, before saving. */
export const ReviewDialog = <Row extends MatrixRow>(props: ReviewDialogProps<Row>) => {
  const { changes, setChanges, onClose } = props;
  const { t } = useTranslation();
  const reasonId = useId();
  const [reason, setReason] = useState("");
  const { isBusy, error, moved, run } = useSaveChanges(props);
  const count = countChanges(changes);
  return (
    <Modal
      open
      title={t("permissions.review.title", { count })}
      width={640}
      okText={t("permissions.review.save", { count })}
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={isBusy}
      onOk={() => void run(reason)}
      cancelText={t("permissions.review.back")}
      onCancel={isBusy ? undefined : onClose}
      closable={{ "aria-label": t("ui.close") }}
      mask={{ closable: false }}
    >
      <div className={styles.body}>
        {moved.size === 0 ? null : (
          <p role="alert" className={styles.moved}>
            {t("permissions.review.moved", { count: moved.size })}
          </p>
        )}
        {error ? <ErrorPanel isCompact title={t("permissions.review.failed")} error={error} /> : null}
        <ul className={styles.people}>
          {[...changes.values()].map((pending) => (
            <PersonChange
              key={pending.row.id}
              pending={pending}
              moved={moved.get(pending.row.id)}
              onDrop={() => setChanges(withoutPerson(changes, pending.row.id))}
            />
          ))}
        </ul>
        {count === 0 ? <p className={styles.quiet}>{t("permissions.review.nothing")}</p> : null}
        <label htmlFor={reasonId}>{t("permissions.review.reason")}</label>
        <Input.TextArea
          id={reasonId}
          rows={2}
          maxLength={REASON_MAX}
          value={reason}
          placeholder={t("permissions.review.reasonHint")}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
};

interface PersonChangeProps {
  pending: Pending;
  moved: Moved | undefined;
  onDrop: () => void;
}

const PersonChange = ({ pending: { row, add, remove }, moved, onDrop }: PersonChangeProps) => {
  const { t } = useTranslation();
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <span className={styles.name}>{row.realname}</span> <span className={styles.quiet}>{row.username}</span>
      </div>
      <Button size="small" aria-label={t("permissions.review.dropNamed", { name: row.realname })} onClick={onDrop}>
        {t("permissions.review.drop")}
      </Button>
      <ul className={styles.codes}>
        {add.map((code) => (
          <li key={code} className={styles.given}>
            <PlusOutlined aria-hidden="true" /> {t("permissions.review.given")} <code className="ds-mono">{code}</code>
          </li>
        ))}
        {remove.map((code) => (
          <li key={code} className={styles.taken}>
            <MinusOutlined aria-hidden="true" /> {t("permissions.review.taken")} <code className="ds-mono">{code}</code>
          </li>
        ))}
      </ul>
      {moved ? <MovedNote moved={moved} /> : null}
    </li>
  );
};

const MovedNote = ({ moved: { given, taken } }: { moved: Moved }) => {
  const { t } = useTranslation();
  const signed = [...given.map((code) => `+ ${code}`), ...taken.map((code) => `− ${code}`)];
  return (
    <p className={styles.movedNote}>
      {signed.length === 0 ? t("permissions.review.movedOther") : t("permissions.review.movedBy")}{" "}
      <code className="ds-mono">{signed.join(", ")}</code>
    </p>
  );
};
