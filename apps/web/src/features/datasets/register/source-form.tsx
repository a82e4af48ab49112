import { FolderOpenOutlined } from "@ant-design/icons";
import { DATASET_KINDS, DATASET_LAYOUTS, storageUri } from "@dailies/contract";
import { Button, Input, Select } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { BrowsePanel } from "./browse-panel.tsx";
import styles from "./register.module.css";
import type { Source } from "./source.ts";

interface SourceFormProps {
  source: Source;
  onChange: (source: Source) => void;
  isBusy: boolean;
  error: unknown;
  onTry: (source: Source) => void;
}

/** The dataset's location: typed, pasted, or browsed in the storage profiles. The format is detected. */
export const SourceForm = ({ source, onChange, isBusy, error, onTry }: SourceFormProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [isBrowsing, setIsBrowsing] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const { uri } = source;
  const setUri = (next: string): void => {
    onChange({ ...source, uri: next });
    setIsRefused(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = storageUri.safeParse(uri.trim());
    setIsRefused(!parsed.success);
    if (parsed.success) onTry({ ...source, uri: parsed.data });
  };
  return (
    <form className={styles.source} onSubmit={submit}>
      <label className={styles.label} htmlFor={id}>
        {t("datasets.register.uri")}
      </label>
      <div className={styles.uriRow}>
        <Input
          id={id}
          className="ds-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="s3://bucket/folder/"
          value={uri}
          status={isRefused ? "error" : undefined}
          aria-invalid={isRefused}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => setUri(target.value)}
        />
        <Button
          icon={<FolderOpenOutlined aria-hidden="true" />}
          aria-expanded={isBrowsing}
          onClick={() => setIsBrowsing(!isBrowsing)}
        >
          {t("datasets.register.browse")}
        </Button>
      </div>
      <p id={`${id}-about`} className={isRefused ? styles.fault : styles.quiet}>
        {t(isRefused ? "datasets.register.badUri" : "datasets.register.uriHint")}
      </p>
      {isBrowsing ? <BrowsePanel uri={uri} onChoose={setUri} /> : null}
      <FormatChoice source={source} onChange={onChange} />
      <div>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t("datasets.register.try")}
        </Button>
      </div>
      {error ? <ErrorPanel isCompact title={t("datasets.register.tryFailed")} error={error} /> : null}
    </form>
  );
};

const AUTOMATIC = "automatic";

type FormatChoiceProps = Pick<SourceFormProps, "source" | "onChange">;

/** Only for a folder whose format is ambiguous. */
const FormatChoice = ({ source, onChange }: FormatChoiceProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.pair}>
      <Choice
        label={t("datasets.columns.kind")}
        value={source.kind}
        options={DATASET_KINDS.map((value) => ({ value, label: t(`datasets.kinds.${value}`) }))}
        onChange={(kind) => onChange({ ...source, kind })}
      />
      <Choice
        label={t("datasets.layout")}
        value={source.layout}
        options={DATASET_LAYOUTS.map((value) => ({ value, label: t(`datasets.layouts.${value}`) }))}
        onChange={(layout) => onChange({ ...source, layout })}
      />
    </div>
  );
};

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | undefined;
  options: { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
}

const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select<Value | typeof AUTOMATIC>
        id={id}
        value={value ?? AUTOMATIC}
        options={[{ value: AUTOMATIC, label: t("datasets.register.automatic") }, ...options]}
        onChange={(next) => onChange(next === AUTOMATIC ? undefined : (next as Value))}
      />
    </div>
  );
};
