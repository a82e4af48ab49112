import { SEARCH_KINDS, type SearchHit } from "@dailies/contract/search/routes";
import { Command } from "cmdk";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useOpenScreens } from "../use-open-screens.ts";
import { addressOfHit, screenOfHit } from "./hit-address.ts";
import styles from "./palette.module.css";
import type { RecentHit } from "./recent-hits.ts";

const NOTES = ["Benchmark", "DataProcessing", "Evaluation", "video", "image", "audio", "other"] as const;

interface HitItemProps {
  hit: RecentHit;
  /** Distinguishes a recent hit from the same one among the results. */
  group: string;
  onOpen: (hit: RecentHit) => void;
}

const HitItem = ({ hit, group, onOpen }: HitItemProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const note = NOTES.find((known) => (hit.kind === "task" || hit.kind === "asset") && known === hit.note);
  return (
    <Command.Item
      value={`${group} ${hit.kind} ${hit.id}`}
      className={styles.item}
      onSelect={() => {
        onOpen(hit);
        void navigate(addressOfHit(hit));
      }}
    >
      <span className={styles.name} title={hit.title}>
        {hit.title}
      </span>
      <span className={styles.hitNote}>{note ? t(`palette.notes.${note}`) : hit.note}</span>
    </Command.Item>
  );
};

interface RecentProps {
  recent: readonly RecentHit[];
  onOpen: (hit: RecentHit) => void;
}

/** Shown before anything is typed. A screen that is closed by now is left out. */
export const Recent = ({ recent, onOpen }: RecentProps) => {
  const { t } = useTranslation();
  const open = new Set(useOpenScreens().map(({ path }) => path));
  const shown = recent.filter((hit) => open.has(screenOfHit(hit)));
  if (shown.length === 0) return null;
  return (
    <Command.Group heading={t("palette.recent")} className={styles.group}>
      {shown.map((hit) => (
        <HitItem key={`${hit.kind} ${hit.id}`} group="recent" hit={hit} onOpen={onOpen} />
      ))}
    </Command.Group>
  );
};

interface HitGroupsProps {
  hits: readonly SearchHit[];
  recent: readonly RecentHit[];
  onOpen: (hit: RecentHit) => void;
}

/** The results by kind, the kind with the best match first; among equal matches the recently opened ones first. */
export const HitGroups = ({ hits, recent, onOpen }: HitGroupsProps) => {
  const { t } = useTranslation();
  const placeOf = (hit: SearchHit): number => {
    const place = recent.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id);
    return place === -1 ? recent.length : place;
  };
  const groups = SEARCH_KINDS.map((kind) => ({
    kind,
    members: hits
      .filter((hit) => hit.kind === kind)
      .toSorted((one, other) => one.rank - other.rank || placeOf(one) - placeOf(other)),
  }))
    .filter(({ members }) => members.length > 0)
    .toSorted((one, other) => (one.members[0]?.rank ?? 0) - (other.members[0]?.rank ?? 0));
  return groups.map(({ kind, members }) => (
    <Command.Group key={kind} heading={t(`palette.kinds.${kind}`)} className={styles.group}>
      {members.map((hit) => (
        <HitItem key={hit.id} group="found" hit={hit} onOpen={onOpen} />
      ))}
    </Command.Group>
  ));
};
