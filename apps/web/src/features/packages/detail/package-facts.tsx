import type { PackageDetail } from "@dailies/contract";
import { PACKAGE_MEDIA_SOURCE } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS, packageAddress } from "../../../lib/paths.ts";
import { addressOfView, whereOf } from "../../../shared/dataset-address/view-address.ts";
import { formatDecimal, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { labelOf, tookMs } from "../package.rules.ts";
import styles from "./detail.module.css";

interface FactsProps {
  one: PackageDetail;
}

/** As the form of a new package counts. */
const MIB = 1024 ** 2;
const HASH_CHARACTERS = 16;
const URI_CHARACTERS = 44;

const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.card} aria-label={title}>
    <h2>{title}</h2>
    <dl>{children}</dl>
  </section>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The view, with a link that shows its items at that version. */
export const SourceFacts = ({ one: { source } }: FactsProps) => {
  const { t } = useTranslation();
  const where = whereOf(source);
  return (
    <Facts title={t("packages.facts.source")}>
      <Fact name={t("packages.list.dataset")}>
        <Link to={`${PATHS.dataset}?id=${source.dataset_id}&version=${source.version}`}>
          {source.dataset_name}@{source.version}
        </Link>
      </Fact>
      <Fact name={t("packages.create.view")}>
        <Link to={addressOfView(source)}>{source.view_name}</Link>
      </Fact>
      <Fact name={t("packages.facts.filter")}>
        {where === "" ? t("packages.create.allItems") : <code className="ds-mono">{where}</code>}
      </Fact>
      {source.q === "" ? null : <Fact name={t("packages.facts.words")}>{source.q}</Fact>}
      {source.order_by === "" ? null : <Fact name={t("packages.facts.sort")}>{source.order_by}</Fact>}
    </Facts>
  );
};

export const SettingsFacts = ({ one: { settings } }: FactsProps) => {
  const { t, i18n } = useTranslation();
  return (
    <Facts title={t("packages.facts.settings")}>
      <Fact name={t("packages.create.columns")}>
        <ul className={styles.columns}>
          {settings.columns.map(({ source, name }) => (
            <li key={name}>
              <code className="ds-mono">{name}</code>
              {name === source ? null : (
                <span className={styles.quiet}>
                  {" ← "}
                  {source === PACKAGE_MEDIA_SOURCE ? t("packages.create.clip") : source}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t("packages.facts.shardSize")}>
        {t("packages.facts.atMost", { size: formatDecimal(settings.shard_bytes / MIB, 0, i18n.language) })}
      </Fact>
      <Fact name={t("packages.create.compression")}>{t(`packages.compressions.${settings.compression}`)}</Fact>
      <Fact name={t("packages.create.order")}>
        {t(`packages.orders.${settings.order}`)}
        {settings.order === "view" ? null : (
          <>
            {" · "}
            {t("packages.list.seed")} <Mono value={String(settings.seed)} copyAs={t("packages.list.seed")} />
          </>
        )}
      </Fact>
      <Fact name={t("packages.create.leaveOut")}>
        <LeaveOutWords settings={settings} />
      </Fact>
    </Facts>
  );
};

const LeaveOutWords = ({ settings: { leave_out: rules } }: Pick<PackageDetail, "settings">) => {
  const { t } = useTranslation();
  const parts = [
    rules.no_caption ? t("packages.facts.noCaption") : "",
    rules.shorter_than_s > 0 ? t("packages.facts.shorter", { seconds: rules.shorter_than_s }) : "",
    rules.smaller_than_px > 0 ? t("packages.facts.smaller", { pixels: rules.smaller_than_px }) : "",
  ].filter(Boolean);
  return parts.length === 0 ? t("packages.facts.onlyUnreadable") : parts.join(" · ");
};

export const RunFacts = ({ one }: FactsProps) => {
  const { t } = useTranslation();
  const ms = tookMs(one, useNow());
  return (
    <Facts title={t("packages.facts.run")}>
      <Fact name={t("packages.facts.created")}>
        <Time at={one.created_at} /> · {one.created_by}
      </Fact>
      {one.finished_at === null ? null : (
        <Fact name={t("packages.facts.finished")}>
          <Time at={one.finished_at} />
        </Fact>
      )}
      {ms === undefined ? null : <Fact name={t("packages.list.took")}>{formatDuration(ms)}</Fact>}
      <Fact name={t("packages.facts.verified")}>
        {one.verified_at === null ? t("packages.facts.notVerified") : <Time at={one.verified_at} />}
      </Fact>
      {one.repeats === null ? null : (
        <Fact name={t("packages.facts.repeats")}>
          <Link to={packageAddress(one.repeats.id)}>{labelOf(one.repeats)}</Link>
        </Fact>
      )}
    </Facts>
  );
};

/** What proves that two packages are equal, and where the files are. */
export const HashFacts = ({ one }: FactsProps) => {
  const { t } = useTranslation();
  const { item_list_sha256: items, content_sha256: content, uri } = one;
  // A package that failed or was cancelled will never have files.
  if (one.finished_at !== null && uri === null) return null;
  return (
    <Facts title={t("packages.facts.identity")}>
      <Fact name={t("packages.list.uri")}>
        {uri === null ? (
          t("packages.facts.notReady")
        ) : (
          <Mono value={uri} copyAs={t("packages.list.uri")} shownCharacters={URI_CHARACTERS} />
        )}
      </Fact>
      <Fact name={t("packages.facts.content")}>
        <Hash value={content} />
      </Fact>
      <Fact name={t("packages.facts.items")}>
        <Hash value={items} />
      </Fact>
    </Facts>
  );
};

const Hash = ({ value }: { value: string | null }) => {
  const { t } = useTranslation();
  if (value === null) return t("packages.facts.notReady");
  return <Mono value={value} copyAs="SHA-256" shownCharacters={HASH_CHARACTERS} />;
};

const USE_ADDRESSES = {
  dataset: (id: string): string => `${PATHS.dataset}?id=${id}`,
  package: packageAddress,
} as const;

/** What was made from it, and so keeps it from being deleted. */
export const UseList = ({ uses }: { uses: PackageDetail["used_by"] }) => {
  const { t } = useTranslation();
  return (
    <ul className={styles.uses}>
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          {t(`packages.uses.${kind}`)} <Link to={USE_ADDRESSES[kind](id)}>{name}</Link>
        </li>
      ))}
    </ul>
  );
};

export const UseFacts = ({ one: { used_by: uses } }: FactsProps) => {
  const { t } = useTranslation();
  if (uses.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("packages.uses.title")}>
      <h2>{t("packages.uses.title")}</h2>
      <UseList uses={uses} />
    </section>
  );
};
