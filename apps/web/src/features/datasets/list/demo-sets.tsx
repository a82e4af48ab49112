import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { browseQuery, profilesQuery } from "../storage/storage.queries.ts";
import styles from "./list.module.css";

const DEMO_FOLDER = "demo/";
/** Register the table itself, not the folder that also contains its clips. */
const PLACES: Readonly<Record<string, string>> = { "lance/": "lance/clips.lance/" };
const SEED_COMMAND = "./dev seed datasets";

/** Generated demo datasets in the console's own bucket, to register with one click; or how to generate them. */
export const DemoSets = ({ onChoose }: { onChoose: (uri: string) => void }) => {
  const { t } = useTranslation();
  const profiles = useQuery(profilesQuery);
  const own = profiles.data?.items.find(({ endpoint, prefix }) => endpoint === null && prefix === "");
  const uri = own ? `s3://${own.bucket}/${DEMO_FOLDER}` : undefined;
  const found = useQuery({ ...browseQuery(uri ?? ""), enabled: uri !== undefined, retry: false });
  const folders = (found.data?.folders ?? []).filter((folder) => !folder.startsWith("."));
  if (profiles.isPending || found.isLoading) return null;
  return (
    <div className={styles.demo}>
      {folders.length > 0 ? (
        <>
          <p>{t("datasets.demo.ready")}</p>
          <span className={styles.choices}>
            {folders.map((folder) => (
              <Button key={folder} size="small" onClick={() => onChoose(`${uri}${PLACES[folder] ?? folder}`)}>
                {folder.replace(/\/$/, "")}
              </Button>
            ))}
          </span>
        </>
      ) : (
        <p>
          {t("datasets.demo.make")} <code className="ds-mono">{SEED_COMMAND}</code>
        </p>
      )}
    </div>
  );
};
