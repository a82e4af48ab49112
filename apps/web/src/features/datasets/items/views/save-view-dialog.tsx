import { datasetName } from "@dailies/contract";
import { App, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { newRequestKey } from "../../../../lib/api/request-key.ts";
import { FormButtons } from "../../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../../ui/form/zod-form.tsx";
import { useSaveView } from "../items-acts.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./views.module.css";

const schema = z.object({ name: datasetName });

/** Saves the filter with its version and seed under a name. */
export const SaveViewDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { dataset, version, filter, urlState } = useBrowser();
  const { q, order, seed } = urlState.values;
  const { mutateAsync } = useSaveView(dataset.id);
  const [requestKey] = useState(newRequestKey);
  const facts = [
    [t("datasetItems.views.version"), String(version)],
    [t("datasetItems.views.where"), filter.where || t("datasetItems.views.everything")],
    ...(q === "" ? [] : [[t("datasetItems.views.words"), q]]),
    ...(order === "" ? [] : [[t("datasetItems.views.order"), order]]),
    [t("datasetItems.views.seed"), String(seed)],
  ] as const;
  const save = async (name: string, close: () => void): Promise<void> => {
    const view = await mutateAsync({
      name,
      filters: [],
      where: filter.where,
      q,
      version,
      order_by: order,
      seed,
      request_key: requestKey,
    });
    void message.success(t("datasetItems.views.saved", { name: view.name, count: view.items }));
    close();
  };
  return (
    <FormDialog title={t("datasetItems.views.title")} onClose={onClose}>
      {(close) => (
        <ZodForm schema={schema} onSubmit={({ name }) => save(name, close)}>
          {({ Field, isBusy }) => (
            <>
              <p className={styles.about}>{t("datasetItems.views.about")}</p>
              <dl className={styles.facts}>
                {facts.map(([label, value]) => (
                  <div key={label} className={styles.fact}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              <Field name="name" label={t("datasetItems.views.name")}>
                <Input autoFocus autoComplete="off" />
              </Field>
              <FormButtons action={t("datasetItems.views.save")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
