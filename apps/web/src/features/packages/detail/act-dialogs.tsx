import { type PackageDetail, packagesRoutes } from "@dailies/contract";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { packageAddress } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { labelOf } from "../package.rules.ts";
import { useCancelPackage, useDeletePackage, useDeprecatePackage, useRepeatPackage } from "../packages.queries.ts";
import { UseList } from "./package-facts.tsx";

interface DialogProps {
  one: PackageDetail;
  onClose: () => void;
}

export const CancelDialog = ({ one, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useCancelPackage(one.id);
  const name = labelOf(one);
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("packages.cancel.title", { name })}
      effect={t("packages.cancel.effect")}
      action={t("packages.cancel.action")}
      onConfirm={async () => {
        await mutateAsync();
        void message.success(t("packages.cancel.done", { name }));
      }}
      onClose={onClose}
    />
  );
};

export const RepeatDialog = ({ one, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { mutateAsync } = useRepeatPackage(one.id);
  const [requestKey] = useState(newRequestKey);
  const name = labelOf(one);
  return (
    <Confirm
      isOpen
      title={t("packages.repeat.title", { name })}
      effect={t("packages.repeat.effect", { name: one.name })}
      action={t("packages.repeat.action")}
      onConfirm={async () => {
        const made = await mutateAsync({ request_key: requestKey });
        void message.success(t("packages.create.done", { name: labelOf(made) }));
        await navigate(packageAddress(made.id));
      }}
      onClose={onClose}
    />
  );
};

const reasonForm = packagesRoutes.deprecatePackage.body.pick({ reason: true });

export const DeprecateDialog = ({ one, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeprecatePackage(one.id);
  const name = labelOf(one);
  return (
    <FormDialog title={t("packages.deprecate.title", { name })} widthPx={480} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={async ({ reason }) => {
            await mutateAsync({ is_deprecated: true, reason });
            void message.success(t("packages.deprecate.done", { name }));
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <p>{t("packages.deprecate.effect")}</p>
              <Field name="reason" label={t("packages.deprecate.reason")}>
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
              </Field>
              <FormButtons action={t("packages.deprecate.action")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};

/** What something else reads is not deleted; the dialog names it. */
export const DeleteDialog = ({ one, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeletePackage(one.id);
  const name = labelOf(one);
  if (one.used_by.length > 0) return <UsedDialog one={one} onClose={onClose} />;
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("packages.delete.title", { name })}
      effect={t("packages.delete.effect")}
      action={t("packages.delete.action")}
      typedName={name}
      onConfirm={async () => {
        await mutateAsync();
        void message.success(t("packages.delete.done", { name }));
      }}
      onClose={onClose}
    />
  );
};

const UsedDialog = ({ one, onClose }: DialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("packages.delete.used", { name: labelOf(one) })} widthPx={480} onClose={onClose}>
      {(close) => (
        <>
          <p>{t("packages.delete.usedEffect")}</p>
          <UseList uses={one.used_by} />
          <div className="ds-form-buttons">
            <Button onClick={close}>{t("ui.close")}</Button>
          </div>
        </>
      )}
    </FormDialog>
  );
};
