import type { PackageSettings } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Form, Input } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { packageAddress } from "../../../lib/paths.ts";
import { chosenDatasetQuery, viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { labelOf } from "../package.rules.ts";
import { useCreatePackage } from "../packages.queries.ts";
import { ColumnsSection } from "./columns-section.tsx";
import styles from "./create.module.css";
import { EstimatedBuckets, EstimatePanel, useDebouncedSettings } from "./estimate-panel.tsx";
import {
  bodyOf,
  columnGroups,
  type DraftStart,
  openedDraft,
  type PackageDraft,
  settingsOf,
  usualColumns,
} from "./package-draft.ts";
import type { SectionProps } from "./section-props.ts";
import { LeaveOutSection, ShardsSection } from "./shards-section.tsx";
import { SourceSection } from "./source-section.tsx";

interface NewPackageDialogProps {
  start: DraftStart;
  /** The draft of a form that was closed. */
  kept: PackageDraft | undefined;
  onKeep: (draft: PackageDraft | undefined) => void;
  onClose: () => void;
}

/** The source, the columns and the files on the left; what they will make on the right. */
export const NewPackageDialog = ({ start, kept, onKeep, onClose }: NewPackageDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { mutateAsync, isPending, error } = useCreatePackage();
  const keys = useRequestKeys();
  const [draft, setDraft] = useState(() => openedDraft(start, kept));
  const change = (patch: Partial<PackageDraft>): void => {
    const next = { ...draft, ...patch };
    setDraft(next);
    onKeep(next);
  };
  const create = async (settings: PackageSettings): Promise<void> => {
    const body = bodyOf(draft, settings);
    // The same request has the same key, so that a second click or a retry makes no second package.
    const made = await mutateAsync({ ...body, request_key: keys.keyOf(JSON.stringify(body)) });
    onKeep(undefined);
    void message.success(t("packages.create.done", { name: labelOf(made) }));
    await navigate(packageAddress(made.id));
  };
  return (
    <FormDialog title={t("packages.new")} widthPx={1160} isBusy={isPending} onClose={onClose}>
      <NewPackageForm draft={draft} onChange={change} isBusy={isPending} error={error} onCreate={create} />
    </FormDialog>
  );
};

interface NewPackageFormProps {
  draft: PackageDraft;
  onChange: (patch: Partial<PackageDraft>) => void;
  isBusy: boolean;
  error: unknown;
  onCreate: (settings: PackageSettings) => Promise<void>;
}

const NewPackageForm = ({ draft, onChange, isBusy, error, onCreate }: NewPackageFormProps) => {
  const { t } = useTranslation();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const { datasetId, viewId } = draft;
  const { data: dataset, error: datasetError } = useQuery(chosenDatasetQuery(datasetId));
  const { data: views } = useQuery(viewChoicesQuery(datasetId));
  const view = views?.find(({ id }) => id === viewId);
  const groups = dataset ? columnGroups(dataset, view?.version ?? dataset.version ?? 0) : [];
  const columns = draft.columns ?? usualColumns(groups);
  const settings = dataset ? settingsOf(draft, groups, columns) : undefined;
  const estimated = useDebouncedSettings(viewId, settings);
  const props: SectionProps = { draft, onChange, dataset, view, groups, columns, areFaultsShown };
  const create = (): void => {
    const isWhole = settings !== undefined && viewId !== undefined && draft.name.trim() !== "";
    setAreFaultsShown(!isWhole);
    // The panel below shows a failure.
    if (isWhole) onCreate(settings).catch(() => undefined);
  };
  return (
    <Form component="div" layout="vertical" className={styles.form}>
      <div className={styles.left}>
        <Section title={t("packages.create.source")}>
          <SourceSection {...props} />
        </Section>
        {datasetError ? <ErrorPanel isCompact error={datasetError} /> : null}
        {dataset ? (
          <Section title={t("packages.create.columns")}>
            <ColumnsSection {...props} />
          </Section>
        ) : null}
        <Section title={t("packages.create.files")}>
          <ShardsSection {...props} />
        </Section>
        <Section title={t("packages.create.leaveOut")}>
          <LeaveOutSection {...props} />
        </Section>
        {estimated ? <EstimatedBuckets {...estimated} /> : null}
      </div>
      <div className={styles.right}>
        <EstimatePanel of={estimated} hasView={viewId !== undefined} />
        <NameFields {...props} onSubmit={create} />
        {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
        <Button type="primary" block loading={isBusy} onClick={create}>
          {t("packages.create.create")}
        </Button>
      </div>
    </Form>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const NameFields = ({ draft, onChange, areFaultsShown, onSubmit }: SectionProps & { onSubmit: () => void }) => {
  const { t } = useTranslation();
  return (
    <div>
      <FormField
        label={t("packages.list.name")}
        help={t("packages.create.nameHelp")}
        fault={areFaultsShown && draft.name.trim() === "" ? t("packages.create.missing.name") : undefined}
      >
        {(id) => (
          <Input
            id={id}
            maxLength={120}
            value={draft.name}
            onPressEnter={onSubmit}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label={t("packages.create.note")}>
        {(id) => (
          <Input.TextArea
            id={id}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={draft.note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </FormField>
    </div>
  );
};
