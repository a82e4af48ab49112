import { Button } from "antd";
import styles from "./tools.module.css";

interface ChoiceBarProps<Value> {
  name: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A small group of exclusive options. */
export const ChoiceBar = <Value extends string | number | undefined>(props: ChoiceBarProps<Value>) => (
  <fieldset className={styles.choices}>
    <legend className="ds-visually-hidden">{props.name}</legend>
    {props.choices.map(({ value, label }) => (
      <Button
        key={label}
        size="small"
        type={value === props.chosen ? "primary" : "default"}
        aria-pressed={value === props.chosen}
        onClick={() => props.onChoose(value)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
);
