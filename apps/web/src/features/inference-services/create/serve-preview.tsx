import { Button, Form } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { givenValues } from "../../../ui/form/zod-faults.ts";
import { formatNumber } from "../../../ui/format.ts";
import { usePreviewService } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { configOf, serveForm } from "./serve-form.rules.ts";

/** Asks the cluster now: what would be written, whether it fits, and what is in the way. */
export const ServePreview = () => {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const preview = usePreviewService();
  const ask = async (): Promise<void> => {
    const parsed = serveForm.safeParse(givenValues(serveForm, form.getFieldsValue()));
    if (!parsed.success) {
      await form.validateFields();
      return;
    }
    const { name, cluster_id } = parsed.data;
    await preview.mutateAsync({ name, cluster_id, config: configOf(parsed.data) });
  };
  return (
    <div className={styles.notes} aria-live="polite">
      <div>
        <Button loading={preview.isPending} onClick={() => void ask().catch(() => undefined)}>
          {t("services.preview.action")}
        </Button>
      </div>
      {preview.error ? <ErrorPanel isCompact error={preview.error} /> : null}
      {preview.data ? <PreviewResult {...preview.data} /> : null}
    </div>
  );
};

type Preview = NonNullable<ReturnType<typeof usePreviewService>["data"]>;

export const PreviewResult = ({ put_body: body, fit, refusal }: Preview) => {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(Math.round(value * 10) / 10, i18n.language);
  const asked = { cpu: number(fit.asked.cpu), gpu: number(fit.asked.gpu) };
  return (
    <>
      {fit.is_fit === null || fit.free === null ? (
        <StatusTag tone="neutral">{t("services.preview.unknown")}</StatusTag>
      ) : (
        <StatusTag tone={fit.is_fit ? "success" : "warning"}>
          {t(fit.is_fit ? "services.preview.fits" : "services.preview.doesNotFit", {
            ...asked,
            freeCpu: number(fit.free.cpu),
            freeGpu: number(fit.free.gpu),
          })}
        </StatusTag>
      )}
      {refusal === null ? null : <p className={styles.fault}>{t("services.preview.refused", { reason: refusal })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <pre className={styles.preview} tabIndex={0}>
        {body}
      </pre>
    </>
  );
};
