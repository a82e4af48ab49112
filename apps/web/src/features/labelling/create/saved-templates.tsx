import { type LabelTemplateItem, labelStarter } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Checkbox, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { templatesQuery, useArchiveTemplate } from "../labelling.queries.ts";
import styles from "./create.module.css";
import { Labelled } from "./labelled.tsx";
import type { StepProps } from "./step-props.ts";

const SETTLE_MS = 250;

/** Chooses a saved template. The chosen one can be put away, and an archived one brought back. */
export const SavedTemplates = ({ draft, onChange }: StepProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isArchived, setIsArchived] = useState(false);
  const { data, isFetching } = useQuery(templatesQuery(useDebounced(typed.trim(), SETTLE_MS), isArchived));
  const items = data?.items ?? [];
  const chosen = draft.origin.kind === "saved" ? draft.origin.template : undefined;
  const options = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen, ...items] : items;
  const choose = (templateId: string): void => {
    const template = options.find((each) => each.id === templateId);
    if (!template) return;
    const { name, description, fields } = template;
    onChange({ origin: { kind: "saved", template }, content: { name, description, fields }, prefill: {} });
  };
  return (
    <div className={styles.labelled}>
      <Labelled label={t("labelling.create.saved")}>
        {(id) => (
          <Select<string>
            id={id}
            showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
            loading={isFetching}
            placeholder={t("labelling.create.savedHint")}
            value={chosen?.id}
            options={options.map((template) => ({
              value: template.id,
              label: `${template.name} v${template.version}`,
            }))}
            onChange={choose}
          />
        )}
      </Labelled>
      <div className={styles.option}>
        <Checkbox checked={isArchived} onChange={({ target }) => setIsArchived(target.checked)}>
          {t("labelling.manage.template.archived")}
        </Checkbox>
        {chosen ? (
          <ArchiveButton
            template={chosen}
            onGone={() =>
              onChange({
                origin: { kind: "starter", starter: "caption_edit" },
                content: labelStarter("caption_edit"),
                prefill: {},
              })
            }
            onBack={() => onChange({ origin: { kind: "saved", template: { ...chosen, archived_at: null } } })}
          />
        ) : null}
      </div>
    </div>
  );
};

interface ArchiveButtonProps {
  template: LabelTemplateItem;
  /** It was put away, so the form starts over. */
  onGone: () => void;
  onBack: () => void;
}

const ArchiveButton = ({ template, onGone, onBack }: ArchiveButtonProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync, mutate, isPending } = useArchiveTemplate();
  const { id, name } = template;
  if (template.archived_at !== null)
    return (
      <Button size="small" loading={isPending} onClick={() => mutate({ id, isArchived: false }, { onSuccess: onBack })}>
        {t("labelling.manage.template.restore")}
      </Button>
    );
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t("labelling.manage.template.archive")}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t("labelling.manage.template.title", { name })}
        effect={t(
          template.used_by_count === 0 ? "labelling.manage.template.deletes" : "labelling.manage.template.archives",
        )}
        action={t("labelling.manage.template.archive")}
        onConfirm={async () => {
          await mutateAsync({ id, isArchived: true });
          void message.success(t("labelling.manage.template.done", { name }));
          onGone();
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
