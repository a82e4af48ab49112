import type { ExperimentRun } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS, packageAddress } from "../../../lib/paths.ts";
import styles from "./list.module.css";

type Input = ExperimentRun["inputs"][number];

const addressOf = ({ kind, id, version }: Input): string =>
  kind === "package" ? packageAddress(id) : `${PATHS.dataset}?id=${id}&version=${version ?? ""}`;

/** What a run was trained on, as links to the packages and dataset versions. */
export const InputLinks = ({ inputs }: { inputs: readonly Input[] }) => {
  const { t } = useTranslation();
  if (inputs.length === 0) return <span className={styles.quiet}>{t("experiments.none")}</span>;
  return (
    <span className={styles.inputs}>
      {inputs.map((input) => (
        <span key={`${input.kind} ${input.id}`}>
          {input.name === null ? (
            <span className={styles.quiet}>{t("experiments.list.deletedInput")}</span>
          ) : (
            <Link to={addressOf(input)} onClick={(event) => event.stopPropagation()}>
              {input.version === null
                ? input.name
                : t("experiments.list.version", { name: input.name, version: input.version })}
            </Link>
          )}
        </span>
      ))}
    </span>
  );
};
