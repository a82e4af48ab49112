import { storageUri } from "@dailies/contract/storage/routes";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./open.module.css";

interface UriFormProps {
  value: string;
  /** The button's label. */
  action: string;
  /** The label of the field. */
  label?: string;
  example?: string;
  isPrimary?: boolean;
  onSubmit: (uri: string) => void;
}

/** Takes the URI of an index, its folder or shards, or of another file. */
export const UriForm = ({ value, action, label, example, isPrimary = false, onSubmit }: UriFormProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const submit = (): void => {
    const read = storageUri.safeParse(typed.trim());
    if (read.success) onSubmit(read.data);
    else setProblem(t("viewer.open.badUri"));
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>{label ?? t("viewer.open.uri")}</label>
      <span className={styles.line}>
        <Input
          id={id}
          className="ds-mono"
          placeholder={example ?? t("viewer.open.uriExample")}
          spellCheck={false}
          autoComplete="off"
          status={problem === undefined ? "" : "error"}
          aria-describedby={`${id}-problem`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button htmlType="submit" type={isPrimary ? "primary" : "default"}>
          {action}
        </Button>
      </span>
      <span id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </span>
    </form>
  );
};
