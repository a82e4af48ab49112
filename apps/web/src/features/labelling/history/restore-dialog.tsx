import { type LabelRevision, labellingRoutes } from "@dailies/contract";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useRestoreLabel } from "../labelling.queries.ts";

interface RestoreDialogProps {
  revision: LabelRevision;
  onClose: () => void;
}

const reasonForm = z.object({ reason: labellingRoutes.restoreLabel.body.shape.reason });

/** Makes an earlier revision the current one, as a new revision; nothing is deleted. */
export const RestoreDialog = ({ revision, onClose }: RestoreDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useRestoreLabel();
  const names = { revision: revision.revision, person: revision.person };
  return (
    <FormDialog title={t("labelling.history.restoreTitle", names)} widthPx={480} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={async ({ reason }) => {
            const made = await mutateAsync({ revision_id: revision.id, reason });
            void message.success(t("labelling.history.restored", { revision: made.revision }));
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <p>{t("labelling.history.restoreEffect")}</p>
              <Field name="reason" label={t("labelling.history.reason")}>
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
              </Field>
              <FormButtons action={t("labelling.history.restoreAction")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
