import type { UserItem } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Difference, differences, type EditedUser } from "./edit-user.rules.ts";
import styles from "./users.module.css";

interface EditConflictProps {
  theirs: UserItem;
  mine: EditedUser;
  onLoadTheirs: () => void;
  onKeepMine: () => void;
}

/** Edit conflict. Nothing was saved; the user chooses which version to continue with. */
export const EditConflict = ({ theirs, mine, onLoadTheirs, onKeepMine }: EditConflictProps) => {
  const { t } = useTranslation();
  const [isLooking, setIsLooking] = useState(false);
  return (
    <div role="alert" className={styles.conflict}>
      <p className={styles.lead}>{t("users.conflict.what", { name: theirs.realname })}</p>
      {isLooking ? <Differences lines={differences(mine, theirs)} /> : null}
      {isLooking || theirs.is_enabled ? null : <p className={styles.quiet}>{t("users.conflict.nowDisabled")}</p>}
      <div className={styles.footer}>
        {isLooking ? null : <Button onClick={() => setIsLooking(true)}>{t("users.conflict.look")}</Button>}
        {isLooking ? <Button onClick={onKeepMine}>{t("users.conflict.keepMine")}</Button> : null}
        <Button type="primary" onClick={onLoadTheirs}>
          {t("users.conflict.loadTheirs")}
        </Button>
      </div>
    </div>
  );
};

const Differences = ({ lines }: { lines: readonly Difference[] }) => {
  const { t } = useTranslation();
  const labels = { realname: t("users.realname"), user_role: t("users.role"), perms: t("users.perms") };
  if (lines.length === 0) return <p className={styles.quiet}>{t("users.conflict.same")}</p>;
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">{t("users.conflict.field")}</th>
          <th scope="col">{t("users.conflict.mine")}</th>
          <th scope="col">{t("users.conflict.theirs")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, mine, theirs }) => (
          <tr key={field}>
            <th scope="row">{labels[field]}</th>
            <td>{mine || "–"}</td>
            <td>{theirs || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
