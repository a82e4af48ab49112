import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import type { Fact } from "./describe.ts";

interface ChangesTableProps {
  before: readonly Fact[];
  after: readonly Fact[];
}

/** Only the differences, old next to new; for multi-line values only the added and removed lines. */
export const ChangesTable = ({ before, after }: ChangesTableProps) => {
  const { t } = useTranslation();
  const changed = after.flatMap(({ name, words }, index) => {
    const old = before[index]?.words ?? "";
    return old === words ? [] : [{ name, old, words }];
  });
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t("dimensions.changes.what")}</th>
          <th scope="col">{t("dimensions.changes.before")}</th>
          <th scope="col">{t("dimensions.changes.after")}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ name, old, words }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Lines of={old} except={words} as="del" />
            </td>
            <td>
              <Lines of={words} except={old} as="ins" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface LinesProps {
  of: string;
  except: string;
  as: "del" | "ins";
}

const Lines = ({ of: words, except, as: Mark }: LinesProps) => {
  const { t } = useTranslation();
  if (words === "") return <span className={styles.quiet}>{t("dimensions.changes.nothing")}</span>;
  const others = new Set(except.split("\n"));
  return (
    <ul className={styles.lines}>
      {words.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index.
        <li key={index}>{others.has(line) ? line : <Mark>{line}</Mark>}</li>
      ))}
    </ul>
  );
};
