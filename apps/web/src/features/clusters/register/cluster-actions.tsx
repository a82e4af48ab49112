import type { ClusterItem } from "@dailies/contract";
import { App, Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useCheckCluster, useDeleteCluster } from "../clusters.queries.ts";

const ClusterDialog = lazyPart(async () => (await import("./cluster-dialog.tsx")).ClusterDialog);

/** What administrators do with a cluster. */
export const ClusterActions = ({ one }: { one: ClusterItem }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState<"edit" | "remove">();
  const check = useCheckCluster(one.id);
  const remove = useDeleteCluster(one.id);
  const runCheck = async (): Promise<void> => {
    const { is_ok: isOk, fault } = await check.mutateAsync();
    if (isOk) void message.success(t("clusters.check.ok"));
    else if (fault !== null) void message.warning(t(`clusters.fault.${fault}`));
  };
  return (
    <>
      <Button size="small" loading={check.isPending} onClick={() => void runCheck().catch(() => undefined)}>
        {t("clusters.check.action")}
      </Button>
      <Button size="small" onClick={() => setOpen("edit")}>
        {t("clusters.form.change")}
      </Button>
      <Button size="small" danger onClick={() => setOpen("remove")}>
        {t("clusters.remove.action")}
      </Button>
      {open === "edit" ? (
        <Suspense fallback={null}>
          <ClusterDialog one={one} onSaved={() => undefined} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
      <Confirm
        isOpen={open === "remove"}
        isDangerous
        title={t("clusters.remove.title", { name: one.name })}
        effect={t("clusters.remove.effect")}
        action={t("clusters.remove.action")}
        onConfirm={() => remove.mutateAsync()}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
};
