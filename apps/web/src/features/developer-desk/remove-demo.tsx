import type { Access } from "@dailies/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { demoCalls } from "../../lib/api/clients/system.ts";
import { useCan } from "../../lib/session.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";

const REMOVERS: Access = { permission: "ADMIN_MANAGE_R", isInternalOnly: true };

const useRemoveDemo = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => demoCalls.removeDemo({}),
    onSettled: () => cache.invalidateQueries(),
  });
};

/** Removes what the first run made; for administrators. */
export const RemoveDemo = () => {
  const { t } = useTranslation();
  const can = useCan();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync, data } = useRemoveDemo();
  if (!can(REMOVERS)) return null;
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {t("desk.demo.remove")}
      </Button>
      {data ? <p role="status">{t("desk.demo.removed", { ...data })}</p> : null}
      {data && data.performers_left > 0 ? <p>{t("desk.demo.left", { count: data.performers_left })}</p> : null}
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("desk.demo.title")}
        effect={t("desk.demo.effect")}
        action={t("desk.demo.remove")}
        onConfirm={() => mutateAsync()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
