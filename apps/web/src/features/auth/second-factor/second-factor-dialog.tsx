import type { PasskeyItem, SecondFactorState } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { PasskeyEnrolment, PasskeyRenaming } from "../passkeys/passkey-name-form.tsx";
import { PasskeyRemoval } from "../passkeys/passkey-removal.tsx";
import { passkeysQuery } from "../passkeys/passkeys.queries.ts";
import { PasskeysSection } from "../passkeys/passkeys-section.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import styles from "./second-factor.module.css";
import { secondFactorQuery, useRenewRecoveryCodes, useStartTotp } from "./second-factor.queries.ts";
import { TotpRemoval } from "./totp-removal.tsx";
import { TotpSetup } from "./totp-setup.tsx";

type Step =
  | { name: "state" }
  | { name: "setup"; secret: string; uri: string }
  | { name: "codes"; codes: readonly string[] }
  | { name: "removal" }
  | { name: "passkey" }
  | { name: "passkey-name"; passkey: PasskeyItem }
  | { name: "passkey-removal"; passkey: PasskeyItem };

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
        loading={isPending}
        onClick={() => mutate(undefined, { onSuccess: (started) => onStep({ name: "setup", ...started }) })}
      >
        {t("secondFactors.setUp")}
      </Button>
    </>
  );
};

const On = ({ since, onStep }: StepProps & { since: string }) => {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t("secondFactors.on")} <Time at={since} />
      </p>
      <Button danger onClick={() => onStep({ name: "removal" })}>
        {t("secondFactors.remove")}
      </Button>
    </>
  );
};

const Codes = ({ left, onStep }: StepProps & { left: number }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useRenewRecoveryCodes();
  return (
    <section>
      <h3 className={styles.heading}>{t("secondFactors.codes")}</h3>
      <p className={styles.hint}>{t("secondFactors.codesLeft", { count: left })}</p>
      <Button
        loading={isPending}
        onClick={() =>
          mutate(undefined, { onSuccess: ({ recovery_codes }) => onStep({ name: "codes", codes: recovery_codes }) })
        }
      >
        {t("secondFactors.renew")}
      </Button>
    </section>
  );
};

const Overview = ({ state, onStep }: StepProps & { state: SecondFactorState }) => {
  const { t } = useTranslation();
  const { data: passkeys } = useQuery(passkeysQuery);
  const { totp_since: since, recovery_codes_left: left } = state;
  const hasAny = since !== null || (passkeys?.items.length ?? 0) > 0;
  return (
    <div className={styles.sections}>
      <section>
        <h3 className={styles.heading}>{t("secondFactors.passkeys.title")}</h3>
        <PasskeysSection
          onAdd={() => onStep({ name: "passkey" })}
          onRename={(passkey) => onStep({ name: "passkey-name", passkey })}
          onRemove={(passkey) => onStep({ name: "passkey-removal", passkey })}
        />
      </section>
      <section>
        <h3 className={styles.heading}>{t("secondFactors.passkeys.appTitle")}</h3>
        {since === null ? <Off onStep={onStep} /> : <On since={since} onStep={onStep} />}
      </section>
      {hasAny && <Codes left={left} onStep={onStep} />}
    </div>
  );
};

const Body = ({ state, step, onStep }: StepProps & { state: SecondFactorState; step: Step }) => {
  const back = (): void => onStep({ name: "state" });
  const showCodes = (codes: readonly string[]): void => onStep({ name: "codes", codes });
  if (step.name === "codes") return <RecoveryCodeList codes={step.codes} onDone={back} />;
  if (step.name === "removal") return <TotpRemoval onEnd={back} />;
  if (step.name === "setup")
    return <TotpSetup secret={step.secret} uri={step.uri} onCancel={back} onConfirmed={showCodes} />;
  if (step.name === "passkey")
    return <PasskeyEnrolment onAdded={(codes) => (codes ? showCodes(codes) : back())} onCancel={back} />;
  if (step.name === "passkey-name")
    return <PasskeyRenaming id={step.passkey.id} name={step.passkey.name} onEnd={back} />;
  if (step.name === "passkey-removal") return <PasskeyRemoval passkey={step.passkey} onEnd={back} />;
  return <Overview state={state} onStep={onStep} />;
};

/** The second factors of one's own account: passkeys, the authenticator app and recovery codes. */
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
