import { ApartmentOutlined } from "@ant-design/icons";
import type { LineageDirection, LineageObject, LineageSide } from "@dailies/contract";
import { lineageRoutes } from "@dailies/contract/lineage/routes";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useCan } from "../../lib/session.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./lineage.module.css";
import { type LineageRef, lineageQuery } from "./lineage.queries.ts";
import { ObjectLink } from "./object-link.tsx";

const LineageDialog = lazyPart(async () => (await import("./lineage-dialog.tsx")).LineageDialog);

interface LineageLineProps {
  of: LineageRef;
  /** Of the object. */
  name: string;
  /** Where the page is not about the object alone. */
  label?: string;
}

/** What the object of a page comes from and is used in, in one line, with a button for all of it and the graph. */
export const LineageLine = (props: LineageLineProps) => {
  const mayRead = useCan()(lineageRoutes.getLineage.access);
  return mayRead ? <ReadableLine {...props} /> : null;
};

const ReadableLine = ({ of, name, label }: LineageLineProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const found = useQuery(lineageQuery(of));
  // Hidden from raters and whoever may not see the object: the page itself says so.
  if (found.error instanceof ApiError && [403, 404].includes(found.error.status)) return null;
  return (
    <section className={styles.line} aria-label={t("lineage.title")} aria-busy={found.isPending}>
      {label === undefined ? null : <span>{label}</span>}
      {found.error ? (
        <span className={styles.quiet}>
          {t("lineage.failed")}{" "}
          <Button size="small" type="link" onClick={() => void found.refetch()}>
            {t("ui.retry")}
          </Button>
        </span>
      ) : (
        <div className={styles.sides}>
          <Side direction="sources" side={found.data?.sources} onMore={() => setIsOpen(true)} />
          <Side direction="uses" side={found.data?.uses} onMore={() => setIsOpen(true)} />
        </div>
      )}
      <Button size="small" icon={<ApartmentOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {t("lineage.open")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LineageDialog of={of} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
};

const MAX_NAMED = 3;

/** The nearest kinds first: one of each kind, then the next of each. */
const namedOf = ({ groups }: LineageSide, direction: LineageDirection): LineageObject[] => {
  const near = direction === "sources" ? groups.toReversed() : groups;
  const longest = Math.max(0, ...near.map(({ items }) => items.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    near.flatMap(({ items }) => items.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, MAX_NAMED);
};

interface SideProps {
  direction: LineageDirection;
  side: LineageSide | undefined;
  onMore: () => void;
}

const Side = ({ direction, side, onMore }: SideProps) => {
  const { t, i18n } = useTranslation();
  const named = side ? namedOf(side, direction) : [];
  const hidden = side?.hidden ?? 0;
  const more = (side?.groups ?? []).reduce((sum, { total }) => sum + total, 0) - named.length;
  const isCapped = side?.groups.some((group) => group.is_capped) ?? false;
  const count = formatCount(more, i18n.language);
  return (
    <div className={styles.side}>
      <h2>{t(`lineage.${direction}`)}</h2>
      <ul>
        {named.map((object) => (
          <li key={`${object.kind} ${object.id} ${object.version}`}>
            <span className={styles.kind}>{t(`lineage.kind.${object.kind}`)}</span> <ObjectLink object={object} />
          </li>
        ))}
        {more > 0 ? (
          <li>
            <Button className={styles.more} size="small" type="link" onClick={onMore}>
              {t("lineage.more", { shown: isCapped ? t("lineage.atLeast", { shown: count }) : count })}
            </Button>
          </li>
        ) : null}
        {hidden > 0 ? (
          <li className={styles.quiet}>
            {t("lineage.hidden", { count: hidden, shown: formatCount(hidden, i18n.language) })}
          </li>
        ) : null}
        {side && named.length === 0 && hidden === 0 ? (
          <li className={styles.quiet}>{t(direction === "sources" ? "lineage.noSources" : "lineage.noUses")}</li>
        ) : null}
      </ul>
    </div>
  );
};
