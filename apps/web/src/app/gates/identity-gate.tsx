import { ConfirmIdentityDialog } from "../../features/auth/confirmation/confirm-identity-dialog.tsx";
import type { IdentityQuestion } from "../../lib/api/identity-check.ts";

interface IdentityGateProps {
  question: IdentityQuestion;
  hasPassword: boolean;
}

/** Opens when any call is answered that the sign-in is too old for it. */
export const IdentityGate = ({ question, hasPassword }: IdentityGateProps) => (
  <ConfirmIdentityDialog hasPassword={hasPassword} onAnswer={question.answer} />
);
