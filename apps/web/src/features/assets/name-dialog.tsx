import { assetName } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";

const nameSchema = z.object({ name: assetName });

interface NameDialogProps {
  title: string;
  action: string;
  initial?: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a folder or file. */
export const NameDialog = ({ title, action, initial, onSave, onClose }: NameDialogProps) => {
  const { t } = useTranslation();
  const save = async (name: string): Promise<void> => {
    await onSave(name);
    onClose();
  };
  return (
    <FormDialog title={title} widthPx={440} onClose={onClose}>
      <ZodForm schema={nameSchema} initial={{ name: initial }} onSubmit={({ name }) => save(name)}>
        {({ Field, isBusy }) => (
          <>
            <Field name="name" label={t("assets.columns.name")}>
              <Input autoFocus autoComplete="off" />
            </Field>
            <FormButtons action={action} isBusy={isBusy} onCancel={onClose} />
          </>
        )}
      </ZodForm>
    </FormDialog>
  );
};
