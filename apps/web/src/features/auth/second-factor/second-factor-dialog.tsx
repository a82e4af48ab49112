import type { SecondFactorState } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import styles from "./second-factor.module.css";
import { secondFactorQuery, useRenewRecoveryCodes, useStartTotp } from "./second-factor.queries.ts";
import { TotpRemoval } from "./totp-removal.tsx";
import { TotpSetup } from "./totp-setup.tsx";

type Step =
  | { name: "state" }
  | { name: "setup"; secret: string; uri: string }
  | { name: "codes"; codes: readonly string[] }
  | { name: "removal" };

interface StepProps {
  onStep: (step: Step) => void;
}

const Off = ({ onStep }: StepProps) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useStartTotp();
  return (
    <>
      <p className={styles.hint}>{t("secondFactors.offHint")}</p>
      <Button
        type="primary"
        loading={isPending}
        onClick={() => mutate(undefined, { onSuccess: (started) => onStep({ name: "setup", ...started }) })}
      >
        {t("secondFactors.setUp")}
      </Button>
    </>
  );
};

const On = ({ since, left, onStep }: StepProps & { since: string; left: number }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useRenewRecoveryCodes();
  return (
    <>
      <p>
        {t("secondFactors.on")} <Time at={since} />
      </p>
      <p className={styles.hint}>{t("secondFactors.codesLeft", { count: left })}</p>
      <div className={styles.actions}>
        <Button
          loading={isPending}
          onClick={() =>
            mutate(undefined, { onSuccess: ({ recovery_codes }) => onStep({ name: "codes", codes: recovery_codes }) })
          }
        >
          {t("secondFactors.renew")}
        </Button>
        <Button danger onClick={() => onStep({ name: "removal" })}>
          {t("secondFactors.remove")}
        </Button>
      </div>
    </>
  );
};

const Body = ({ state, step, onStep }: StepProps & { state: SecondFactorState; step: Step }) => {
  const back = (): void => onStep({ name: "state" });
  if (step.name === "codes") return <RecoveryCodeList codes={step.codes} onDone={back} />;
  if (step.name === "removal") return <TotpRemoval onEnd={back} />;
  if (step.name === "setup") {
    const { secret, uri } = step;
    return (
      <TotpSetup secret={secret} uri={uri} onCancel={back} onConfirmed={(codes) => onStep({ name: "codes", codes })} />
    );
  }
  const { totp_since: since, recovery_codes_left: left } = state;
  return since === null ? <Off onStep={onStep} /> : <On since={since} left={left} onStep={onStep} />;
};

/** The second factor of one's own account: set up, recovery codes, removal. */
export const SecondFactorPanel = ({ onCodesKept }: { onCodesKept?: () => void }) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>({ name: "state" });
  const move = (next: Step): void => {
    if (step.name === "codes" && next.name === "state") onCodesKept?.();
    setStep(next);
  };
  if (data) return <Body state={data} step={step} onStep={move} />;
  if (!error) return <Skeleton rows={3} />;
  return (
    <ErrorPanel
      title={t("secondFactors.failed")}
      error={error}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
};

export const SecondFactorDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t("secondFactors.title")}
      width={520}
      footer={null}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={onClose}
    >
      <SecondFactorPanel />
    </Modal>
  );
};
