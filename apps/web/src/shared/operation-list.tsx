import type { OperationItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Time } from "../ui/time.tsx";
import styles from "./operation-list.module.css";

/** Operations with a translated label; others show their raw name. */
const operationTypes = [
  "Create_user",
  "Update_user",
  "Import_users",
  "Invite_user",
  "End_sessions",
  "Change_password",
  "Reset_second_factor",
  "Add_authenticator_app",
  "Remove_authenticator_app",
  "Add_passkey",
  "Remove_passkey",
  "Change_permissions",
  "Create_permission",
  "Update_permission",
  "Delete_permission",
  "Request_approval",
  "Approve_request",
  "Reject_request",
] as const;

interface OperationListProps {
  items: readonly OperationItem[];
  /** Facts already shown by the context, such as whose history it is. */
  hiddenFacts?: readonly string[];
  /** In the history of one code the entry's other codes are hidden. */
  onlyCode?: string;
}

/** A section of the audit log, newest first: who did what, when and why. */
export const OperationList = ({ items, hiddenFacts = [], onlyCode }: OperationListProps) => (
  <ol className={styles.list}>
    {items.map((item) => (
      <li key={item.seq} className={styles.item}>
        <OperationHead item={item} />
        <OperationFacts meta={item.meta} hidden={hiddenFacts} onlyCode={onlyCode} />
        {item.reason === "" ? null : <q className={styles.reason}>{item.reason}</q>}
      </li>
    ))}
  </ol>
);

const OperationHead = ({ item }: { item: OperationItem }) => {
  const { t } = useTranslation();
  const known = operationTypes.find((type) => type === item.op_type);
  return (
    <div className={styles.head}>
      <span className={styles.what}>{known ? t(`operations.types.${known}`) : item.op_type.replaceAll("_", " ")}</span>
      <span className={styles.who}>{t("operations.by", { name: item.user_name })}</span>
      <span className={styles.when}>
        <Time at={item.at} />
      </span>
    </div>
  );
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value;

const shown = (value: unknown): string => {
  if (isList(value)) return value.map(shown).join(", ");
  if (isChange(value)) return `${shown(value.from)} → ${shown(value.to)}`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "–");
};

const SIGNS: Readonly<Record<string, string>> = { granted: "+", revoked: "−" };

interface OperationFactsProps {
  meta: OperationItem["meta"];
  hidden: readonly string[];
  onlyCode: string | undefined;
}

const OperationFacts = ({ meta, hidden, onlyCode }: OperationFactsProps) => {
  const facts = Object.entries(meta).filter(
    ([name, value]) => !hidden.includes(name) && (!isList(value) || value.length > 0),
  );
  if (facts.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {facts.map(([name, value]) =>
        SIGNS[name] && isList(value) ? (
          <Codes key={name} name={name} codes={value.filter((code) => onlyCode === undefined || code === onlyCode)} />
        ) : (
          <li key={name}>{`${name}: ${shown(value)}`}</li>
        ),
      )}
    </ul>
  );
};

const Codes = ({ name, codes }: { name: string; codes: readonly unknown[] }) => (
  <>
    {codes.map((code) => (
      <li key={shown(code)} className={name === "granted" ? styles.granted : styles.revoked}>
        {`${SIGNS[name]} ${shown(code)}`}
      </li>
    ))}
  </>
);
