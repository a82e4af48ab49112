import { FormatFault } from "../format-fault.ts";
import { type Meaning, PHYSICAL_TYPES, type SchemaNode } from "./parquet-schema.ts";
import { integerField, readFields, readStruct, structField, THRIFT, type ThriftCursor, textField } from "./thrift.ts";

const REPETITIONS = ["REQUIRED", "OPTIONAL", "REPEATED"] as const;

/** ConvertedType, the older annotation: a number. */
const CONVERTED: Readonly<Record<number, Meaning>> = {
  0: "text",
  4: "text",
  5: "decimal",
  6: "date",
  7: "time",
  8: "time",
  9: "millis",
  10: "micros",
  11: "unsigned",
  12: "unsigned",
  13: "unsigned",
  14: "unsigned",
  19: "json",
};

/** LogicalType, the newer annotation: a union. */
const LOGICAL: Readonly<Record<number, Meaning>> = {
  1: "text",
  4: "text",
  5: "decimal",
  6: "date",
  7: "time",
  12: "json",
  14: "uuid",
  15: "float16",
};
const LOGICAL_TIMESTAMP = 8;
const LOGICAL_INTEGER = 10;
const UNITS: Readonly<Record<number, Meaning>> = { 1: "millis", 2: "micros", 3: "nanos" };

interface WithMeaning {
  meaning: Meaning;
}

const readUnit = (cursor: ThriftCursor, target: WithMeaning): void =>
  readFields(cursor, {
    2: structField(() =>
      readStruct(cursor, (id) => {
        target.meaning = UNITS[id] ?? target.meaning;
        return false;
      }),
    ),
  });

const readSigned = (cursor: ThriftCursor, target: WithMeaning): void =>
  readStruct(cursor, (id, type) => {
    if (id === 2 && type === THRIFT.false) target.meaning = "unsigned";
    return false;
  });

const readLogical = (cursor: ThriftCursor, target: WithMeaning): void =>
  readStruct(cursor, (id, type) => {
    if (type !== THRIFT.struct) return false;
    if (id === LOGICAL_TIMESTAMP) readUnit(cursor, target);
    else if (id === LOGICAL_INTEGER) readSigned(cursor, target);
    else {
      target.meaning = LOGICAL[id] ?? target.meaning;
      return false;
    }
    return true;
  });

interface Element extends WithMeaning {
  name: string;
  type: number;
  typeLength: number;
  repetition: number;
  children: number;
  converted: number;
  scale: number;
}

const readElement = (cursor: ThriftCursor): Element => {
  const element: Element = {
    name: "",
    type: -1,
    typeLength: 0,
    repetition: 0,
    children: 0,
    converted: -1,
    scale: 0,
    meaning: "plain",
  };
  const number = (key: "type" | "typeLength" | "repetition" | "children" | "converted" | "scale") =>
    integerField(cursor, (value) => {
      element[key] = value;
    });
  readFields(cursor, {
    1: number("type"),
    2: number("typeLength"),
    3: number("repetition"),
    4: textField(cursor, (name) => {
      element.name = name;
    }),
    5: number("children"),
    6: number("converted"),
    7: number("scale"),
    10: structField(() => readLogical(cursor, element)),
  });
  return element;
};

export const readSchemaNode = (cursor: ThriftCursor): SchemaNode => {
  const at = cursor.at;
  const { name, typeLength, children, scale, ...element } = readElement(cursor);
  const type = children > 0 ? undefined : PHYSICAL_TYPES[element.type];
  const repetition = REPETITIONS[element.repetition];
  const isImpossible = name === "" || children < 0 || typeLength < 0 || Math.abs(scale) > 100;
  const isUnknown = element.type >= 0 && children === 0 && type === undefined;
  if (repetition === undefined || isImpossible || isUnknown)
    throw new FormatFault("malformed", "the schema of the Parquet file is invalid", at);
  const meaning = element.meaning === "plain" ? (CONVERTED[element.converted] ?? "plain") : element.meaning;
  return { name, type, typeLength, repetition, children, meaning, scale };
};
