import {
  type LabelTaskDetail,
  MAX_ASKED_ITEMS,
  MAX_PREFILL_INSTRUCTION,
  type PrefillPerformer,
} from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Checkbox, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { useDebounced } from "../../../../ui/use-debounced.ts";
import { Labelled, WholeNumber } from "../../create/labelled.tsx";
import styles from "../prefill.module.css";
import { prefillPerformersQuery, useAskModel } from "./model.queries.ts";
import { ModelEstimate } from "./model-estimate.tsx";

const SETTLE_MS = 400;
const MICROS = 1_000_000;
/** A first run is a trial: nobody should pay for ten million items by accident. */
const USUAL_ITEMS = 1_000;

interface ModelFormProps {
  task: LabelTaskDetail;
  onDone: () => void;
}

/** Asks a performer that answers in words about the items. */
export const ModelForm = ({ task, onDone }: ModelFormProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(prefillPerformersQuery);
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={5} />;
  if (data.length === 0) return <p className={styles.quiet}>{t("labelling.prefillModel.none")}</p>;
  return <ChosenModel task={task} performers={data} onDone={onDone} />;
};

const nameOf = ({ name, version }: PrefillPerformer): string => (version === "" ? name : `${name} · ${version}`);

/** Whether what a clip costs is known. */
const hasPrice = ({ pricing }: PrefillPerformer): boolean => pricing !== null && pricing.unit !== "megapixel_second";

interface ModelDraft {
  readonly performerId: string | undefined;
  readonly instruction: string;
  readonly maxItems: number;
  /** In units of the currency; null without a limit. */
  readonly maxCost: number | null;
  readonly isOnlyEmpty: boolean;
}

interface ChosenModelProps extends ModelFormProps {
  performers: readonly PrefillPerformer[];
}

const ChosenModel = ({ task, performers, onDone }: ChosenModelProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const most = Math.min(MAX_ASKED_ITEMS, Math.max(1, task.progress.items_total));
  const [draft, setDraft] = useState<ModelDraft>({
    performerId: performers.length === 1 ? performers[0]?.id : undefined,
    instruction: "",
    maxItems: Math.min(USUAL_ITEMS, most),
    maxCost: null,
    isOnlyEmpty: true,
  });
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const { mutate, isPending, error } = useAskModel(task.id);
  const settled = useDebounced(draft.instruction, SETTLE_MS);
  const performer = performers.find(({ id }) => id === draft.performerId);
  const start = (chosen: PrefillPerformer): void => {
    const maxCost = hasPrice(chosen) ? draft.maxCost : null;
    mutate(
      {
        performer_id: chosen.id,
        instruction: draft.instruction,
        max_items: draft.maxItems,
        max_cost_micros: maxCost === null ? null : Math.round(maxCost * MICROS),
        is_only_empty: draft.isOnlyEmpty,
        request_key: requestKey,
      },
      {
        onSuccess: () => {
          void message.success(t("labelling.prefillModel.started", { name: chosen.name }));
          setRequestKey(newRequestKey());
        },
      },
    );
  };
  return (
    <div className={styles.stack}>
      <ModelFields
        draft={draft}
        performers={performers}
        mostItems={most}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {performer ? (
        <ModelEstimate
          taskId={task.id}
          question={{ performer_id: performer.id, instruction: settled, max_items: draft.maxItems }}
        />
      ) : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.close")}</Button>
        <Button type="primary" loading={isPending} disabled={!performer} onClick={() => performer && start(performer)}>
          {t("labelling.prefillModel.start")}
        </Button>
      </div>
    </div>
  );
};

interface ModelFieldsProps {
  draft: ModelDraft;
  performers: readonly PrefillPerformer[];
  mostItems: number;
  onChange: (change: Partial<ModelDraft>) => void;
}

const ModelFields = ({ draft, performers, mostItems, onChange }: ModelFieldsProps) => {
  const { t } = useTranslation();
  const performer = performers.find(({ id }) => id === draft.performerId);
  return (
    <>
      <Labelled label={t("labelling.prefillModel.performer")} help={t("labelling.prefillModel.performerHelp")}>
        {(id) => (
          <Select
            id={id}
            value={draft.performerId}
            options={performers.map((each) => ({ value: each.id, label: nameOf(each) }))}
            onChange={(performerId: string) => onChange({ performerId })}
          />
        )}
      </Labelled>
      <Labelled label={t("labelling.prefillModel.instruction")} help={t("labelling.prefillModel.instructionHelp")}>
        {(id) => (
          <Input.TextArea
            id={id}
            value={draft.instruction}
            maxLength={MAX_PREFILL_INSTRUCTION}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => onChange({ instruction: target.value })}
          />
        )}
      </Labelled>
      <div className={styles.limits}>
        <WholeNumber
          label={t("labelling.prefillModel.maxItems")}
          help={t("labelling.prefillModel.maxItemsHelp")}
          min={1}
          max={mostItems}
          value={draft.maxItems}
          whenEmpty={1}
          onChange={(maxItems) => onChange({ maxItems })}
        />
        {performer && hasPrice(performer) ? (
          <Labelled
            label={t("labelling.prefillModel.maxCost", { currency: performer.pricing?.currency ?? "" })}
            help={t("labelling.prefillModel.maxCostHelp")}
          >
            {(id) => (
              <InputNumber<number>
                id={id}
                min={0}
                step={0.01}
                value={draft.maxCost}
                onChange={(maxCost) => onChange({ maxCost })}
              />
            )}
          </Labelled>
        ) : null}
      </div>
      <Checkbox checked={draft.isOnlyEmpty} onChange={({ target }) => onChange({ isOnlyEmpty: target.checked })}>
        {t("labelling.prefillModel.onlyEmpty")}
      </Checkbox>
    </>
  );
};
