import { useState } from "react";
import { useLocation } from "react-router";
import { SetPasswordDialog } from "../../features/auth/set-password-dialog.tsx";
import { page } from "../../lib/page.ts";

interface PasswordGateProps {
  isAsked: boolean;
  hasPassword: boolean;
  onClose: () => void;
}

/** Opens on request, and automatically on every screen until the user has set a password. */
export const PasswordGate = ({ isAsked, hasPassword, onClose }: PasswordGateProps) => {
  const { key } = useLocation();
  const [putOffAt, setPutOffAt] = useState<string>();
  const isOpen = isAsked || (!hasPassword && putOffAt !== key);
  const putOff = (): void => {
    setPutOffAt(key);
    onClose();
  };
  return isOpen ? <SetPasswordDialog hasPassword={hasPassword} onClose={putOff} onSaved={() => page.reload()} /> : null;
};
