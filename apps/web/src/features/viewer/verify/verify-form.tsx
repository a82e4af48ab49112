import type { VerifyRun, ViewerHeader } from "@dailies/contract";
import { Button, Checkbox, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { useVerify } from "../viewer.queries.ts";
import styles from "./verify.module.css";

interface VerifyFormProps {
  header: ViewerHeader;
  shard: number | undefined;
  onStarted: (run: VerifyRun) => void;
}

/** What to verify: everything or the current shard; every sample, or only sizes and hashes. */
export const VerifyForm = ({ header, shard, onStarted }: VerifyFormProps) => {
  const { t, i18n } = useTranslation();
  const [isAll, setIsAll] = useState(true);
  const [decodesSamples, setDecodesSamples] = useState(true);
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const { mutate, isPending } = useVerify(header.handle);
  const count = (value: number): string => formatCount(value, i18n.language);

  const start = (): void => {
    const shards = isAll || shard === undefined ? undefined : [shard];
    mutate(
      { shards, decodesSamples, requestKey },
      {
        onSuccess: (run) => {
          setRequestKey(newRequestKey());
          onStarted(run);
        },
      },
    );
  };

  return (
    <section className={styles.form}>
      <Radio.Group
        aria-label={t("viewer.verify.what")}
        value={isAll}
        onChange={(event) => setIsAll(event.target.value === true)}
        options={[
          {
            value: true,
            label: t("viewer.verify.all", {
              shards: count(header.shards),
              bytes: formatBytes(header.stored_bytes, i18n.language),
            }),
          },
          ...(shard === undefined ? [] : [{ value: false, label: t("viewer.verify.one", { shard: count(shard) }) }]),
        ]}
      />
      <Checkbox checked={decodesSamples} onChange={(event) => setDecodesSamples(event.target.checked)}>
        {t("viewer.verify.decode")}
      </Checkbox>
      <p className={styles.quiet}>{t("viewer.verify.hint")}</p>
      <Button type="primary" loading={isPending} onClick={start}>
        {t("viewer.verify.start")}
      </Button>
    </section>
  );
};
