import { type FavoriteItem, operationReason } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useAuditFavorite } from "../content.queries.ts";
import styles from "./lightbox.module.css";

const form = z.object({ reason: operationReason });

interface RejectDialogProps {
  item: FavoriteItem;
  onDecided: (item: FavoriteItem) => void;
  onClose: () => void;
}

/** A rejection requires a reason, for the author and for other operators. */
export const RejectDialog = ({ item, onDecided, onClose }: RejectDialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useAuditFavorite(onDecided);
  const reject = ({ reason }: z.output<typeof form>): Promise<unknown> =>
    mutateAsync({ id: item.id, audit_status: "rejected", expected_status: item.audit_status, reason });
  return (
    <FormDialog title={t("content.reject.title", { email: item.user_email })} onClose={onClose}>
      {(close) => (
        <ZodForm schema={form} onSubmit={(values) => reject(values).then(close)}>
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t("content.reject.effect")}</p>
              <Field name="reason" label={t("content.reject.reason")} help={t("content.reject.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons isDangerous action={t("content.reject.action")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
