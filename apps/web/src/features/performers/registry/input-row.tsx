import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import type { PerformerInput } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InputFields } from "./input-fields.tsx";
import styles from "./registry.module.css";

interface InputRowProps {
  input: PerformerInput;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (input: PerformerInput) => void;
  onRemove: () => void;
  /** Absent at the ends. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** One input as a row that expands to all its settings. */
export const InputRow = ({ input, isOpen, onToggle, onChange, onRemove, onUp, onDown }: InputRowProps) => {
  const { t } = useTranslation();
  const name = input.label || input.key || t("performers.schema.unnamed");
  const facts = [
    t(`ui.field.type.${input.spec.type}`),
    ...(input.role ? [t(`performers.roles.${input.role}`)] : []),
    ...(input.is_required ? [t("performers.schema.required")] : []),
  ];
  return (
    <li className={styles.input}>
      <div className={styles.inputHead}>
        <button type="button" className={styles.inputName} aria-expanded={isOpen} onClick={onToggle}>
          <span>{name}</span>
          <code className="ds-mono">{input.key}</code>
          <span className={styles.quiet}>{facts.join(" · ")}</span>
        </button>
        <IconButton
          size="small"
          name={t("performers.schema.up", { name })}
          icon={<ArrowUpOutlined aria-hidden="true" />}
          isDisabled={onUp === undefined}
          onClick={onUp}
        />
        <IconButton
          size="small"
          name={t("performers.schema.down", { name })}
          icon={<ArrowDownOutlined aria-hidden="true" />}
          isDisabled={onDown === undefined}
          onClick={onDown}
        />
        <IconButton
          size="small"
          name={t("performers.schema.remove", { name })}
          icon={<DeleteOutlined aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      {isOpen ? <InputFields input={input} onChange={onChange} /> : null}
    </li>
  );
};
