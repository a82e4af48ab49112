import type { ServiceDeployment } from "@dailies/contract";
import { Input, InputNumber, Segmented } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "../services.module.css";

interface DeploymentsInputProps {
  /** Given by the form. */
  value?: readonly ServiceDeployment[];
  onChange?: (value: readonly ServiceDeployment[]) => void;
}

/** How each deployment of the application is scaled and what its replicas get. The names are those of the code. */
export const DeploymentsInput = ({ value = [], onChange }: DeploymentsInputProps) => (
  <div>
    {value.map((each, at) => (
      <DeploymentFields key={each.name} one={each} onChange={(next) => onChange?.(value.with(at, next))} />
    ))}
  </div>
);

interface DeploymentFieldsProps {
  one: ServiceDeployment;
  onChange: (next: ServiceDeployment) => void;
}

const FIRST_AUTO = { mode: "auto", min_replicas: 1, max_replicas: 2, target_ongoing_requests: 2 } as const;

const DeploymentFields = ({ one, onChange }: DeploymentFieldsProps) => {
  const { t } = useTranslation();
  const set = (more: Partial<ServiceDeployment>): void => onChange({ ...one, ...more });
  return (
    <fieldset className={styles.secret}>
      <legend>{one.name}</legend>
      <div className={styles.numbers}>
        <Segmented<"fixed" | "auto">
          value={one.scaling.mode}
          aria-label={t("services.form.mode")}
          options={(["fixed", "auto"] as const).map((value) => ({ value, label: t(`services.form.modes.${value}`) }))}
          onChange={(mode) => set({ scaling: mode === "fixed" ? { mode, replicas: 1 } : FIRST_AUTO })}
        />
        <ScalingFields scaling={one.scaling} onChange={(scaling) => set({ scaling })} />
        <NumberField label={t("services.form.gpus")} min={0} value={one.gpus} onChange={(gpus) => set({ gpus })} />
        <NumberField label={t("services.form.cpus")} min={0} value={one.cpus} onChange={(cpus) => set({ cpus })} />
        <NumberField
          label={t("services.form.ongoing")}
          min={1}
          isWhole
          value={one.max_ongoing_requests}
          onChange={(most) => set({ max_ongoing_requests: most })}
        />
        <Labelled label={t("services.form.accelerator")}>
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              placeholder="H100"
              autoComplete="off"
              spellCheck={false}
              value={one.accelerator_type ?? ""}
              onChange={({ target }) => set({ accelerator_type: target.value === "" ? null : target.value })}
            />
          )}
        </Labelled>
      </div>
    </fieldset>
  );
};

type Scaling = ServiceDeployment["scaling"];

const ScalingFields = ({ scaling, onChange }: { scaling: Scaling; onChange: (next: Scaling) => void }) => {
  const { t } = useTranslation();
  if (scaling.mode === "fixed") {
    return (
      <NumberField
        label={t("services.form.replicas")}
        min={1}
        isWhole
        value={scaling.replicas}
        onChange={(replicas) => onChange({ mode: "fixed", replicas })}
      />
    );
  }
  return (
    <>
      <NumberField
        label={t("services.form.min")}
        min={0}
        isWhole
        value={scaling.min_replicas}
        onChange={(least) => onChange({ ...scaling, min_replicas: least })}
      />
      <NumberField
        label={t("services.form.max")}
        min={1}
        isWhole
        value={scaling.max_replicas}
        onChange={(most) => onChange({ ...scaling, max_replicas: most })}
      />
      <NumberField
        label={t("services.form.target")}
        min={0.1}
        value={scaling.target_ongoing_requests}
        onChange={(target) => onChange({ ...scaling, target_ongoing_requests: target })}
      />
    </>
  );
};

interface NumberFieldProps {
  label: string;
  min: number;
  isWhole?: boolean;
  value: number;
  onChange: (value: number) => void;
}

/** An emptied field keeps its last number: a number is always asked for. */
const NumberField = ({ label, min, isWhole, value, onChange }: NumberFieldProps) => (
  <Labelled label={label}>
    {(id) => (
      <InputNumber
        id={id}
        min={min}
        {...(isWhole && { precision: 0 })}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
    )}
  </Labelled>
);

const Labelled = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <span className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  );
};
