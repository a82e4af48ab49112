import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ExampleClip } from "../../../shared/answer-form/example-clip.tsx";
import { AssetPicker } from "../../../shared/asset-picker/lazy-asset-picker.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "../dimensions.module.css";
import { Labelled } from "./labelled.tsx";
import type { QuestionDraft } from "./question-draft.ts";
import type { QuestionFormProps } from "./question-form-props.ts";

const MAX_EXAMPLES = 4;
const FIELDS = { good: "good_asset_ids", bad: "bad_asset_ids" } as const;

/** Example clips, chosen from the assets. */
export const ExampleFields = ({ draft, isReadOnly, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  const set = (kind: keyof typeof FIELDS, ids: string[]): void =>
    onChange({ ...draft, rubric: { ...draft.rubric, [FIELDS[kind]]: ids } satisfies QuestionDraft["rubric"] });
  return (
    <fieldset className={styles.group}>
      <legend>{t("dimensions.examples.title")}</legend>
      {(["good", "bad"] as const).map((kind) => (
        <Examples
          key={kind}
          kind={kind}
          ids={draft.rubric[FIELDS[kind]]}
          isReadOnly={isReadOnly}
          onChange={(ids) => set(kind, ids)}
        />
      ))}
    </fieldset>
  );
};

interface ExamplesProps {
  kind: "good" | "bad";
  ids: readonly string[];
  isReadOnly: boolean;
  onChange: (ids: string[]) => void;
}

const Examples = ({ kind, ids, isReadOnly, onChange }: ExamplesProps) => {
  const { t } = useTranslation();
  const [isPicking, setIsPicking] = useState(false);
  return (
    <div className={styles.examples}>
      <Labelled isGroup label={t(`shared.answerForm.${kind}`)}>
        {() => (
          <div>
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden="true" />}
              aria-haspopup="dialog"
              disabled={isReadOnly || ids.length >= MAX_EXAMPLES}
              onClick={() => setIsPicking(true)}
            >
              {t(`dimensions.examples.addTo.${kind}`)}
            </Button>
          </div>
        )}
      </Labelled>
      {ids.length === 0 ? null : (
        <ul className={styles.exampleList}>
          {ids.map((id) => (
            <li key={id}>
              <ExampleClip assetId={id} kind={kind} />
              <IconButton
                size="small"
                name={t("dimensions.examples.remove", { id })}
                icon={<DeleteOutlined aria-hidden="true" />}
                isDisabled={isReadOnly}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {isPicking ? (
        <AssetPicker
          kind="video"
          onChoose={(id) => onChange(ids.includes(id) ? [...ids] : [...ids, id])}
          onClose={() => setIsPicking(false)}
        />
      ) : null}
    </div>
  );
};
