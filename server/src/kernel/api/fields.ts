/**
 * The vocabulary of contracts: a field knows its type, its encoding (bare text or JSON text) and its documentation.
 * Parameters, responses and events use the same fields, so a fact about a value is written once.
 *
 * A field knows whether its values are bounded. Text, lists and records are only bounded with a maximum, and composite
 * fields if all of their parts are. Parameters accept only bounded fields (`BoundedShape`): one without a maximum does
 * not
 * compile.
 */
import * as z from "zod";
import { type Sentence, said } from "./sentences.ts";
import { wholeRecord } from "./whole-record.ts";

export interface Field<T = unknown, Optional extends boolean = boolean, Bounded extends boolean = boolean> {
  /** Made when it is first asked for: most are not used before the first request for their operation, or only by tests and documents. */
  readonly schema: () => z.ZodType<T>;
  readonly bounded: Bounded;
  /** Text arrives unencoded; every other type arrives as JSON text. */
  readonly wire: "text" | "json";
  readonly optional: Optional;
  readonly fallback?: T;
  readonly aliases: readonly string[];
  readonly note?: string;
  readonly since?: number;
  readonly deprecated?: boolean;
  /** An example value for the documentation. */
  readonly example?: T;
  /** In text, the four letters `null` mean null; otherwise they are text. */
  readonly nullText?: boolean;
  /** Accept the value with and without JSON quotes. */
  readonly bareOrQuoted?: boolean;
}

export type Shape = Readonly<Record<string, Field>>;
/** The parameters of an operation: all of them are bounded. */
export type BoundedShape = Readonly<Record<string, Field<unknown, boolean, true>>>;

// biome-ignore lint/suspicious/noExplicitAny: only `any` lets a conditional type infer from every field.
type AnyField = Field<any, any, any>;
export type ValueOf<F> = F extends Field<infer T, boolean> ? T : never;

type OptionalKeys<S> = { [K in keyof S]: S[K] extends Field<infer _, true> ? K : never }[keyof S];

/** Whether all of these fields are bounded. */
type AllBounded<F> = [F] extends [Field<unknown, boolean, true>] ? true : false;
const allBounded = <F extends AnyField>(fields: readonly F[]) => fields.every((each) => each.bounded) as AllBounded<F>;

/** The object type of a shape; optional fields may be missing. */
export type ShapeOf<S> = { [K in Exclude<keyof S, OptionalKeys<S>>]: ValueOf<S[K]> } & {
  [K in OptionalKeys<S>]?: ValueOf<S[K]> | undefined;
};

interface Extras<T = unknown> {
  note?: string;
  since?: number;
  deprecated?: boolean;
  example?: T;
  alias?: string;
}

function field<T, B extends boolean>(
  make: () => z.ZodType<T>,
  wire: "text" | "json",
  bounded: B,
  more: Partial<Field<T>> = {},
): Field<T, false, B> {
  return { schema: onceMade(make), wire, aliases: [], ...more, bounded, optional: false };
}

function onceMade<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Lengths count Unicode code points, like people and the specification. */
const codePoints = (text: string) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Skips counting if the number of code units decides. */
const isLongerThan = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || codePoints(text) > max);

/** The maximum size: characters of text, elements of a list. */
interface Maximum {
  max: number;
}

interface TextLimits extends Partial<Maximum> {
  min?: number;
  trim?: boolean;
  /** Rejects blank text. Does not trim. */
  notBlank?: boolean;
  /** Surrounding white space does not count towards the length, and is kept. */
  uncountedMargin?: boolean;
  /** Accepts U+0000 for operations that have their own error for it. No database stores it. */
  nullBytes?: boolean;
}

