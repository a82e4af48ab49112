import type { PasskeyItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { CodeProof } from "../second-factor/code-proof.tsx";
import { useRemovePasskey } from "./passkeys.queries.ts";

export const PasskeyRemoval = ({ passkey, onEnd }: { passkey: PasskeyItem; onEnd: () => void }) => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemovePasskey();
  const { id, name } = passkey;
  return (
    <CodeProof
      hint={t("secondFactors.passkeys.removeHint", { name })}
      label={t("secondFactors.passkeys.orCode")}
      action={t("secondFactors.passkeys.remove")}
      error={error}
      isPending={isPending}
      onProof={(proof) => mutate({ id, proof }, { onSuccess: onEnd })}
      onCancel={onEnd}
    >
      <p>
        <Button danger loading={isPending} onClick={() => mutate({ id }, { onSuccess: onEnd })}>
          {t("secondFactors.passkeys.confirm")}
        </Button>
      </p>
    </CodeProof>
  );
};
