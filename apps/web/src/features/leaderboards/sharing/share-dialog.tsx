import type { BoardShare, EvaluationDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./sharing.module.css";
import { sharesQuery, useSharing } from "./sharing.queries.ts";

/** Lets the owner choose who may open the leaderboard. */
export const ShareButton = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("leaderboards.sharing.share")}</Button>
      {isOpen ? <ShareDialog evaluation={evaluation} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
};

const ShareDialog = ({ evaluation, onClose }: { evaluation: EvaluationDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const { task_id: id, name } = evaluation;
  const found = useQuery(sharesQuery(id));
  return (
    <FormDialog title={t("leaderboards.sharing.title", { name })} widthPx={520} onClose={onClose}>
      {() => (
        <>
          <p className={styles.hint}>{t("leaderboards.sharing.hint")}</p>
          <AddPeople taskId={id} />
          {found.error && !found.data ? (
            <ErrorPanel
              isCompact
              title={t("leaderboards.sharing.failed")}
              error={found.error}
              onRetry={() => void found.refetch()}
            />
          ) : null}
          {found.isLoading ? <Skeleton rows={2} /> : null}
          {found.data ? <People taskId={id} people={found.data.items} /> : null}
        </>
      )}
    </FormDialog>
  );
};

const AddPeople = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const id = useId();
  const { share } = useSharing(taskId);
  const [names, setNames] = useState<string[]>([]);
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (names.length > 0 && !share.isPending) share.mutate(names, { onSuccess: () => setNames([]) });
      }}
    >
      <label htmlFor={id}>{t("leaderboards.sharing.people")}</label>
      <PersonPicker id={id} className={styles.names} value={names} onChange={setNames} />
      <Button
        type="primary"
        htmlType="submit"
        disabled={names.length === 0}
        loading={share.isPending}
        // With reduced motion antd leaves its hidden spinner behind, which adds "loading" to the accessible name.
        aria-label={t("leaderboards.sharing.share")}
      >
        {t("leaderboards.sharing.share")}
      </Button>
    </form>
  );
};

const People = ({ taskId, people }: { taskId: string; people: readonly BoardShare[] }) => {
  const { t } = useTranslation();
  const { unshare } = useSharing(taskId);
  if (people.length === 0) return <p className={styles.hint}>{t("leaderboards.sharing.nobody")}</p>;
  return (
    <ul className={styles.people} aria-label={t("leaderboards.sharing.list")}>
      {people.map(({ id, username, realname, is_external, shared_at }) => (
        <li key={id} className={styles.person}>
          <span className={styles.who}>
            <span className={styles.name}>{realname || username}</span>
            <span className={styles.about}>
              {username}
              {is_external ? ` · ${t("shared.people.external")}` : ""} · <Time at={shared_at} />
            </span>
          </span>
          <Button
            size="small"
            disabled={unshare.isPending}
            aria-label={t("leaderboards.sharing.removeName", { name: username })}
            onClick={() => unshare.mutate(id)}
          >
            {t("leaderboards.sharing.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
};
