import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { type FieldSpec, fieldJsonSchema } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { isSpecValid } from "../../../ui/field/field-draft.ts";
import { SpecEditor } from "../../../ui/field/spec-editor.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./config-editor.module.css";
import type { DraftTabProps } from "./value-tab.tsx";

export const LimitsTab = ({ draft, change, isLocked }: DraftTabProps) => (
  <div className={styles.form}>
    <SpecEditor spec={draft.schema} isDisabled={isLocked} onChange={(schema) => change({ schema })} />
    {isSpecValid(draft.schema) ? <JsonSchema spec={draft.schema} /> : null}
  </div>
);

const JsonSchema = ({ spec }: { spec: FieldSpec }) => {
  const { t } = useTranslation();
  const words = JSON.stringify(fieldJsonSchema(spec), null, 2);
  const { state, copy } = useCopy(words);
  const said = { idle: t("settings.schema.copy"), copied: t("ui.copied"), failed: t("ui.copyFailed") }[state];
  return (
    <section className={styles.schema}>
      <div className={styles.schemaHead}>
        <h3 className={styles.schemaTitle}>{t("settings.schema.title")}</h3>
        <Button
          size="small"
          icon={state === "copied" ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
          onClick={copy}
        >
          {said}
        </Button>
      </div>
      <p className={styles.note}>{t("settings.schema.hint")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab. */}
      <pre className={`${styles.json} ds-mono`} tabIndex={0}>
        {words}
      </pre>
    </section>
  );
};
