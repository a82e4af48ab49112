import { comparesClips, type LabelAddition, type LabelTaskDetail, type labelTaskSource } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { chosenDatasetQuery, viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Labelled } from "../create/labelled.tsx";
import { KeysInput } from "../create/source-step.tsx";
import { namedBy } from "../create/task-draft.ts";
import { labelTaskQuery } from "../labelling.queries.ts";
import { PairColumn, PairsFound } from "../pairs/pair-source.tsx";
import { pairsOf } from "../pairs/parse-pairs.ts";
import styles from "./list.module.css";
import { useAddItems } from "./manage.queries.ts";

type Source = z.output<typeof labelTaskSource>;

interface AddItemsDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** More items of the same dataset version, by a view or by keys. */
export const AddItemsDialog = ({ taskId, name, onClose }: AddItemsDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  return (
    <FormDialog title={t("labelling.manage.add.title", { name })} widthPx={640} onClose={onClose}>
      {(close) => {
        if (data?.source) return <AddItemsForm task={data} source={data.source} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />;
      }}
    </FormDialog>
  );
};

interface AddItemsFormProps {
  task: LabelTaskDetail;
  source: Source;
  onDone: () => void;
}

const AddItemsForm = ({ task, source, onDone }: AddItemsFormProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [kind, setKind] = useState<"view" | "keys">("view");
  const [viewId, setViewId] = useState<string>();
  const [keysText, setKeysText] = useState("");
  const [requestKey] = useState(newRequestKey);
  const { mutate, isPending, error } = useAddItems(task.id);
  const isPairwise = comparesClips(task.fields);
  const [pairColumn, setPairColumn] = useState(source.pair_column ?? undefined);
  const { data: dataset } = useQuery({ ...chosenDatasetQuery(source.dataset_id), enabled: isPairwise });
  const named = namedBy(keysText, isPairwise);
  const isNamed = named.keys.length > 0 && (!isPairwise || pairsOf(keysText).badLine === undefined);
  const isReady = kind === "view" ? viewId !== undefined && (!isPairwise || pairColumn !== undefined) : isNamed;
  const add = (): void =>
    mutate(
      {
        source: kind === "view" ? { kind, view_id: viewId ?? "", pair_column: pairColumn ?? null } : { kind, ...named },
        request_key: requestKey,
      },
      {
        onSuccess: () => {
          void message.success(t("labelling.manage.add.started", { name: task.name }));
          onDone();
        },
      },
    );
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t("labelling.manage.add.about", { dataset: source.dataset_name, version: source.version })}
      </p>
      {task.addition ? <LastAddition addition={task.addition} /> : null}
      <Radio.Group
        aria-label={t("labelling.create.source")}
        value={kind}
        options={(["view", "keys"] as const).map((value) => ({ value, label: t(`labelling.create.from.${value}`) }))}
        onChange={({ target }) => setKind(target.value as "view" | "keys")}
      />
      {kind === "view" ? (
        <ViewOfVersion source={source} viewId={viewId} onChange={setViewId} />
      ) : (
        <KeysInput keysText={keysText} onChange={setKeysText} />
      )}
      {isPairwise && kind === "view" ? (
        <PairColumn columns={dataset?.columns ?? []} value={pairColumn} onChange={setPairColumn} />
      ) : null}
      {isPairwise && kind === "keys" ? <PairsFound keysText={keysText} /> : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button
          type="primary"
          loading={isPending}
          disabled={!isReady || task.addition?.status === "Running"}
          onClick={add}
        >
          {t("labelling.manage.add.start")}
        </Button>
      </div>
    </div>
  );
};

interface ViewOfVersionProps {
  source: Source;
  viewId: string | undefined;
  onChange: (viewId: string) => void;
}

/** Views of other versions have other rows. */
const ViewOfVersion = ({ source, viewId, onChange }: ViewOfVersionProps) => {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(viewChoicesQuery(source.dataset_id));
  const views = data?.filter(({ version }) => version === source.version);
  return (
    <>
      <Labelled label={t("labelling.create.view")}>
        {(id) => (
          <Select<string>
            id={id}
            showSearch={{ optionFilterProp: "label" }}
            loading={isFetching}
            placeholder={t("shared.datasetChoice.viewHint")}
            value={viewId}
            options={views?.map((view) => ({
              value: view.id,
              label: `${view.name} · ${t("labelling.create.items", { count: view.items, shown: formatCount(view.items, i18n.language) })}`,
            }))}
            onChange={onChange}
          />
        )}
      </Labelled>
      {error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : null}
      {views?.length === 0 ? (
        <p className={styles.quiet}>{t("labelling.manage.add.noViews", { version: source.version })}</p>
      ) : null}
    </>
  );
};

const LastAddition = ({ addition }: { addition: LabelAddition }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const added = count(addition.added);
  const wordsOf = ({ status, duplicates, missing_keys, error }: LabelAddition): string => {
    if (status === "Running") return t("labelling.manage.add.running", { added });
    if (status === "Failed") return t("labelling.manage.add.failed", { added, error: error ?? "" });
    const left = { duplicates: count(duplicates), missing: count(missing_keys) };
    return t("labelling.manage.add.finished", { added, ...left });
  };
  return (
    <p role="status">
      {t("labelling.manage.add.last")} ({addition.view_name ?? t("labelling.create.from.keys")}): {wordsOf(addition)}
    </p>
  );
};
