import { describe, expect, it } from "vitest";
import { z } from "zod";
import { extractComponents, type Io, type Json, markedSchema } from "./components.ts";
import { enumName, nameSchemas } from "./schema-names.ts";

const COLOURS = ["red", "blue"] as const;
const point = z.object({ x: z.number(), y: z.number() });
const style = z.strictObject({ colour: z.enum(COLOURS).default("red") });
const circle = z.object({ kind: z.literal("circle"), centre: point });
const square = z.object({ kind: z.literal("square"), corner: point.nullable() });
const shape = z.discriminatedUnion("kind", [circle, square]);

const nameOf = nameSchemas({ COLOURS, point, style, circle, square, shape });

const extract = (uses: readonly [schema: z.ZodType, io: Io, rootName?: string][]): { at: Json; schemas: Json } => {
  const marked = uses.map(([schema, io, rootName]) => markedSchema(schema, io, nameOf, rootName));
  const { document, schemas } = extractComponents({ at: marked });
  return { at: document.at as Json, schemas };
};

describe("names of schemas", () => {
  it("come from the exports of the contract", () => {
    expect(nameOf(point)).toBe("Point");
    expect(nameOf(z.enum(COLOURS))).toBe("Colour");
    expect(nameOf(z.object({ items: z.array(point), total: z.int() }))).toBe("PointPage");
    expect(nameOf(z.object({ x: z.number(), y: z.number() }))).toBeUndefined();
  });

  it("put the constant of an enumeration in the singular", () => {
    expect(["PLAN_STATUSES", "COST_BASES", "VISIBILITIES", "TASK_KINDS", "CHOICES"].map(enumName)).toEqual([
      "PlanStatus",
      "CostBasis",
      "Visibility",
      "TaskKind",
      "Choice",
    ]);
  });

  it("are the same in whatever order an export and its alias are listed", () => {
    expect(nameSchemas({ pointAlias: point, point })(point)).toBe("Point");
    expect(nameSchemas({ point, pointAlias: point })(point)).toBe("Point");
  });
});

describe("components", () => {
  it("leave a reference where a named schema stood, with what the place adds to it", () => {
    const { at, schemas } = extract([
      [z.object({ at: point.optional(), style: style.default({ colour: "red" }) }), "input"],
    ]);
    expect(at).toEqual([
      {
        type: "object",
        properties: {
          at: { $ref: "#/components/schemas/Point" },
          style: { $ref: "#/components/schemas/Style", default: { colour: "red" } },
        },
      },
    ]);
    expect(Object.keys(schemas)).toEqual(["Colour", "Point", "Style"]);
  });

  it("have a variant for what is sent only where it differs from what comes back", () => {
    const strict = extract([
      [z.enum(COLOURS), "input"],
      [z.enum(COLOURS), "output"],
    ]);
    expect(Object.keys(strict.schemas)).toEqual(["Colour"]);
    const differing = extract([
      [style, "input"],
      [style, "output"],
    ]);
    expect(differing.at).toEqual([{ $ref: "#/components/schemas/StyleInput" }, { $ref: "#/components/schemas/Style" }]);
    expect(differing.schemas.Style).toHaveProperty("required");
    expect(differing.schemas.StyleInput).not.toHaveProperty("required");
  });

  it("tell by which property the members of a union differ", () => {
    expect(extract([[shape, "output"]]).schemas.Shape).toEqual({
      oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }],
      discriminator: {
        propertyName: "kind",
        mapping: { circle: "#/components/schemas/Circle", square: "#/components/schemas/Square" },
      },
    });
  });

  it("call a schema that has no name after the route that alone uses it", () => {
    expect(extract([[z.object({ n: z.int() }), "output", "CountReply"]]).at).toEqual([
      { $ref: "#/components/schemas/CountReply" },
    ]);
    expect(extract([[point, "output", "CountReply"]]).at).toEqual([{ $ref: "#/components/schemas/Point" }]);
  });

  it("refuse one name for two schemas", () => {
    const one = z.object({ a: z.string() });
    const other = z.object({ b: z.string() });
    expect(() =>
      extract([
        [one, "output", "SameReply"],
        [other, "output", "SameReply"],
      ]),
    ).toThrow("two schemas are called SameReply");
  });
});
