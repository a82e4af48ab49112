import type {
  createDimensionBody,
  createTemplateBody,
  DIMENSION_SOURCES,
  STARTERS,
  TemplateFile,
  updateDimensionBody,
  updateTemplateBody,
} from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { dimensionsCalls } from "../../lib/api/clients/dimensions.ts";

/** The whole library in one response, because users browse all of it while composing a set. */
const LIBRARY_SIZE = 200;

interface LibraryFilter {
  q?: string | undefined;
  tag?: string | undefined;
  source?: (typeof DIMENSION_SOURCES)[number] | undefined;
  is_archived?: "true" | "false" | undefined;
}

export const libraryQuery = (filter: LibraryFilter) =>
  queryOptions({
    queryKey: ["dimensions", "library", filter],
    queryFn: (context) =>
      dimensionsCalls.listDimensions({ query: { ...filter, limit: LIBRARY_SIZE, offset: 0 } }, context),
    placeholderData: keepPreviousData,
    // The library shows this error itself.
    meta: { silent: true },
  });

export const dimensionQuery = (id: string) =>
  queryOptions({
    queryKey: ["dimensions", "detail", id],
    queryFn: (context) => dimensionsCalls.getDimension({ params: { id } }, context),
    meta: { silent: true },
  });

type SetsQuery = Parameters<typeof dimensionsCalls.listTemplates>[0]["query"];

export const setsQuery = (query: SetsQuery) =>
  queryOptions({
    queryKey: ["dimensions", "sets", query],
    queryFn: (context) => dimensionsCalls.listTemplates({ query }, context),
    placeholderData: keepPreviousData,
  });

export const setQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: ["dimensions", "set", id, version ?? "newest"],
    queryFn: (context) =>
      dimensionsCalls.getTemplate({ params: { id }, query: version === undefined ? {} : { version } }, context),
    meta: { silent: true },
  });

const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["dimensions"] });
};

type NewDimension = z.input<typeof createDimensionBody>;
export const useCreateDimension = () =>
  useMutation({
    mutationFn: (body: NewDimension) => dimensionsCalls.createDimension({ body }),
    onSuccess: useRenew(),
  });

interface DimensionChange {
  id: string;
  body: z.input<typeof updateDimensionBody>;
}
export const useUpdateDimension = () =>
  useMutation({
    mutationFn: ({ id, body }: DimensionChange) => dimensionsCalls.updateDimension({ params: { id }, body }),
    onSettled: useRenew(),
  });

interface PutAway {
  id: string;
  is_archived: boolean;
}
export const useDeleteDimension = () =>
  useMutation({
    mutationFn: ({ id, is_archived }: PutAway) =>
      dimensionsCalls.deleteDimension({ params: { id }, body: { is_archived } }),
    onSettled: useRenew(),
  });

type NewSet = z.input<typeof createTemplateBody>;
export const useCreateSet = () =>
  useMutation({
    mutationFn: (body: NewSet) => dimensionsCalls.createTemplate({ body }),
    onSuccess: useRenew(),
  });

interface SetChange {
  id: string;
  body: z.input<typeof updateTemplateBody>;
}
export const useUpdateSet = () =>
  useMutation({
    mutationFn: ({ id, body }: SetChange) => dimensionsCalls.updateTemplate({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useDeleteSet = () =>
  useMutation({
    mutationFn: ({ id, is_archived }: PutAway) =>
      dimensionsCalls.deleteTemplate({ params: { id }, body: { is_archived } }),
    onSettled: useRenew(),
  });

export const useCreateFromStarter = () =>
  useMutation({
    mutationFn: (body: { starter: (typeof STARTERS)[number]; request_key: string }) =>
      dimensionsCalls.createFromStarter({ body }),
    onSuccess: useRenew(),
  });

interface ImportInput {
  file: TemplateFile;
  is_dry_run: boolean;
  request_key: string;
}
export const useImportSet = () => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: ImportInput) => dimensionsCalls.importTemplate({ body }),
    onSuccess: ({ template }) => (template === null ? undefined : renew()),
  });
};

/** Fetched on demand, so that the file has the current state. */
export const useExportSet = () =>
  useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      dimensionsCalls.exportTemplate({ params: { id }, query: { version } }),
  });
