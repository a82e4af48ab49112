import { LeftOutlined } from "@ant-design/icons";
import type { PackageDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { z } from "zod";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { PATHS, packageAddress } from "../../../lib/paths.ts";
import { LineageLine } from "../../../shared/lineage/lineage-line.tsx";
import { GoneScreen, OneOrGone } from "../../../shared/one-or-gone.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { bytesOf, labelOf, samplesOf } from "../package.rules.ts";
import { PackageState } from "../package-state.tsx";
import { packageQuery } from "../packages.queries.ts";
import { useLivePackages } from "../use-live-packages.ts";
import styles from "./detail.module.css";
import { OverviewTab } from "./overview-tab.tsx";
import { PackageActions } from "./package-actions.tsx";

const ShardsTab = lazyPart(async () => (await import("./shards-tab.tsx")).ShardsTab);
const LeftOutTab = lazyPart(async () => (await import("./left-out-tab.tsx")).LeftOutTab);
const CompareTab = lazyPart(async () => (await import("../compare/compare-tab.tsx")).CompareTab);

const TABS = ["overview", "shards", "left_out", "compare"] as const;
type Tab = (typeof TABS)[number];

const tabAddress = (id: string, tab: Tab): string =>
  tab === "overview" ? packageAddress(id) : `${packageAddress(id)}&tab=${tab}`;

/** One package: how far it is, what it was made of, its files, and how it differs from another. */
export const PackagePage = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const isId = z.uuid().safeParse(id).success;
  const query = useQuery({ ...packageQuery(id, useLivePackages()), enabled: isId });
  const screen = {
    title: t("screens.packageRecords.title"),
    about: t("screens.packageRecords.purpose"),
    gone: {
      title: t("packages.gone.title"),
      hint: t("packages.gone.hint"),
      link: { to: PATHS.packageRecords, words: t("packages.gone.toList") },
    },
  };
  if (!isId) return <GoneScreen {...screen} />;
  return (
    <OneOrGone query={query} failed={t("packages.openFailed")} {...screen}>
      {(one) => <OpenPackage one={one} />}
    </OneOrGone>
  );
};

const OpenPackage = ({ one }: { one: PackageDetail }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get("tab")) ?? "overview";
  const countOf = (key: Tab): string | undefined => {
    if (key === "shards" && one.shards_total !== null) return formatCount(one.shards_total, i18n.language);
    return key === "left_out" ? formatCount(one.left_out, i18n.language) : undefined;
  };
  return (
    <Page
      isFilling={tab === "shards" || tab === "left_out"}
      title={labelOf(one)}
      about={one.note || t("packages.about", { view: one.source.view_name, dataset: one.source.dataset_name })}
      action={<PackageActions one={one} />}
      tabs={TABS.map((key) => {
        const count = countOf(key);
        return {
          key,
          title: t(`packages.tabs.${key}`),
          to: tabAddress(one.id, key),
          ...(count !== undefined && { count }),
        };
      })}
      activeTab={tab}
    >
      <Header one={one} />
      <LineageLine of={{ kind: "package", id: one.id }} name={labelOf(one)} />
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "overview" ? <OverviewTab one={one} /> : null}
        {tab === "shards" ? <ShardsTab one={one} /> : null}
        {tab === "left_out" ? <LeftOutTab one={one} /> : null}
        {tab === "compare" ? <CompareTab one={one} /> : null}
      </Suspense>
    </Page>
  );
};

const Header = ({ one }: { one: PackageDetail }) => {
  const { t, i18n } = useTranslation();
  const [samples, bytes] = [samplesOf(one), bytesOf(one)];
  return (
    <section className={styles.header} aria-label={t("packages.header")}>
      <Link className={styles.back} to={PATHS.packageRecords}>
        <LeftOutlined aria-hidden="true" /> {t("packages.toAll")}
      </Link>
      <PackageState one={one} />
      <span className={styles.size}>
        <span>{one.compression === "none" ? one.format : `${one.format} · ${one.compression}`}</span>
        {samples === null ? null : (
          <span>{t("packages.samples", { count: samples, shown: formatCount(samples, i18n.language) })}</span>
        )}
        {one.duration_s === null ? null : <span>{formatDuration(one.duration_s * 1_000)}</span>}
        {bytes === null ? null : <span>{formatBytes(bytes, i18n.language)}</span>}
      </span>
    </section>
  );
};
