import { type ReactNode, useId } from "react";
import styles from "./registry.module.css";

interface LabelledProps {
  label: string;
  children: (id: string) => ReactNode;
}

export const Labelled = ({ label, children }: LabelledProps) => {
  const id = useId();
  return (
    <div className={styles.small}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};