export function text(limits: TextLimits & Maximum): Field<string, false, true>;
export function text(limits?: TextLimits): Field<string, false, false>;
export function text(limits: TextLimits = {}): Field<string, false> {
  const { min, max, notBlank = false, nullBytes = false, uncountedMargin = false } = limits;
  // Checked by code that JSON Schema cannot express.
  const lengths = {
    ...(min === undefined && !notBlank ? {} : { minLength: min ?? 1 }),
    ...(max === undefined ? {} : { maxLength: max }),
  };
  const make = () => {
    const schema = (limits.trim ? z.string().trim() : z.string()).check((ctx) => {
      if (!nullBytes && ctx.value.includes("\0")) ctx.issues.push(fault(NULL_BYTES, ctx.value));
      const base = { origin: "string", inclusive: true, input: ctx.value } as const;
      if (notBlank && ctx.value.trim() === "") ctx.issues.push({ ...base, code: "too_small", minimum: 1 });
      if (
        max !== undefined &&
        ctx.value.length > max &&
        isLongerThan(uncountedMargin ? ctx.value.trim() : ctx.value, max)
      )
        ctx.issues.push({ ...base, code: "too_big", maximum: max });
      if (min !== undefined && !isLongerThan(ctx.value, min - 1))
        ctx.issues.push({ ...base, code: "too_small", minimum: min });
    });
    return Object.keys(lengths).length > 0 ? schema.meta(lengths) : schema;
  };
  return field(make, "text", max !== undefined);
}

export function int<T extends number = number>(limits: { min?: number; max?: number } = {}): Field<T, false, true> {
  const make = () => {
    let schema = z.int();
    if (limits.min !== undefined) schema = schema.min(limits.min);
    if (limits.max !== undefined) schema = schema.max(limits.max);
    return schema as unknown as z.ZodType<T>;
  };
  return field(make, "json", true);
}

export const NOT_A_FLOAT = "is not a float";
export const number = (): Field<number, false, true> => field(() => z.number({ error: NOT_A_FLOAT }), "json", true);
export const bool = (): Field<boolean, false, true> => field(() => z.boolean(), "json", true);

/** Any JSON value that a database can store; its maximum is the length of its JSON text. */
export function anything(limits: Maximum): Field<unknown, false, true>;
export function anything(): Field<unknown, false, false>;
export function anything({ max }: Partial<Maximum> = {}): Field<unknown, false> {
  const make = () => {
    const schema = z.unknown().check(({ value, issues }) => {
      if (hasNullByte(value)) issues.push(fault(NULL_BYTES, value));
      if (max !== undefined && (JSON.stringify(value) ?? "").length > max)
        issues.push({ code: "too_big", origin: "string", inclusive: true, maximum: max, input: value });
    });
    return max === undefined ? schema : schema.meta({ [JSON_LENGTH]: max });
  };
  return field(make, "json", max !== undefined);
}

/** The OpenAPI extension for the maximum of an untyped value. */
export const JSON_LENGTH = "x-max-json-length";

const NULL_BYTES = said`Null bytes are not allowed`;

/** An issue that is explained by its reason. */
const fault = (reason: Sentence, input: unknown) => ({
  code: "custom" as const,
  message: reason.toString(),
  params: { reason },
  input,
});

/** Recursive: decoding has limited the depth. */
function hasNullByte(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes("\0") || hasNullByte(inner));
}

export function oneOf<const V extends string>(...values: V[]): Field<V, false, true> {
  return field(() => z.enum(values) as unknown as z.ZodType<V>, "text", true);
}

/** Whether a text is one of the values that the declaration lists. */
export const isListed = ({ schema }: Field): boolean => schema() instanceof z.ZodEnum;

/** Like `oneOf`, where the reference checks the value in a second step: the error then also says why it is invalid. */
export function listedText<const V extends string>(...values: V[]): Field<V, false, true> {
  const make = () =>
    z
      .string()
      .check((ctx) => {
        if (!values.includes(ctx.value as V)) ctx.issues.push(fault(NOT_LISTED, ctx.value));
      })
      .meta({ enum: values }) as unknown as z.ZodType<V>;
  return field(make, "text", true);
}

export const NOT_LISTED: Sentence = said`Not in the list of possible values`;

