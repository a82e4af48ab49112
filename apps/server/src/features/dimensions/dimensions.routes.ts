// Dimensions and templates: the versioned questions asked about clips. Routes under /dimension and /dimension/template, used
// by /dimension-set-editor.
import type { dimensionsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { createDimension } from "./create-dimension.ts";
import { deleteDimension } from "./delete-dimension.ts";
import { getDimensionDetail, toDimensionItem } from "./dimension.dto.ts";
import { listDimensionRows } from "./dimension-list.store.ts";
import { askedOf } from "./dimension-set.ts";
import type { DimensionsDeps } from "./dimensions-deps.ts";
import { templateHandlers } from "./templates/templates.routes.ts";
import { updateDimension } from "./update-dimension.ts";

export const dimensionsHandlers = (deps: DimensionsDeps): Handlers<typeof dimensionsRoutes> => {
  const { db } = deps;
  return {
    async createDimension({ body, actor, context }) {
      const { key, request_key: requestKey, ...content } = body;
      const id = await createDimension(deps, context, { key, requestKey, asked: askedOf(content) });
      return getDimensionDetail(db, actor, id);
    },
    async listDimensions({ actor, query }) {
      const { limit, offset, q: words, tag, source } = query;
      const filter = { words, tag, source, isArchived: query.is_archived === "true" };
      const { rows, total } = await listDimensionRows(db, filter, { limit, offset });
      return { items: rows.map((row) => toDimensionItem(actor, row)), total };
    },
    getDimension: ({ actor, params }) => getDimensionDetail(db, actor, params.id),
    async updateDimension({ params: { id }, body, actor, context }) {
      const { expect_version: expectVersion, ...content } = body;
      await updateDimension(deps, context, { id, expectVersion, asked: askedOf(content) });
      return getDimensionDetail(db, actor, id);
    },
    async deleteDimension({ params: { id }, body, context }) {
      return { ok: true, is_archived: await deleteDimension(deps, context, { id, isArchived: body.is_archived }) };
    },
    ...templateHandlers(deps),
  };
};
