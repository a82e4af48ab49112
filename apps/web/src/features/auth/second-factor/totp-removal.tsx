import { useTranslation } from "react-i18next";
import { CodeProof } from "./code-proof.tsx";
import { useRemoveTotp } from "./second-factor.queries.ts";

export const TotpRemoval = ({ onEnd }: { onEnd: () => void }) => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemoveTotp();
  return (
    <CodeProof
      hint={t("secondFactors.removeHint")}
      label={t("secondFactors.anyCode")}
      action={t("secondFactors.remove")}
      error={error}
      isPending={isPending}
      onProof={(proof) => mutate(proof, { onSuccess: onEnd })}
      onCancel={onEnd}
    />
  );
};