export function oneOfInt<const V extends number>(...values: V[]): Field<V, false, true> {
  const make = () =>
    z
      .int()
      .check((ctx) => {
        if (!values.includes(ctx.value as V)) ctx.issues.push(fault(NOT_LISTED, ctx.value));
      })
      .meta({ enum: values }) as unknown as z.ZodType<V>;
  return field(make, "json", true);
}

/** Like `oneOfInt`, where the reference treats the values as an enumeration: the error is then `Invalid {var}`. */
export function enumInt<const V extends number>(...values: V[]): Field<V, false, true> {
  return field(() => z.literal(values) as unknown as z.ZodType<V>, "json", true);
}

export const TOO_MANY = "has too many elements";

/** A list that is too long is rejected before its elements are checked: Zod does this if `max` is the first check. */
export function list<F extends AnyField>(item: F, limits: Maximum): Field<ValueOf<F>[], false, AllBounded<F>>;
export function list<F extends AnyField>(item: F): Field<ValueOf<F>[], false, false>;
export function list<F extends AnyField>(item: F, { max }: Partial<Maximum> = {}): Field<ValueOf<F>[], false> {
  const make = () => {
    const schema = z.array(item.schema());
    const limited = max === undefined ? schema : schema.max(max, { error: TOO_MANY });
    return limited as unknown as z.ZodType<ValueOf<F>[]>;
  };
  return field(make, "json", max !== undefined && item.bounded);
}

function members(shape: Shape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, f]) => [name, f.optional ? documented(f).optional() : documented(f)]),
  );
}

/** Inside an object a field is only its schema, so the schema carries its documentation. */
function documented({ schema, note, since, deprecated }: Field): z.ZodType {
  if (note === undefined && since === undefined && !deprecated) return schema();
  return schema().meta({
    ...(note === undefined ? {} : { description: note }),
    ...(since === undefined ? {} : { "x-since-feature-level": since }),
    ...(deprecated ? { deprecated } : {}),
  });
}

/** An object that ignores unknown keys. */
export function object<S extends Shape>(shape: S): Field<ShapeOf<S>, false, AllBounded<S[keyof S]>> {
  return field(() => z.object(members(shape)) as unknown as z.ZodType<ShapeOf<S>>, "json", allOf(shape));
}

const allOf = <S extends Shape>(shape: S) => allBounded(Object.values(shape) as unknown as S[keyof S][]);

/** An object that rejects unknown keys: for strict requests, and for everything the server sends. */
export function strictObject<S extends Shape>(
  shape: S,
  { otherwise }: { otherwise?: string } = {},
): Field<ShapeOf<S>, false, AllBounded<S[keyof S]>> {
  const make = () => z.strictObject(members(shape), otherwise) as unknown as z.ZodType<ShapeOf<S>>;
  return field(make, "json", allOf(shape));
}

/** The error for a value that is no object at all, where it is not `is not a dict`. */
export const OTHER_FORMAT = "does not have the expected format";

interface RecordLimits extends Maximum {
  /** The maximum length of a key. */
  maxKey: number;
}

export function record<F extends AnyField>(
  value: F,
  limits: RecordLimits,
): Field<Record<string, ValueOf<F>>, false, AllBounded<F>>;
export function record<F extends AnyField>(value: F): Field<Record<string, ValueOf<F>>, false, false>;
export function record<F extends AnyField>(value: F, limits?: RecordLimits): Field<Record<string, ValueOf<F>>, false> {
  const key: Field<string> = limits ? text({ max: limits.maxKey }) : text();
  const make = () => {
    const whole = wholeRecord(key.schema(), value.schema(), limits?.max);
    return (limits ? whole.meta({ maxProperties: limits.max }) : whole) as z.ZodType<Record<string, ValueOf<F>>>;
  };
  return field(make, "json", limits !== undefined && value.bounded);
}

