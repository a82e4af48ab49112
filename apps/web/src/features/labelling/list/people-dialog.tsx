import type { LabelGroup, LabelPerson } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { GroupPicker } from "../groups/group-picker.tsx";
import { labelTaskQuery, useSetPeople } from "../labelling.queries.ts";
import styles from "./list.module.css";
import { useReleasePerson } from "./manage.queries.ts";

interface PeopleDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Who is asked to label, and what each person did so far. */
export const PeopleDialog = ({ taskId, name, onClose }: PeopleDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  return (
    <FormDialog title={t("labelling.people.title", { name })} widthPx={680} onClose={onClose}>
      {(close) => {
        if (data) return <People taskId={taskId} people={data.people} groups={data.groups} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
      }}
    </FormDialog>
  );
};

interface PeopleProps {
  taskId: string;
  people: readonly LabelPerson[];
  groups: readonly LabelGroup[];
  onDone: () => void;
}

const People = ({ taskId, people, groups, onDone }: PeopleProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const asked = people.filter(({ is_asked }) => is_asked).map(({ username }) => username);
  const [chosen, setChosen] = useState<readonly string[]>(asked);
  const [codes, setCodes] = useState<readonly string[]>(groups.map(({ code }) => code));
  const { mutate, isPending, error } = useSetPeople(taskId);
  const save = (): void =>
    mutate(
      { usernames: [...chosen], groups: [...codes] },
      {
        onSuccess: () => {
          void message.success(t("labelling.people.saved"));
          onDone();
        },
      },
    );
  return (
    <div className={styles.stack}>
      <label htmlFor={id}>{t("labelling.people.asked")}</label>
      <PersonPicker id={id} value={chosen} onChange={setChosen} />
      <p className={styles.quiet}>{t("labelling.people.hint")}</p>
      <label htmlFor={`${id}-groups`}>{t("labelling.groups.label")}</label>
      <GroupPicker id={`${id}-groups`} value={codes} known={groups} onChange={setCodes} />
      <p className={styles.quiet}>{t("labelling.groups.help")}</p>
      {people.length > 0 ? <PeopleTable taskId={taskId} people={people} /> : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button type="primary" loading={isPending} onClick={save}>
          {t("labelling.people.save")}
        </Button>
      </div>
    </div>
  );
};

/** In the table and not in the row: the button goes with the last item, before the answer could be told. */
const useRelease = (taskId: string) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending, variables } = useReleasePerson(taskId);
  const release = ({ user_id: userId, username: name }: LabelPerson): void =>
    mutate(userId, {
      onSuccess: ({ released }) => {
        const shown = formatCount(released, i18n.language);
        void message.success(t("labelling.manage.release.done", { count: released, shown, name }));
      },
    });
  return { release, pendingId: isPending ? variables : undefined };
};

interface ReleaseButtonProps {
  person: LabelPerson;
  isPending: boolean;
  onRelease: (person: LabelPerson) => void;
}

/** For somebody who is away: others get the items at once, and not when the lease ends. */
const ReleaseButton = ({ person, isPending, onRelease }: ReleaseButtonProps) => {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      loading={isPending}
      title={t("labelling.manage.release.hint")}
      aria-label={t("labelling.manage.release.of", { name: person.username })}
      onClick={() => onRelease(person)}
    >
      {t("labelling.manage.release.act")}
    </Button>
  );
};

const PeopleTable = ({ taskId, people }: Pick<PeopleProps, "taskId" | "people">) => {
  const { t, i18n } = useTranslation();
  const { release, pendingId } = useRelease(taskId);
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <div className={styles.scroll}>
      <table className={styles.people}>
        <caption className="ds-visually-hidden">{t("labelling.people.done")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("labelling.people.name")}</th>
            <th scope="col" className={styles.numeric}>
              {t("labelling.people.submitted")}
            </th>
            <th scope="col" className={styles.numeric}>
              {t("labelling.people.skipped")}
            </th>
            <th scope="col" className={styles.numeric}>
              {t("labelling.people.leased")}
            </th>
            <th scope="col" className={styles.numeric} title={t("labelling.people.keptHint")}>
              {t("labelling.people.kept")}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <th scope="row">
                {person.username}
                {person.is_external ? <span className={styles.quiet}> · {t("shared.people.external")}</span> : null}
                {person.is_asked ? null : (
                  <span className={styles.quiet}>
                    {" "}
                    · {t(person.is_in_group ? "labelling.groups.inGroup" : "labelling.people.notAsked")}
                  </span>
                )}
              </th>
              <td className={`${styles.numeric} ds-number`}>{count(person.submitted)}</td>
              <td className={`${styles.numeric} ds-number`}>{count(person.skipped)}</td>
              <td className={`${styles.numeric} ds-number`}>
                {count(person.leased)}{" "}
                {person.leased > 0 ? (
                  <ReleaseButton person={person} isPending={pendingId === person.user_id} onRelease={release} />
                ) : null}
              </td>
              <td className={`${styles.numeric} ds-number`}>
                {person.prefill_total === 0
                  ? "—"
                  : formatPercent(person.prefill_kept / person.prefill_total, 0, i18n.language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
