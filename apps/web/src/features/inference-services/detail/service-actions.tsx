import type { ServiceDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, InputNumber, Select } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { newPerformerAddress, performerAddress } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { callersQuery, useDeleteService, useDeployService } from "../inference-services.queries.ts";
import { isChanging } from "../services.rules.ts";
import styles from "./detail.module.css";

interface ServiceActionsProps {
  one: ServiceDetail;
  onDeleted: () => void;
}

const UpdateDialog = lazyPart(async () => (await import("../update/update-dialog.tsx")).UpdateDialog);

type Act = "update" | "scale" | "pause" | "remove";

/** What its owner or an administrator does with a service; why not is said where the buttons are. */
export const ServiceActions = ({ one, onDeleted }: ServiceActionsProps) => {
  const { t } = useTranslation();
  const [act, setAct] = useState<Act>();
  const { mutate, mutateAsync, isPending } = useDeployService(one.id);
  const close = (): void => setAct(undefined);
  if (!one.may_change) {
    return (
      <div className={styles.foot}>
        <p className={styles.quiet}>{t("services.act.notOwner")}</p>
        <AsPerformer one={one} />
      </div>
    );
  }
  const expected = () => ({ expect_revision: one.revision, request_key: newRequestKey() });
  const isBusy = isChanging(one);
  const { config } = one;
  return (
    <div className={styles.foot}>
      {isBusy ? <p className={styles.quiet}>{t("services.act.busy")}</p> : null}
      {config && one.status !== "paused" ? (
        <>
          <Button disabled={isBusy} onClick={() => setAct("update")}>
            {t("services.update.action")}
          </Button>
          {fixedOf(one).length === 0 ? null : (
            <Button disabled={isBusy} onClick={() => setAct("scale")}>
              {t("services.act.scale")}
            </Button>
          )}
          <Button disabled={isBusy} onClick={() => setAct("pause")}>
            {t("services.act.pause")}
          </Button>
          <Button
            disabled={isBusy}
            loading={isPending}
            onClick={() => mutate({ kind: "update", config, ...expected() })}
          >
            {t("services.act.deployAgain")}
          </Button>
        </>
      ) : null}
      {one.status === "paused" ? (
        <Button disabled={isBusy} loading={isPending} onClick={() => mutate({ kind: "resume", ...expected() })}>
          {t("services.act.resume")}
        </Button>
      ) : null}
      <AsPerformer one={one} />
      <Button danger disabled={isBusy} onClick={() => setAct("remove")}>
        {t("services.act.remove")}
      </Button>
      {act === "update" ? (
        <Suspense fallback={null}>
          <UpdateDialog id={one.id} onClose={close} />
        </Suspense>
      ) : null}
      {act === "scale" ? <ScaleQuestion one={one} onClose={close} /> : null}
      <Confirm
        isOpen={act === "pause"}
        title={t("services.act.pauseTitle", { name: one.name })}
        effect={t("services.act.pauseEffect")}
        action={t("services.act.pause")}
        onConfirm={() => mutateAsync({ kind: "pause", ...expected() })}
        onClose={close}
      />
      {act === "remove" ? <RemoveQuestion one={one} onDeleted={onDeleted} onClose={close} /> : null}
    </div>
  );
};

const MAX_TRIED = 3;

/**
 * Opens the form of a performer with the address of the service, for those who may create one, and the playground with
 * performers that call it already.
 */
const AsPerformer = ({ one }: { one: ServiceDetail }) => {
  const { t } = useTranslation();
  const mayCreate = useCan()({ permission: "PERFORMER_PLAYGROUND" });
  if (!mayCreate) return null;
  const { name, address, model } = one;
  return (
    <>
      {one.performers.slice(0, MAX_TRIED).map((performer) => (
        <LinkButton key={performer.id} to={performerAddress(performer.id)}>
          {t("services.act.tryIt", { name: performer.name })}
        </LinkButton>
      ))}
      {address === null ? null : (
        <LinkButton to={newPerformerAddress({ name, endpoint: address, model, service: one.id })}>
          {t("services.act.performer")}
        </LinkButton>
      )}
    </>
  );
};

/** The deployments whose number of replicas is set by people; others scale themselves. */
const fixedOf = ({ config }: ServiceDetail): { name: string; replicas: number }[] =>
  (config?.deployments ?? []).flatMap(({ name, scaling }) =>
    scaling.mode === "fixed" ? [{ name, replicas: scaling.replicas }] : [],
  );

const ScaleQuestion = ({ one, onClose }: { one: ServiceDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useDeployService(one.id);
  const fixed = fixedOf(one);
  const [deployment, setDeployment] = useState(fixed[0]?.name ?? "");
  const [replicas, setReplicas] = useState(fixed[0]?.replicas ?? 1);
  const choose = (name: string): void => {
    setDeployment(name);
    setReplicas(fixed.find((each) => each.name === name)?.replicas ?? 1);
  };
  return (
    <Confirm
      isOpen
      title={t("services.act.scaleTitle", { name: one.name })}
      effect={
        <div className={styles.scale}>
          {fixed.length > 1 ? (
            <Select
              value={deployment}
              style={{ minWidth: 160 }}
              aria-label={t("services.form.deployment")}
              options={fixed.map(({ name }) => ({ value: name, label: name }))}
              onChange={choose}
            />
          ) : null}
          <span id="service-replicas">{t("services.act.scaleOf", { name: deployment })}</span>
          <InputNumber
            min={1}
            max={256}
            precision={0}
            value={replicas}
            aria-labelledby="service-replicas"
            onChange={(value) => setReplicas(value ?? 1)}
          />
        </div>
      }
      action={t("services.act.scale")}
      onConfirm={() => {
        const expected = { expect_revision: one.revision, request_key: newRequestKey() };
        return mutateAsync({ kind: "scale", deployment, replicas, ...expected });
      }}
      onClose={onClose}
    />
  );
};

const RemoveQuestion = ({ one, onDeleted, onClose }: ServiceActionsProps & { onClose: () => void }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useDeleteService(one.id);
  const remove = async (): Promise<void> => {
    await mutateAsync();
    // The list shows how the deletion goes on.
    onDeleted();
  };
  return (
    <Confirm
      isOpen
      isDangerous
      widthPx={560}
      title={t("services.act.removeTitle", { name: one.name })}
      effect={
        <>
          <p>{t(one.kind === "Ray Serve" ? "services.act.removeServe" : "services.act.removeEndpoint")}</p>
          <Callers id={one.id} />
        </>
      }
      action={t("services.act.remove")}
      onConfirm={remove}
      onClose={onClose}
    />
  );
};

const Callers = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation();
  const callers = useQuery(callersQuery(id));
  if (callers.isPending) return <Skeleton rows={2} />;
  if (callers.error) return <ErrorPanel isCompact error={callers.error} onRetry={() => void callers.refetch()} />;
  const { items } = callers.data;
  if (items.length === 0) return <p className={styles.quiet}>{t("services.act.noCallers")}</p>;
  return (
    <>
      <h4 className={styles.small}>{t("services.act.callers")}</h4>
      <ul className={styles.replicas}>
        {items.map(({ performer_id: performerId, performer, user, calls }) => (
          <li key={`${performerId} ${user}`}>
            {t("services.act.calls", { count: calls, shown: formatCount(calls, i18n.language), user, performer })}
          </li>
        ))}
      </ul>
    </>
  );
};