export function tuple<const F extends readonly AnyField[]>(
  ...items: F
): Field<{ [K in keyof F]: ValueOf<F[K]> }, false, AllBounded<F[number]>> {
  const make = () => {
    const schemas = items.map((item) => item.schema()) as [z.ZodType, ...z.ZodType[]];
    return z.tuple(schemas) as unknown as z.ZodType<{ [K in keyof F]: ValueOf<F[K]> }>;
  };
  return field(make, "json", allBounded<F[number]>(items));
}

export function nullable<T, B extends boolean>(inner: Field<T, boolean, B>): Field<T | null, false, B> {
  const { wire, bareOrQuoted = false, bounded } = inner;
  const make = () => z.nullable(inner.schema()) as z.ZodType<T | null>;
  return field(make, wire, bounded, { nullText: wire === "text", bareOrQuoted });
}

export function either<const F extends readonly AnyField[]>(
  ...alternatives: F
): Field<ValueOf<F[number]>, false, AllBounded<F[number]>> {
  const make = () => z.union(alternatives.map((a) => a.schema())) as unknown as z.ZodType<ValueOf<F[number]>>;
  return field(make, "json", allBounded<F[number]>(alternatives));
}

/** A text alternative inside a JSON value, accepted with and without its quotes. */
export function bareOrQuoted<T, B extends boolean>(inner: Field<T, boolean, B>): Field<T, false, B> {
  return { ...inner, wire: "json", bareOrQuoted: true, optional: false };
}

/** Keeps the schema but narrows the type beyond JSON: branded ids, unions of literals. */
export function typed<T, B extends boolean = true>(inner: Field<unknown, boolean, B>): Field<T, false, B> {
  return { ...inner, optional: false } as unknown as Field<T, false, B>;
}

/** A check with its own error: `Invalid {var}: Value error, {reason}`. */
export function checked<T, B extends boolean>(
  inner: Field<T, boolean, B>,
  isValid: (value: T) => boolean,
  reason: Sentence,
): Field<T, false, B> {
  return explained(inner, (value) => (isValid(value) ? undefined : reason));
}

/** Like `checked`, with a function that returns the reason, or undefined. */
export function explained<T, B extends boolean>(
  inner: Field<T, boolean, B>,
  reasonAgainst: (value: T) => Sentence | undefined,
): Field<T, false, B> {
  const make = () =>
    inner.schema().check((ctx) => {
      const reason = reasonAgainst(ctx.value);
      if (reason !== undefined) ctx.issues.push(fault(reason, ctx.value));
    });
  return { ...inner, schema: onceMade(make), optional: false };
}

export function noted<T, O extends boolean, B extends boolean>(
  inner: Field<T, O, B>,
  extras: Extras<T>,
): Field<T, O, B> {
  const { alias, ...rest } = extras;
  return { ...inner, ...rest, aliases: alias ? [...inner.aliases, alias] : inner.aliases };
}

/** May be omitted: `undefined` means it was not sent. */
export function optional<T, B extends boolean>(inner: Field<T, boolean, B>, extras: Extras<T> = {}): Field<T, true, B> {
  return { ...noted(inner, extras), optional: true } as Field<T, true, B>;
}

/** May be omitted: the handler then gets the default. */
export function withDefault<T, B extends boolean>(
  inner: Field<T, boolean, B>,
  fallback: T,
  extras: Extras<T> = {},
): Field<T, false, B> & { readonly fallback: T } {
  return { ...noted(inner, extras), fallback, optional: false };
}

/** Makes all fields optional. */
export function allOptional<S extends Shape>(
  shape: S,
): { [K in keyof S]: Field<ValueOf<S[K]>, true, AllBounded<S[K]>> } {
  return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, optional(each as Field)])) as never;
}

/** The defaults of the fields that have one. */
export function defaultsOf(shape: Shape): Record<string, unknown> {
  const entries = Object.entries(shape).filter(([, each]) => each.fallback !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [name, each.fallback]));
}

export function isField(value: unknown): value is Field {
  return typeof value === "object" && value !== null && typeof (value as Partial<Field>).schema === "function";
}
