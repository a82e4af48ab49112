import type { PerformerTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCurrentUser } from "../../../lib/session.ts";
import { playgroundAddress } from "../paths.ts";
import type { SaveTarget } from "../save/save.queries.ts";
import { SaveCallDialog } from "../save/save-call-dialog.tsx";
import { useMaySave } from "../save/use-may-save.ts";
import { isUnderWay, seedOf } from "./call.rules.ts";
import styles from "./calls.module.css";
import { useCallActs } from "./use-call-acts.ts";

/** Follow-up actions of a job: run again, with another seed, edit, or add to a benchmark. */
export const CallActions = ({ call }: { call: PerformerTaskDetail }) => {
  const { t } = useTranslation();
  const go = useNavigate();
  const { username } = useCurrentUser();
  const maySave = useMaySave();
  const { rerun, cancel, isBusy } = useCallActs();
  const [saving, setSaving] = useState<SaveTarget>();
  return (
    <div className={styles.actions}>
      <Button type="primary" loading={isBusy} onClick={() => rerun(call.id, "same")}>
        {t("performers.acts.rerunSame")}
      </Button>
      {seedOf(call) === undefined ? null : (
        <Button disabled={isBusy} onClick={() => rerun(call.id, "new")}>
          {t("performers.acts.rerunNew")}
        </Button>
      )}
      <Button onClick={() => void go(playgroundAddress({ from: call.id }))}>{t("performers.acts.edit")}</Button>
      {maySave ? (
        <>
          <Button onClick={() => setSaving("column")}>{t("performers.acts.saveColumn")}</Button>
          <Button onClick={() => setSaving("row")}>{t("performers.acts.saveRow")}</Button>
        </>
      ) : null}
      {isUnderWay(call) && call.requested_by === username ? (
        <Button danger disabled={isBusy} onClick={() => cancel(call.id)}>
          {t("performers.acts.cancel")}
        </Button>
      ) : null}
      <SaveCallDialog callId={call.id} target={saving} onClose={() => setSaving(undefined)} />
    </div>
  );
};
