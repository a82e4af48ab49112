import type { ServiceConfig, ServiceDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { EnvInput } from "../create/env-input.tsx";
import { PreviewResult } from "../create/serve-preview.tsx";
import { ConfigChanges } from "../detail/config-changes.tsx";
import { previewQuery, serviceQuery, useDeployService } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { configDiff } from "../services.rules.ts";
import { DeploymentsInput } from "./deployments-input.tsx";
import { fieldsOf, type NextVersion, nextVersionOf, type UpdateForm, updateForm } from "./update-form.rules.ts";

interface UpdateDialogProps {
  id: string;
  onClose: () => void;
}

/** Deploys another configuration: it is written first, then compared with the running one, then sent. */
export const UpdateDialog = ({ id, onClose }: UpdateDialogProps) => {
  const { t } = useTranslation();
  // Read again: somebody may have deployed since the page was.
  const found = useQuery({ ...serviceQuery(id), refetchOnMount: "always", refetchInterval: false });
  const deploy = useDeployService(id);
  const isFresh = found.isFetchedAfterMount && found.data;
  return (
    <FormDialog
      title={t("services.update.title", { name: found.data?.name ?? "" })}
      widthPx={760}
      isBusy={deploy.isPending}
      onClose={onClose}
    >
      {(close) => {
        if (found.error && !isFresh) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
        if (!isFresh || !found.data.config) return <Skeleton rows={8} />;
        return <UpdateSteps base={found.data} config={found.data.config} deploy={deploy} close={close} />;
      }}
    </FormDialog>
  );
};

interface UpdateStepsProps {
  base: ServiceDetail;
  config: ServiceConfig;
  deploy: ReturnType<typeof useDeployService>;
  close: () => void;
}

/** The form and the review. What the form began with stays, so that a deploy of others meanwhile is refused and not undone. */
const UpdateSteps = ({ base: newest, config: newestConfig, deploy, close }: UpdateStepsProps) => {
  const [{ base, config }] = useState({ base: newest, config: newestConfig });
  const [fields, setFields] = useState(() => fieldsOf(config, base));
  const [next, setNext] = useState<NextVersion>();
  if (next === undefined) {
    return (
      <UpdateFields
        initial={fields}
        onReview={(values) => {
          setFields(values);
          setNext(nextVersionOf(values));
        }}
        close={close}
      />
    );
  }
  return (
    <Review base={base} config={config} next={next} deploy={deploy} onBack={() => setNext(undefined)} onDone={close} />
  );
};

interface UpdateFieldsProps {
  initial: UpdateForm;
  onReview: (values: UpdateForm) => void;
  close: () => void;
}

const UpdateFields = ({ initial, onReview, close }: UpdateFieldsProps) => {
  const { t } = useTranslation();
  const plain = { autoComplete: "off", spellCheck: false };
  return (
    <ZodForm schema={updateForm} initial={initial} onSubmit={async (values) => onReview(values)}>
      {({ Field, isBusy }) => (
        <>
          <div className={styles.pair}>
            <Field name="model" label={t("services.form.model")}>
              <Input maxLength={200} autoComplete="off" />
            </Field>
            <Field name="import_path" label={t("services.form.importPath")}>
              <Input maxLength={300} {...plain} />
            </Field>
            <Field name="working_dir" label={t("services.form.workingDir")} help={t("services.form.workingDirHelp")}>
              <Input maxLength={1_000} placeholder="s3://bucket/captioner.zip" {...plain} />
            </Field>
            <Field name="route_prefix" label={t("services.form.route")}>
              <Input maxLength={200} {...plain} />
            </Field>
          </div>
          <Field name="deployments" label={t("services.form.scaling")}>
            <DeploymentsInput />
          </Field>
          <Field name="args" label={t("services.form.arguments")} help={t("services.form.argumentsHelp")}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={50_000} {...plain} />
          </Field>
          <Field name="env" label={t("services.form.env")} help={t("services.form.envHelp")}>
            <EnvInput />
          </Field>
          <FormButtons action={t("services.update.review")} isBusy={isBusy} onCancel={close} />
        </>
      )}
    </ZodForm>
  );
};

interface ReviewProps extends Omit<UpdateStepsProps, "close"> {
  next: NextVersion;
  onBack: () => void;
  onDone: () => void;
}

/** What changes, whether it fits, and the exact body that is written. */
const Review = ({ base, config, next, deploy, onBack, onDone }: ReviewProps) => {
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const preview = useQuery(
    previewQuery({
      name: base.name,
      cluster_id: base.cluster_id ?? "",
      service_id: base.id,
      config: next.config,
    }),
  );
  const changes = configDiff({ model: base.model, ...config }, { model: next.model, ...next.config });
  const send = (): void =>
    deploy.mutate(
      { kind: "update", ...next, expect_revision: base.revision, request_key: requestKey },
      { onSuccess: onDone },
    );
  return (
    <div className={styles.notes}>
      <h3 className={styles.heading}>{t("services.update.changes")}</h3>
      {changes.length === 0 ? (
        <p className={styles.quiet}>{t("services.update.same")}</p>
      ) : (
        <ConfigChanges changes={changes} />
      )}
      <h3 className={styles.heading}>{t("services.update.body")}</h3>
      <p className={styles.quiet}>{t("services.update.bodyHelp")}</p>
      {preview.isPending ? <Skeleton rows={6} /> : null}
      {preview.error ? <ErrorPanel isCompact error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data ? <PreviewResult {...preview.data} /> : null}
      {deploy.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={deploy.error} /> : null}
      <div className="ds-form-buttons">
        <Button disabled={deploy.isPending} onClick={onBack}>
          {t("services.update.back")}
        </Button>
        <Button
          type="primary"
          disabled={changes.length === 0 || !preview.data}
          loading={deploy.isPending}
          onClick={send}
        >
          {t("services.update.submit")}
        </Button>
      </div>
    </div>
  );
};
