import { defineRoutes, text } from "@dailies/contract";
import { z } from "zod";

const item = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.string(),
  status: z.string(),
  created_at: z.string(),
  cells: z.int(),
});

/** A list like the console's own: five query fields, ten rows, a permission. */
export const sampleRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api_v1/sample/list",
    access: { permission: "USE_VERSION_1_0" },
    summary: "A list of ten rows",
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(10),
      keyword: text({ max: 100 }).optional(),
      kind: z.enum(["Benchmark", "DataProcessing", "Evaluation"]).optional(),
      sort: z.enum(["created_at", "name"]).default("created_at"),
    }),
    reply: z.object({ items: z.array(item), total: z.int() }),
  },
});

const UUID_HEAD = "01930000-0000-7000-8000-0000000000";

export const sampleReply = {
  items: Array.from({ length: 10 }, (_, i) => ({
    id: `${UUID_HEAD}${String(i).padStart(2, "0")}`,
    name: `Benchmark of prompts, autumn set, number ${i}`,
    owner: `researcher-${i}`,
    status: "Generating",
    created_at: "2026-11-15T02:30:00.000Z",
    cells: 4_800 + i,
  })),
  total: 1_234,
};

export const SAMPLE_QUERY = "page=1&page_size=10&keyword=autumn&kind=Benchmark&sort=created_at";
