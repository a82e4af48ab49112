import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../ui/format.ts";
import styles from "./settings.module.css";

interface Namespace {
  name: string;
  count: number;
  drafts: number;
}

interface NamespaceListProps {
  /** Undefined while loading for the first time, or on error. */
  namespaces: readonly Namespace[] | undefined;
  isLoading: boolean;
  chosen: string | undefined;
}

/** The namespaces with their numbers of keys and drafts; the selected one is in the URL as `ns`. */
export const NamespaceList = ({ namespaces, isLoading, chosen }: NamespaceListProps) => {
  const { t } = useTranslation();
  const sum = (count: (namespace: Namespace) => number): number =>
    (namespaces ?? []).reduce((total, namespace) => total + count(namespace), 0);
  return (
    <nav className={styles.namespaces} aria-label={t("settings.namespaces.title")}>
      <h2 className={styles.namespacesTitle}>{t("settings.namespaces.title")}</h2>
      {namespaces === undefined ? (
        isLoading && ["70%", "55%", "62%"].map((width) => <SkeletonLine key={width} width={width} />)
      ) : (
        <ul className={styles.namespaceItems}>
          <NamespaceItem
            name={undefined}
            isChosen={chosen === undefined}
            count={sum(({ count }) => count)}
            drafts={sum(({ drafts }) => drafts)}
          />
          {namespaces.map((namespace) => (
            <NamespaceItem key={namespace.name} {...namespace} isChosen={chosen === namespace.name} />
          ))}
        </ul>
      )}
    </nav>
  );
};

interface NamespaceItemProps extends Omit<Namespace, "name"> {
  /** Undefined for all namespaces. */
  name: string | undefined;
  isChosen: boolean;
}

const NamespaceItem = ({ name, count, drafts, isChosen }: NamespaceItemProps) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  for (const key of ["page", "ns"]) next.delete(key);
  if (name !== undefined) next.set("ns", name);
  return (
    <li>
      <Link className={styles.namespace} to={`?${next}`} aria-current={isChosen ? "page" : undefined}>
        <span className={styles.namespaceName} title={name}>
          {name ?? t("settings.namespaces.all")}
        </span>
        {drafts === 0 ? null : (
          <span className={styles.namespaceDrafts} title={t("settings.namespaces.drafts", { count: drafts })}>
            <span aria-hidden="true">{formatCount(drafts, i18n.language)}</span>
            <span className="ds-visually-hidden">{t("settings.namespaces.drafts", { count: drafts })}</span>
          </span>
        )}
        <span className={`${styles.namespaceCount} ds-number`}>{formatCount(count, i18n.language)}</span>
      </Link>
    </li>
  );
};
