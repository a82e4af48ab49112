import { SearchOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCan } from "../../lib/session.ts";
import { KeyCaps } from "../frame/key-cap.tsx";
import { FRAME_KEYS } from "../frame/keys.ts";
import { useFrameActions } from "../frame/use-frame-actions.ts";
import { SHELL_ACCESS } from "../use-open-screens.ts";
import styles from "./shells.module.css";

export const PaletteButton = () => {
  const { t } = useTranslation();
  const { openPalette } = useFrameActions();
  return (
    <button type="button" className={styles.paletteButton} onClick={openPalette} title={t("frame.menu.palette")}>
      <SearchOutlined aria-hidden="true" />
      <span className="ds-visually-hidden">{t("frame.menu.palette")}</span>
      <KeyCaps keys={FRAME_KEYS.palette.keys} />
    </button>
  );
};

/** Links to the other areas, for users who may enter them. */
export const AreaLinks = () => {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <>
      {can(SHELL_ACCESS.v1) && (
        <Link className={styles.areaLink} to={PATHS.versionOne}>
          {t("frame.menu.goToVersionOne")}
        </Link>
      )}
      {can(SHELL_ACCESS.platform) && (
        <Link className={styles.areaLink} to={PATHS.platform}>
          {t("frame.menu.adminBackend")}
        </Link>
      )}
    </>
  );
};
