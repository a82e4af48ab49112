import { z } from "zod";

/** Lists are paginated; Lark omits empty fields. */
export const pageOf = <T extends z.ZodRawShape>(item: T) =>
  z.looseObject({
    items: z.array(z.looseObject(item)).nullish(),
    page_token: z.string().nullish(),
    has_more: z.boolean().nullish(),
  });

export const wikiNode = z.looseObject({ node: z.looseObject({ obj_token: z.string(), obj_type: z.string() }) });
export const baseInfo = z.looseObject({ app: z.looseObject({ name: z.string().nullish() }) });
export const madeBase = z.looseObject({ app: z.looseObject({ app_token: z.string(), url: z.string() }) });
/** Times are seconds in a string. */
export const folderFiles = z.looseObject({
  files: z
    .array(
      z.looseObject({
        token: z.string(),
        name: z.string(),
        type: z.string(),
        url: z.string().nullish(),
        created_time: z.coerce.number().nullish(),
      }),
    )
    .nullish(),
});
export const tablePage = pageOf({ table_id: z.string(), name: z.string() });
export const fieldPage = pageOf({ field_name: z.string(), type: z.number(), is_primary: z.boolean().nullish() });
export const madeTable = z.looseObject({ table_id: z.string() });
export const madeRecords = z.looseObject({ records: z.array(z.looseObject({ record_id: z.string() })).nullish() });
export const foundRecords = pageOf({ record_id: z.string(), fields: z.record(z.string(), z.unknown()) });
export const absentRecords = z.looseObject({ absent_record_ids: z.array(z.string()).nullish() });
export const sentFile = z.looseObject({ file_token: z.string() });
export const anything = z.unknown();
