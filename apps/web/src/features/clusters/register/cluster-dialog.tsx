import type { ClusterItem } from "@dailies/contract";
import { createClusterBody } from "@dailies/contract/clusters/schemas";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useCreateCluster, useUpdateCluster } from "../clusters.queries.ts";

const fields = createClusterBody.omit({ request_key: true, kind: true });

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
  const create = useCreateCluster();
  const update = useUpdateCluster(one?.id ?? "");
  const title = one ? t("clusters.form.edit", { name: one.name }) : t("clusters.form.new");
  return (
    <FormDialog title={title} isBusy={create.isPending || update.isPending} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={fields}
          initial={{ name: one?.name, address: one?.address ?? undefined, is_check_skipped: false }}
          onSubmit={async (values) => {
            const saved = one
              ? await update.mutateAsync({ ...values, expect_revision: one.revision })
              : await create.mutateAsync({ ...values, request_key: requestKey });
            onSaved(saved.id);
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <Field name="name" label={t("clusters.form.name")}>
                <Input maxLength={120} autoComplete="off" />
              </Field>
              <Field name="address" label={t("clusters.form.address")} help={t("clusters.form.addressHelp")}>
                <Input placeholder="http://ray-head:8265" autoComplete="off" spellCheck={false} />
              </Field>
              <Field
                name="token"
                label={t("clusters.form.token")}
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
