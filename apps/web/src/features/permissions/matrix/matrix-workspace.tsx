import type { ChangePermissions, MatrixRow, PermissionItem } from "@dailies/contract";
import { App, Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../../lib/session.ts";
import { useKey } from "../../../lib/use-key.ts";
import { Pager } from "../../../ui/data-table/pager.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { PERMISSIONS_KEYS } from "../permissions.shortcuts.ts";
import { cellLocks } from "./cell-lock.ts";
import { CellStatus } from "./cell-status.tsx";
import { type Changes, countChanges, toggleCode } from "./changes.rules.ts";
import { type ExtraColumn, Matrix } from "./matrix.tsx";
import { PersonDetail } from "./person-detail.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import type { MatrixFilters } from "./use-matrix-filters.ts";
import styles from "./workspace.module.css";

export interface MatrixData<Row extends MatrixRow> {
  rows: readonly Row[];
  total: number;
  codes: readonly PermissionItem[];
}

interface MatrixWorkspaceProps<Row extends MatrixRow> {
  name: string;
  /** Absent during the first load. */
  data: MatrixData<Row> | undefined;
  isLoading: boolean;
  error: unknown;
  onRetry: () => void;
  filters: MatrixFilters;
  mayChange: boolean;
  /** Shown to users with read-only access. */
  readOnlyNote?: string;
  extra?: ExtraColumn<Row>;
  save: (body: ChangePermissions) => Promise<unknown>;
  reread: (row: Row) => Promise<Row | undefined>;
}

/** Users × codes: toggles collect pending changes, which are reviewed and saved together. */
export const MatrixWorkspace = <Row extends MatrixRow>(props: MatrixWorkspaceProps<Row>) => {
  const { data, error, filters, mayChange } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [changes, setChanges] = useState<Changes<Row>>(new Map());
  const [isReviewing, setIsReviewing] = useState(false);
  const count = countChanges(changes);
  const review = (): void => setIsReviewing(count > 0);
  useKey(PERMISSIONS_KEYS.review.keys, review);
  const finish = (saved: number): void => {
    setChanges(new Map());
    setIsReviewing(false);
    void message.success(t("permissions.review.saved", { count: saved }));
  };
  return (
    <>
      <div className={styles.toolbar}>
        <SearchBox
          label={t("permissions.matrix.search")}
          value={filters.values.q}
          onChange={(q) => filters.set({ q }, { replace: true })}
        />
        <span className={styles.spread} />
        {mayChange ? (
          <ReviewButtons count={count} onDiscard={() => setChanges(new Map())} onReview={review} />
        ) : (
          <span className={styles.quiet}>{props.readOnlyNote}</span>
        )}
      </div>
      <div className={styles.frame}>
        {error ? <ErrorPanel title={t("messages.permissionsFailed")} error={error} onRetry={props.onRetry} /> : null}
        {data === undefined && !error ? <MatrixSkeleton /> : null}
        {data ? <PagedMatrix {...props} data={data} changes={changes} setChanges={setChanges} /> : null}
      </div>
      {isReviewing ? (
        <ReviewDialog
          changes={changes}
          setChanges={setChanges}
          save={props.save}
          reread={props.reread}
          onSaved={finish}
          onClose={() => setIsReviewing(false)}
        />
      ) : null}
      <LeaveGuard
        isNeeded={count > 0}
        keeps={isSameTab}
        title={t("permissions.leave.title")}
        effect={t("permissions.leave.effect", { count })}
        action={t("permissions.leave.action")}
      />
    </>
  );
};

interface RouteLocation {
  pathname: string;
  search: string;
}

/** Searching, paging and opening a user keep the changes; another tab or screen does not. */
const isSameTab = (next: RouteLocation, current: RouteLocation): boolean =>
  next.pathname === current.pathname &&
  new URLSearchParams(next.search).get("tab") === new URLSearchParams(current.search).get("tab");

interface ReviewButtonsProps {
  count: number;
  onDiscard: () => void;
  onReview: () => void;
}

const ReviewButtons = ({ count, onDiscard, onReview }: ReviewButtonsProps) => {
  const { t } = useTranslation();
  return (
    <>
      {count > 0 ? <Button onClick={onDiscard}>{t("permissions.matrix.discard", { count })}</Button> : null}
      <Button type="primary" disabled={count === 0} onClick={onReview}>
        {count === 0 ? t("permissions.matrix.noChanges") : t("permissions.matrix.review", { count })}
      </Button>
    </>
  );
};

const MatrixSkeleton = (): ReactNode => (
  <div className={styles.loading}>
    <Skeleton rows={12} />
  </div>
);

interface PagedMatrixProps<Row extends MatrixRow> extends MatrixWorkspaceProps<Row> {
  data: MatrixData<Row>;
  changes: Changes<Row>;
  setChanges: (changes: Changes<Row>) => void;
}

const PagedMatrix = <Row extends MatrixRow>(props: PagedMatrixProps<Row>) => {
  const { name, data, isLoading, filters, mayChange, changes, setChanges, extra } = props;
  const { t } = useTranslation();
  const reader = useCurrentUser();
  const person = useDetailParam("person");
  const lockOf = useMemo(() => cellLocks({ reader, mayChange, changes }), [reader, mayChange, changes]);
  const { page, page_size: pageSize } = filters.values;
  if (data.rows.length === 0 && !isLoading) {
    return (
      <EmptyState
        picture="lens"
        title={t("permissions.matrix.nobody")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("permissions.matrix.nobodyHint")}
      </EmptyState>
    );
  }
  return (
    <>
      <Matrix
        name={name}
        rows={data.rows}
        codes={data.codes}
        changes={changes}
        lockOf={lockOf}
        ownName={reader.username}
        offset={(page - 1) * pageSize}
        total={data.total}
        isLoading={isLoading}
        extra={extra}
        onToggle={(row, code) => {
          if (lockOf(row, code) === undefined) setChanges(toggleCode(changes, row, code.key));
        }}
        onOpen={(row) => person.open(row.id)}
      >
        {(cell) => <CellStatus cell={cell} changes={changes} lockOf={lockOf} />}
      </Matrix>
      <Pager
        name={name}
        paging={{
          page,
          pageSize,
          total: data.total,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
      />
      <PersonDetail row={data.rows.find(({ id }) => id === person.openId)} id={person.openId} onClose={person.close} />
    </>
  );
};
