import fc from "fast-check";
import type { ShardColumn, ShardValue } from "../shard-writer.ts";
import { asShardBytes, type RigSample, shardColumn } from "./shard-rig.ts";

const TYPES = ["bytes", "text", "integer", "number", "boolean", "time", "json", "vector"] as const;
const DIMENSIONS = 3;

const anyText = fc.string({ unit: "binary", maxLength: 12 });
const anyInteger = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const anyFloat = fc.float({ noNaN: true });

const VALUES: Readonly<Record<ShardColumn["type"], fc.Arbitrary<ShardValue>>> = {
  bytes: fc.uint8Array({ maxLength: 1_200 }).map(asShardBytes),
  text: anyText,
  integer: fc.oneof(fc.maxSafeInteger(), anyInteger),
  number: fc.double(),
  boolean: fc.boolean(),
  time: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z") })
    .map((date) => date.toISOString()),
  json: fc.json({ maxDepth: 3 }),
  vector: fc.array(anyFloat, { minLength: DIMENSIONS, maxLength: DIMENSIONS }),
};

const anyColumn = fc
  .record({
    name: fc.string({ unit: fc.constantFrom(..."abcxyz_0"), minLength: 1, maxLength: 6 }),
    type: fc.constantFrom(...TYPES),
    isNullable: fc.boolean(),
  })
  .map(({ name, type, isNullable }) =>
    shardColumn(name, type, { isNullable, ...(type === "vector" && { dimensions: DIMENSIONS }) }),
  );

const anyValueOf = ({ type, isNullable }: ShardColumn): fc.Arbitrary<ShardValue> =>
  isNullable ? fc.option(VALUES[type]) : VALUES[type];

/** Columns of every type and samples with unique keys. */
export const anySamples: fc.Arbitrary<{ columns: ShardColumn[]; samples: RigSample[] }> = fc
  .uniqueArray(anyColumn, { minLength: 1, maxLength: 8, selector: ({ name }) => name })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      samples: fc.uniqueArray(
        fc.record({
          key: fc.oneof(anyText, fc.webPath(), fc.string({ minLength: 100, maxLength: 260 })),
          values: fc.tuple(...columns.map(anyValueOf)),
        }),
        { maxLength: 5, selector: ({ key }) => key },
      ),
    }),
  );
