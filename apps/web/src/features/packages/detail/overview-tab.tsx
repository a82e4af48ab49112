import type { PackageDetail } from "@dailies/contract";
import { packagesRoutes } from "@dailies/contract/packages/routes";
import { addressOf } from "@dailies/contract/route-address";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./detail.module.css";
import { HashFacts, RunFacts, SettingsFacts, SourceFacts, UseFacts } from "./package-facts.tsx";
import { PackageNotes } from "./package-notes.tsx";

/** How far it is, then what it was made of and how it is read. */
export const OverviewTab = ({ one }: { one: PackageDetail }) => (
  <div className={styles.overview}>
    <PackageNotes one={one} />
    <div className={styles.facts}>
      <SourceFacts one={one} />
      <SettingsFacts one={one} />
      <RunFacts one={one} />
      <HashFacts one={one} />
    </div>
    <UseFacts one={one} />
    {one.status === "Ready" ? (
      <>
        <LoaderCode code={one.loader_code} />
        <Downloads one={one} />
      </>
    ) : null}
  </div>
);

const LoaderCode = ({ code }: { code: string }) => {
  const { t } = useTranslation();
  const { state, copy } = useCopy(code);
  return (
    <section className={styles.part} aria-label={t("packages.loader.title")}>
      <header className={styles.partHead}>
        <h2>{t("packages.loader.title")}</h2>
        <Button size="small" onClick={copy}>
          {t(`packages.loader.${state}`)}
        </Button>
      </header>
      <p className={styles.quiet}>{t("packages.loader.about")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className={`${styles.code} ds-mono`} tabIndex={0}>
        {code}
      </pre>
    </section>
  );
};

const Downloads = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  const params = { id: one.id };
  return (
    <section className={styles.part} aria-label={t("packages.downloads.title")}>
      <h2>{t("packages.downloads.title")}</h2>
      <ul className={styles.downloads}>
        <li>
          <a href={addressOf(packagesRoutes.downloadPackageManifest, { params })} download="manifest.json">
            {t("packages.downloads.manifest")}
          </a>
          <span className={styles.quiet}>{t("packages.downloads.manifestAbout")}</span>
        </li>
        <li>
          <a href={addressOf(packagesRoutes.downloadPackageMetadata, { params })} download="croissant.json">
            {t("packages.downloads.croissant")}
          </a>
          <span className={styles.quiet}>{t("packages.downloads.croissantAbout")}</span>
        </li>
      </ul>
    </section>
  );
};
