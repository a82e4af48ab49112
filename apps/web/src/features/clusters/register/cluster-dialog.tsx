import type { ClusterItem } from "@dailies/contract";
import { CLUSTER_KINDS, createClusterBody } from "@dailies/contract/clusters/schemas";
import { Checkbox, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { useCreateCluster, useUpdateCluster } from "../clusters.queries.ts";

const fields = createClusterBody.omit({ request_key: true });

interface ClusterDialogProps {
  /** Absent for a new one. */
  one?: ClusterItem;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Registers a cluster or changes one. The server checks the connection before it saves. */
export const ClusterDialog = ({ one, onSaved, onClose }: ClusterDialogProps) => {
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const [kind, setKind] = useState(one?.kind ?? "Ray");
  const create = useCreateCluster();
  const update = useUpdateCluster(one?.id ?? "");
  const title = one ? t("clusters.form.edit", { name: one.name }) : t("clusters.form.new");
  return (
    <FormDialog title={title} isBusy={create.isPending || update.isPending} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={fields}
          initial={{
            kind,
            name: one?.name,
            address: one?.address ?? undefined,
            namespace: one?.namespace ?? undefined,
            is_check_skipped: false,
          }}
          onSubmit={async (values) => {
            const saved = one
              ? await update.mutateAsync({ ...values, kind, expect_revision: one.revision })
              : await create.mutateAsync({ ...values, kind, request_key: requestKey });
            onSaved(saved.id);
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              {one ? null : (
                <Field name="kind" isNeeded label={t("clusters.kuberay.kind")}>
                  <Radio.Group
                    options={CLUSTER_KINDS.map((value) => ({ value, label: t(`clusters.kuberay.kinds.${value}`) }))}
                    onChange={({ target }) => setKind(target.value)}
                  />
                </Field>
              )}
              <Field name="name" label={t("clusters.form.name")}>
                <Input maxLength={120} autoComplete="off" />
              </Field>
              {kind === "KubeRay" ? (
                <KubeRayFields Field={Field} hasCertificate={one?.has_ca_certificate === true} />
              ) : (
                <Field name="address" label={t("clusters.form.address")} help={t("clusters.form.addressHelp")}>
                  <Input placeholder="http://ray-head:8265" autoComplete="off" spellCheck={false} />
                </Field>
              )}
              <Field
                name="token"
                label={kind === "KubeRay" ? t("clusters.kuberay.token") : t("clusters.form.token")}
                help={one?.has_token ? t("clusters.form.tokenKept") : t("clusters.form.tokenHelp")}
              >
                <Input.Password autoComplete="new-password" visibilityToggle={false} />
              </Field>
              <Field name="is_check_skipped" label={t("clusters.form.check")} valueProp="checked">
                <Checkbox>{t("clusters.form.skip")}</Checkbox>
              </Field>
              <FormButtons
                action={one ? t("clusters.form.save") : t("clusters.form.register")}
                isBusy={isBusy}
                onCancel={close}
              />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};

interface KubeRayFieldsProps {
  Field: ZodFormParts<typeof fields>["Field"];
  hasCertificate: boolean;
}

const KubeRayFields = ({ Field, hasCertificate }: KubeRayFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Field name="address" label={t("clusters.kuberay.address")} help={t("clusters.kuberay.addressHelp")}>
        <Input placeholder="https://kubernetes.example.com:6443" autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        name="namespace"
        isNeeded
        label={t("clusters.kuberay.namespace")}
        help={t("clusters.kuberay.namespaceHelp")}
      >
        <Input maxLength={63} autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        name="ca_certificate"
        label={t("clusters.kuberay.certificate")}
        help={hasCertificate ? t("clusters.kuberay.certificateKept") : t("clusters.kuberay.certificateHelp")}
      >
        <Input.TextArea rows={3} placeholder="-----BEGIN CERTIFICATE-----" spellCheck={false} />
      </Field>
    </>
  );
};
