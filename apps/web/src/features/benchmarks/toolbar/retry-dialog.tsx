import type { BenchmarkDetail } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { formatCount } from "../../../ui/format.ts";
import { progressOf, retryableOf } from "../benchmark.rules.ts";
import { useRetryFailed } from "../benchmarks.queries.ts";
import { ReasonDialog } from "../dialogs/reason-dialog.tsx";

interface RetryDialogProps {
  task: BenchmarkDetail;
  onClose: () => void;
}

export const RetryDialog = ({ task, onClose }: RetryDialogProps) => {
  const { t, i18n } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  // Captured when the dialog opens; the number must not change while the user reads it.
  const [count] = useState(() => retryableOf(progressOf(task)));
  const { mutateAsync } = useRetryFailed(task.id);
  const words = { count, shown: formatCount(count, i18n.language) };
  return (
    <ReasonDialog
      title={t("benchmarks.retry.title")}
      effect={t("benchmarks.retry.effect", words)}
      action={t("benchmarks.retry.action", words)}
      onAct={(reason) => mutateAsync({ reason, request_key: requestKey })}
      onClose={onClose}
    />
  );
};
