import type { ServiceCredential } from "@dailies/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import type { ShownSecret } from "./secret-dialog.tsx";
import { useCredentialAct } from "./use-credential-act.ts";

interface RotateDialogProps {
  credential: ServiceCredential;
  onClose: () => void;
  onMade: (secret: ShownSecret) => void;
}

export const RotateDialog = ({ credential: { id, name }, onClose, onMade }: RotateDialogProps) => {
  const { t } = useTranslation();
  const rotate = useCredentialAct(() => platformToolsCalls.rotateServiceCredential({ body: { id } }));
  const made = useRef<ShownSecret>(undefined);
  return (
    <Confirm
      isOpen
      title={t("tools.credentials.rotate.title", { name })}
      effect={t("tools.credentials.rotate.effect")}
      action={t("tools.credentials.rotate.send")}
      onConfirm={async () => {
        made.current = await rotate(undefined);
      }}
      // Show the secret after this dialog has closed: with two open dialogs one would take the other's clicks.
      onClose={() => {
        onClose();
        if (made.current) onMade(made.current);
      }}
    />
  );
};
