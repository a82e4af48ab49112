import type { RunSourceItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useCan } from "../../../lib/session.ts";
import { Detail } from "../../../ui/detail.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./sources.module.css";
import { sourcesQuery, useCheckSource, useDeleteSource } from "./sources.queries.ts";

const SourceDialog = lazyPart(async () => (await import("./source-dialog.tsx")).SourceDialog);

const TONES: Readonly<Record<RunSourceItem["status"], StatusTone>> = {
  Waiting: "neutral",
  Reachable: "success",
  Unreachable: "error",
};

/** The MLflow servers whose runs are in the list, how old what is known of them is, and what administrators do with them. */
export const SourcesDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const sources = useQuery(sourcesQuery());
  const mayChange = useCan()({ permission: "ADMIN_MANAGE_R", isInternalOnly: true });
  const [isNew, setIsNew] = useState(false);
  const items = sources.data?.items ?? [];
  const add = mayChange ? (
    <Button type="primary" onClick={() => setIsNew(true)}>
      {t("experiments.sources.form.register")}
    </Button>
  ) : undefined;
  return (
    <Detail
      isOpen
      title={t("experiments.sources.title")}
      onClose={onClose}
      isLoading={sources.isPending}
      error={sources.data ? undefined : sources.error}
      onRetry={() => void sources.refetch()}
      footer={items.length > 0 ? add : undefined}
    >
      {items.length === 0 ? (
        <EmptyState title={t("experiments.sources.none")} action={add}>
          {mayChange ? t("experiments.sources.noneHint") : t("experiments.sources.askAdmin")}
        </EmptyState>
      ) : (
        <div className={styles.list}>
          <p className={styles.quiet}>{t("experiments.sources.about")}</p>
          {items.map((one) => (
            <SourceCard key={one.id} one={one} mayChange={mayChange} />
          ))}
        </div>
      )}
      {isNew ? (
        <Suspense fallback={null}>
          <SourceDialog onClose={() => setIsNew(false)} />
        </Suspense>
      ) : null}
    </Detail>
  );
};

const SourceCard = ({ one, mayChange }: { one: RunSourceItem; mayChange: boolean }) => {
  const { t, i18n } = useTranslation();
  const timeOf = (at: string | null): ReactNode => (at === null ? t("experiments.none") : <Time at={at} />);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("experiments.sources.fact.seen"), timeOf(one.seen_at)],
    [t("experiments.sources.fact.swept"), timeOf(one.swept_at)],
    [t("experiments.sources.fact.runs"), formatCount(one.runs, i18n.language)],
    [t("experiments.sources.fact.experiments"), formatCount(one.experiments, i18n.language)],
    [t("experiments.sources.fact.version"), one.version ?? t("experiments.none")],
    [t("experiments.sources.fact.login"), t(`experiments.sources.login.${one.login_kind}`)],
    ...(one.address === null ? [] : [[t("experiments.sources.form.address"), one.address] as const]),
  ];
  return (
    <article className={styles.source} aria-label={one.name}>
      <header className={styles.head}>
        <h3>{one.name}</h3>
        <StatusTag tone={TONES[one.status]}>{t(`experiments.sources.status.${one.status}`)}</StatusTag>
      </header>
      {one.fault === null ? null : <p>{t(`experiments.sources.fault.${one.fault}`)}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {one.experiments_left_out > 0 ? <p className={styles.quiet}>{t("experiments.sources.leftOut")}</p> : null}
      {mayChange ? <SourceActions one={one} /> : null}
    </article>
  );
};

const SourceActions = ({ one }: { one: RunSourceItem }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState<"edit" | "remove">();
  const check = useCheckSource(one.id);
  const remove = useDeleteSource(one.id);
  const runCheck = async (): Promise<void> => {
    const { is_ok: isOk, fault } = await check.mutateAsync();
    if (isOk) void message.success(t("experiments.sources.check.ok"));
    else if (fault !== null) void message.warning(t(`experiments.sources.fault.${fault}`));
  };
  return (
    <div className={styles.buttons}>
      <Button size="small" loading={check.isPending} onClick={() => void runCheck().catch(() => undefined)}>
        {t("experiments.sources.check.action")}
      </Button>
      <Button size="small" onClick={() => setOpen("edit")}>
        {t("experiments.sources.form.change")}
      </Button>
      <Button size="small" danger onClick={() => setOpen("remove")}>
        {t("experiments.sources.remove.action")}
      </Button>
      {open === "edit" ? (
        <Suspense fallback={null}>
          <SourceDialog one={one} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
      <Confirm
        isOpen={open === "remove"}
        isDangerous
        title={t("experiments.sources.remove.title", { name: one.name })}
        effect={t("experiments.sources.remove.effect")}
        action={t("experiments.sources.remove.action")}
        onConfirm={() => remove.mutateAsync()}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
};
