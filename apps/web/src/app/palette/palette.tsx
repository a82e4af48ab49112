import { Modal } from "antd";
import { Command } from "cmdk";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Screen } from "../screen-list.ts";
import { useOpenScreens } from "../use-open-screens.ts";
import { HitGroups, Recent } from "./hit-groups.tsx";
import { bestMatches } from "./match-rank.ts";
import styles from "./palette.module.css";
import { type RecentHit, useRecentHits } from "./recent-hits.ts";
import { type PaletteAction, usePaletteActions } from "./use-palette-actions.ts";
import { type FoundHits, useSearch } from "./use-search.ts";

interface PaletteProps {
  onClose: () => void;
}

interface ScreensProps extends PaletteProps {
  screens: readonly Screen[];
}

const Screens = ({ screens, onClose }: ScreensProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (screens.length === 0) return null;
  return (
    <Command.Group heading={t("palette.screens")} className={styles.group}>
      {screens.map((screen) => (
        <Command.Item
          key={screen.path}
          value={screen.path}
          className={styles.item}
          onSelect={() => {
            onClose();
            void navigate(screen.path);
          }}
        >
          <span>{t(`screens.${screen.title}.title`)}</span>
          {!screen.isBuilt && <span className={styles.note}>{t("palette.notBuilt")}</span>}
          <code className={styles.path}>{screen.path}</code>
        </Command.Item>
      ))}
    </Command.Group>
  );
};

interface ActionsProps extends PaletteProps {
  actions: readonly PaletteAction[];
}

const Actions = ({ actions, onClose }: ActionsProps) => {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <Command.Group heading={t("palette.actions")} className={styles.group}>
      {actions.map((action) => (
        <Command.Item
          key={action.name}
          value={action.name}
          className={styles.item}
          onSelect={() => {
            onClose();
            action.run();
          }}
        >
          <span className={styles.actionName}>{action.name}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
};

interface StateProps {
  found: FoundHits;
  isEmpty: boolean;
}

/**
 * Rendered as an option, because a listbox without options is invalid for screen readers. The keys make the two different
 * elements: only an option that is new gets selected.
 */
const SearchState = ({ found: { isSearching, error, retry }, isEmpty }: StateProps) => {
  const { t } = useTranslation();
  if (error && !isSearching)
    return (
      <Command.Item key="retry" value="retry" className={styles.failed} onSelect={retry}>
        {t("palette.failed")}
      </Command.Item>
    );
  if (!isEmpty) return null;
  return (
    <Command.Item key="state" value="state" disabled className={styles.empty}>
      {t(isSearching ? "palette.searching" : "palette.nothing")}
    </Command.Item>
  );
};

/** Command palette: screens, what the server finds by name, and the actions of the frame. */
export const Palette = ({ onClose }: PaletteProps) => {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const found = useSearch(query);
  const { recent, remember } = useRecentHits();
  const screens = bestMatches(
    useOpenScreens(),
    ({ title, path }) => [t(`screens.${title}.title`), t(`screens.${title}.menu`), path],
    query,
  );
  const actions = bestMatches(usePaletteActions(), ({ name }) => [name], query);
  const open = (hit: RecentHit): void => {
    remember(hit);
    onClose();
  };
  const isEmpty = screens.length + actions.length + found.hits.length === 0;
  return (
    <Modal
      open
      title={<span className="ds-visually-hidden">{t("palette.title")}</span>}
      footer={null}
      closable={false}
      width={640}
      onCancel={onClose}
      styles={{ container: { padding: 0, overflow: "hidden" }, header: { margin: 0 } }}
    >
      <Command label={t("palette.title")} loop shouldFilter={false}>
        <Command.Input
          autoFocus
          placeholder={t("palette.placeholder")}
          className={styles.input}
          value={query}
          onValueChange={setQuery}
          maxLength={100}
        />
        <Command.List className={styles.list} aria-busy={found.isSearching}>
          {query.trim() === "" ? <Recent recent={recent} onOpen={open} /> : null}
          <Screens screens={screens} onClose={onClose} />
          <HitGroups hits={found.hits} recent={recent} onOpen={open} />
          <Actions actions={actions} onClose={onClose} />
          <SearchState found={found} isEmpty={isEmpty} />
        </Command.List>
      </Command>
    </Modal>
  );
};
