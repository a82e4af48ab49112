import { CloseOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Form, Input, Segmented, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DatasetSelect, ViewSelect } from "../../../shared/dataset-choice/choice-selects.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { packageChoicesQuery } from "../data-experiments.queries.ts";
import styles from "./create.module.css";
import type { ArmDraft, ArmFault } from "./experiment-draft.ts";

interface ArmFieldsProps {
  /** From 1. */
  place: number;
  arm: ArmDraft;
  faults: { readonly name: ArmFault | undefined; readonly source: ArmFault | undefined } | undefined;
  onChange: (patch: Partial<ArmDraft>) => void;
  onRemove: (() => void) | undefined;
}

/** The name of an arm and the package or view that it trains with. */
export const ArmFields = ({ place, arm, faults, onChange, onRemove }: ArmFieldsProps) => {
  const { t } = useTranslation();
  const id = useId();
  const label = (key: "armName" | "armKind" | "armPackage" | "armDataset" | "armView"): string =>
    t(`dataExperiments.create.${key}`, { n: place });
  const fault = faults?.name ?? faults?.source;
  return (
    <Form.Item
      className={styles.arm ?? ""}
      {...(fault && { help: t(`dataExperiments.create.faults.${fault}`), validateStatus: "error" as const })}
    >
      <div className={styles.armRow}>
        <Input
          value={arm.name}
          maxLength={80}
          className={styles.armName ?? ""}
          aria-label={label("armName")}
          placeholder={place === 1 ? t("dataExperiments.arm.base") : label("armName")}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Segmented<ArmDraft["kind"]>
          value={arm.kind}
          aria-label={label("armKind")}
          options={[
            { value: "package", label: t("dataExperiments.create.package") },
            { value: "view", label: t("dataExperiments.create.view") },
          ]}
          onChange={(kind) => onChange({ kind })}
        />
        <div className={styles.source}>
          {arm.kind === "package" ? (
            <PackageSelect
              label={label("armPackage")}
              value={arm.packageId}
              onChange={(packageId) => onChange({ packageId })}
            />
          ) : (
            <>
              <label className="ds-visually-hidden" htmlFor={`${id}-dataset`}>
                {label("armDataset")}
              </label>
              <DatasetSelect
                id={`${id}-dataset`}
                value={arm.datasetId}
                onChange={(datasetId) => onChange({ datasetId, viewId: undefined })}
              />
              <label className="ds-visually-hidden" htmlFor={`${id}-view`}>
                {label("armView")}
              </label>
              <ViewSelect
                id={`${id}-view`}
                datasetId={arm.datasetId}
                value={arm.viewId}
                onChange={(viewId) => onChange({ viewId })}
              />
            </>
          )}
        </div>
        <IconButton
          name={t("dataExperiments.create.removeArm", { n: place })}
          icon={<CloseOutlined aria-hidden="true" />}
          isDisabled={onRemove === undefined}
          {...(onRemove && { onClick: onRemove })}
        />
      </div>
    </Form.Item>
  );
};

interface PackageSelectProps {
  label: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

const PackageSelect = ({ label, value, onChange }: PackageSelectProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosenName, setChosenName] = useState<string>();
  const found = useQuery(packageChoicesQuery(useDebounced(typed.trim(), 250)));
  const options = (found.data?.items ?? []).map((each) => ({
    value: each.id,
    label: `${each.name}@${each.number}`,
  }));
  // The chosen one keeps its name when a search no longer finds it.
  const isKnown = options.some((each) => each.value === value);
  const kept = value !== undefined && !isKnown && chosenName !== undefined ? [{ value, label: chosenName }] : [];
  return (
    <>
      <Select<string>
        showSearch={{ filterOption: false, onSearch: setTyped }}
        value={value}
        loading={found.isFetching}
        aria-label={label}
        placeholder={t("dataExperiments.create.packageHint")}
        options={[...kept, ...options]}
        onChange={(id) => {
          setChosenName(options.find((each) => each.value === id)?.label ?? chosenName);
          onChange(id);
        }}
      />
      {found.error ? <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} /> : null}
    </>
  );
};
