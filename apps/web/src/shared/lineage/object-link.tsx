import type { LineageObject } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../lib/session.ts";
import styles from "./lineage.module.css";
import { lineageAddress } from "./lineage-address.ts";

/** The address of an object for this user: the page of a performer needs a permission that seeing its name does not. */
export const useObjectAddress = (): ((object: LineageObject) => string | undefined) => {
  const mayOpenPerformers = useCan()({ permission: "PERFORMER_PLAYGROUND" });
  return (object) => (object.kind === "performer" && !mayOpenPerformers ? undefined : lineageAddress(object));
};

export const useObjectName = (): ((object: LineageObject) => string) => {
  const { t } = useTranslation();
  return ({ name, version }) => (version === null ? name : t("lineage.version", { name, version }));
};

interface ObjectLinkProps {
  object: LineageObject;
  onOpen?: (() => void) | undefined;
}

/** The name of an object as a link to its page. */
export const ObjectLink = ({ object, onOpen }: ObjectLinkProps) => {
  const { t } = useTranslation();
  const address = useObjectAddress()(object);
  const name = useObjectName()(object);
  return (
    <>
      {address === undefined ? (
        <span title={name}>{name}</span>
      ) : (
        <Link to={address} title={name} {...(onOpen && { onClick: onOpen })}>
          {name}
        </Link>
      )}
      {object.is_deleted ? <span className={styles.quiet}> ({t("lineage.deleted")})</span> : null}
    </>
  );
};
