import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./login.module.css";

interface LoginFieldProps extends ComponentProps<"input"> {
  label: string;
  /** Rendered inside the right end of the field. */
  end?: ReactNode;
}

export const LoginField = ({ label, end, ...input }: LoginFieldProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.inputRow}>
        <input {...input} id={id} className={styles.input} />
        {end}
      </div>
    </div>
  );
};

/** Always rendered, so that screen readers announce an error when it appears. */
export const LoginFault = ({ children }: { children: string | undefined }) => (
  <div role="alert" className={styles.faultPlace}>
    {children && <p className={styles.fault}>{children}</p>}
  </div>
);
