import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ApiError } from "../lib/api/api-error.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../ui/feedback/error-panel.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { Page } from "../ui/page.tsx";

export interface GoneProps {
  /** Title and description of the screen. */
  title: string;
  about: string;
  gone: { title: string; hint: string; link: { to: string; words: string } };
}

/** A screen for something that does not exist, or no longer exists. */
export const GoneScreen = ({ title, about, gone }: GoneProps) => (
  <Page title={title} about={about}>
    <EmptyState picture="lens" title={gone.title} action={<Link to={gone.link.to}>{gone.link.words}</Link>}>
      {gone.hint}
    </EmptyState>
  </Page>
);

interface OneOrGoneProps<Found> extends GoneProps {
  query: UseQueryResult<Found>;
  /** The message if loading failed. */
  failed: string;
  children: (found: Found) => ReactNode;
}

/** A screen that loads one record by id: the record, or its missing, error or loading state. */
export const OneOrGone = <Found,>({ query, failed, children, ...screen }: OneOrGoneProps<Found>) => {
  if (query.data) return children(query.data);
  if (query.error instanceof ApiError && query.error.status === 404) return <GoneScreen {...screen} />;
  return (
    <Page title={screen.title} about={screen.about}>
      {query.error ? (
        <ErrorPanel
          title={failed}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
};
