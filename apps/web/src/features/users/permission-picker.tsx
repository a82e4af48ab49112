import type { PermissionItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import { groupPermissions, permissionCodesQuery, usePermissionTexts } from "../../shared/permission-codes.ts";
import { mayGive } from "../../shared/permission-guards.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import styles from "./permission-picker.module.css";

interface PermissionPickerProps {
  /** These three are injected by the form's field. */
  id?: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  /** Already held: keeping these grants nothing new. */
  held?: readonly string[];
}

/** Codes by group with descriptions. A code the user may not grant is disabled, with the reason. */
export const PermissionPicker = ({ id, value = [], onChange, held = [] }: PermissionPickerProps) => {
  const { t } = useTranslation();
  const giver = useCurrentUser();
  const { data, error, refetch } = useQuery(permissionCodesQuery);
  const { groupOf } = usePermissionTexts();
  if (error && !data) {
    return (
      <ErrorPanel isCompact title={t("messages.permissionsFailed")} error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton rows={5} />;
  const toggle = (key: string): void =>
    onChange?.(value.includes(key) ? value.filter((code) => code !== key) : [...value, key]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it already renders a label, which a legend would repeat.
    <div id={id} role="group" aria-label={t("users.perms")} className={styles.picker}>
      {groupPermissions(data.items).map(({ group, codes }) => (
        <section key={group} aria-label={groupOf(group)}>
          <h4 className={styles.group}>{groupOf(group)}</h4>
          {codes.map((code) => (
            <Choice
              key={code.key}
              code={code}
              isChosen={value.includes(code.key)}
              isRefused={!mayGive(giver, code.key) && !held.includes(code.key)}
              onToggle={() => toggle(code.key)}
            />
          ))}
        </section>
      ))}
    </div>
  );
};

interface ChoiceProps {
  code: PermissionItem;
  isChosen: boolean;
  isRefused: boolean;
  onToggle: () => void;
}

const Choice = ({ code, isChosen, isRefused, onToggle }: ChoiceProps) => {
  const { t } = useTranslation();
  const { nameOf, descriptionOf } = usePermissionTexts();
  return (
    <label className={isRefused ? styles.refused : styles.choice}>
      <input type="checkbox" checked={isChosen} disabled={isRefused} onChange={onToggle} />
      <span className={styles.words}>
        <span>
          {nameOf(code)} <code className="ds-mono">{code.key}</code>
        </span>
        <span className={styles.meaning}>{isRefused ? t("users.notYoursToGive") : descriptionOf(code)}</span>
      </span>
    </label>
  );
};
