import { DeleteOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ExampleClip } from "../../../shared/answer-form/example-clip.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "../dimensions.module.css";
import { Labelled } from "./labelled.tsx";
import type { QuestionDraft } from "./question-draft.ts";
import type { QuestionFormProps } from "./question-form-props.ts";

const MAX_EXAMPLES = 4;
const FIELDS = { good: "good_asset_ids", bad: "bad_asset_ids" } as const;

/** Example clips, by asset id. */
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

const faultOf = (
  id: string,
  { isFit, isTwice }: { isFit: boolean; isTwice: boolean },
): "noId" | "twice" | undefined => {
  if (id !== "" && !isFit) return "noId";
  return isTwice ? "twice" : undefined;
};

interface ExamplesProps {
  kind: "good" | "bad";
  ids: readonly string[];
  isReadOnly: boolean;
  onChange: (ids: string[]) => void;
}

const Examples = ({ kind, ids, isReadOnly, onChange }: ExamplesProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const id = typed.trim().toLowerCase();
  const isFit = z.uuid().safeParse(id).success;
  const isTwice = ids.includes(id);
  const add = (): void => {
    if (!isFit || isTwice) return;
    onChange([...ids, id]);
    setTyped("");
  };
  const fault = faultOf(id, { isFit, isTwice });
  return (
    <div className={styles.examples}>
      <Labelled label={t(`shared.answerForm.${kind}`)} help={fault ? t(`dimensions.examples.${fault}`) : undefined}>
        {(field) => (
          <div className={styles.adder}>
            <Input
              {...field.input}
              size="small"
              className="ds-mono"
              spellCheck={false}
              placeholder={t("dimensions.examples.placeholder")}
              value={typed}
              disabled={isReadOnly || ids.length >= MAX_EXAMPLES}
              onChange={({ target }) => setTyped(target.value)}
              onPressEnter={add}
            />
            <Button size="small" disabled={isReadOnly || !isFit || isTwice} onClick={add}>
              {t("dimensions.examples.add")}
            </Button>
          </div>
        )}
      </Labelled>
      {ids.length === 0 ? null : (
        <ul className={styles.exampleList}>
          {ids.map((one) => (
            <li key={one}>
              <ExampleClip assetId={one} kind={kind} />
              <IconButton
                size="small"
                name={t("dimensions.examples.remove", { id: one })}
                icon={<DeleteOutlined aria-hidden="true" />}
                isDisabled={isReadOnly}
                onClick={() => onChange(ids.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
