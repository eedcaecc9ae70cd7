/**
 * The vocabulary of contracts: a field knows its type, how it travels (bare text, or JSON text) and how it is documented.
 * The same fields describe parameters, responses and events, so a fact about a value is written once.
 */
import * as z from "zod";

export interface Field<T = unknown, Optional extends boolean = boolean> {
  readonly schema: z.ZodType<T>;
  /** Text arrives as it is; every other type arrives as JSON text. */
  readonly wire: "text" | "json";
  readonly optional: Optional;
  readonly fallback?: T;
  readonly aliases: readonly string[];
  readonly note?: string;
  readonly since?: number;
  readonly deprecated?: boolean;
  /** A value for documentation to show. */
  readonly example?: T;
  /** In text, the four letters `null` mean null; elsewhere they are text. */
  readonly nullText?: boolean;
  /** Accept the value with and without JSON quotes. */
  readonly bareOrQuoted?: boolean;
}

export type Shape = Readonly<Record<string, Field>>;

// biome-ignore lint/suspicious/noExplicitAny: only `any` lets a conditional type infer from every field.
type AnyField = Field<any, any>;
export type ValueOf<F> = F extends Field<infer T, boolean> ? T : never;

type OptionalKeys<S> = { [K in keyof S]: S[K] extends Field<infer _, true> ? K : never }[keyof S];

/** The object a shape describes; optional fields may be missing. */
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

function field<T>(schema: z.ZodType<T>, wire: "text" | "json", more: Partial<Field<T>> = {}): Field<T, false> {
  return { schema, wire, aliases: [], ...more, optional: false };
}

/** Lengths count Unicode code points, as people and the specification count characters. */
const codePoints = (text: string) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

interface TextLimits {
  min?: number;
  max?: number;
  trim?: boolean;
  /** Refuses nothing but white space, and leaves the white space around anything else where it is. */
  notBlank?: boolean;
  /** Lets U+0000 through to an operation that has its own sentence for it. No database stores it. */
  nullBytes?: boolean;
}

export function text(limits: TextLimits = {}): Field<string, false> {
  const { min, max, notBlank = false, nullBytes = false } = limits;
  const schema = (limits.trim ? z.string().trim() : z.string()).check((ctx) => {
    if (!nullBytes && ctx.value.includes("\0"))
      ctx.issues.push({ code: "custom", message: NULL_BYTES, input: ctx.value });
    if (max === undefined && min === undefined && !notBlank) return;
    const length = codePoints(ctx.value);
    const base = { origin: "string", inclusive: true, input: ctx.value } as const;
    if (notBlank && ctx.value.trim() === "") ctx.issues.push({ ...base, code: "too_small", minimum: 1 });
    if (max !== undefined && length > max) ctx.issues.push({ ...base, code: "too_big", maximum: max });
    if (min !== undefined && length < min) ctx.issues.push({ ...base, code: "too_small", minimum: min });
  });
  // The check is code, which JSON Schema cannot see.
  const lengths = {
    ...(min === undefined && !notBlank ? {} : { minLength: min ?? 1 }),
    ...(max === undefined ? {} : { maxLength: max }),
  };
  return field(Object.keys(lengths).length > 0 ? schema.meta(lengths) : schema, "text");
}

export function int<T extends number = number>(limits: { min?: number; max?: number } = {}): Field<T, false> {
  let schema = z.int();
  if (limits.min !== undefined) schema = schema.min(limits.min);
  if (limits.max !== undefined) schema = schema.max(limits.max);
  return field(schema as unknown as z.ZodType<T>, "json");
}

export const NOT_A_FLOAT = "is not a float";
export const number = (): Field<number, false> => field(z.number({ error: NOT_A_FLOAT }), "json");
export const bool = (): Field<boolean, false> => field(z.boolean(), "json");

/** Whatever JSON can say and a database can store. */
export function anything(): Field<unknown, false> {
  const schema = z.unknown().check((ctx) => {
    if (hasNullByte(ctx.value)) ctx.issues.push({ code: "custom", message: NULL_BYTES, input: ctx.value });
  });
  return field(schema, "json");
}

const NULL_BYTES = "Null bytes are not allowed";

/** May call itself: decoding has limited the depth. */
function hasNullByte(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes("\0") || hasNullByte(inner));
}

export function oneOf<const V extends string>(...values: V[]): Field<V, false> {
  return field(z.enum(values) as unknown as z.ZodType<V>, "text");
}

export function oneOfInt<const V extends number>(...values: V[]): Field<V, false> {
  const schema = z
    .int()
    .check((ctx) => {
      if (!values.includes(ctx.value as V))
        ctx.issues.push({ code: "custom", message: "Not in the list of possible values", input: ctx.value });
    })
    .meta({ enum: values });
  return field(schema as unknown as z.ZodType<V>, "json");
}

/** The same where the reference counts the values as an enumeration: the sentence is then `Invalid {var}`. */
export function enumInt<const V extends number>(...values: V[]): Field<V, false> {
  return field(z.literal(values) as unknown as z.ZodType<V>, "json");
}

export function list<F extends AnyField>(item: F): Field<ValueOf<F>[], false> {
  return field(z.array(item.schema) as z.ZodType<ValueOf<F>[]>, "json");
}

function members(shape: Shape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, f]) => [name, f.optional ? documented(f).optional() : documented(f)]),
  );
}

/** Inside an object a field is its schema alone, so that carries what the field says of itself. */
function documented({ schema, note, since, deprecated }: Field): z.ZodType {
  if (note === undefined && since === undefined && !deprecated) return schema;
  return schema.meta({
    ...(note === undefined ? {} : { description: note }),
    ...(since === undefined ? {} : { "x-since-feature-level": since }),
    ...(deprecated ? { deprecated } : {}),
  });
}

/** An object in which unknown keys are ignored. */
export function object<S extends Shape>(shape: S): Field<ShapeOf<S>, false> {
  return field(z.object(members(shape)) as unknown as z.ZodType<ShapeOf<S>>, "json");
}

/** An object in which an unknown key is an error: for requests that forbid them, and for all that the server sends. */
export function strictObject<S extends Shape>(shape: S): Field<ShapeOf<S>, false> {
  return field(z.strictObject(members(shape)) as unknown as z.ZodType<ShapeOf<S>>, "json");
}

export function record<F extends AnyField>(value: F): Field<Record<string, ValueOf<F>>, false> {
  return field(
    z.record(text().schema as z.ZodType<string, string>, value.schema) as z.ZodType<Record<string, ValueOf<F>>>,
    "json",
  );
}

export function tuple<const F extends readonly AnyField[]>(
  ...items: F
): Field<{ [K in keyof F]: ValueOf<F[K]> }, false> {
  const schemas = items.map((item) => item.schema) as [z.ZodType, ...z.ZodType[]];
  return field(z.tuple(schemas) as unknown as z.ZodType<{ [K in keyof F]: ValueOf<F[K]> }>, "json");
}

export function nullable<T>(inner: Field<T>): Field<T | null, false> {
  const { wire, bareOrQuoted = false } = inner;
  return field(z.nullable(inner.schema) as z.ZodType<T | null>, wire, { nullText: wire === "text", bareOrQuoted });
}

export function either<const F extends readonly AnyField[]>(...alternatives: F): Field<ValueOf<F[number]>, false> {
  return field(z.union(alternatives.map((a) => a.schema)) as unknown as z.ZodType<ValueOf<F[number]>>, "json");
}

/** A text alternative inside a JSON value that is accepted with and without its quotes. */
export function bareOrQuoted<T>(inner: Field<T>): Field<T, false> {
  return { ...inner, wire: "json", bareOrQuoted: true, optional: false };
}

/** Keeps the schema but lets the type say more than JSON can: branded ids, unions of literals. */
export function typed<T>(inner: Field): Field<T, false> {
  return { ...inner, optional: false } as unknown as Field<T, false>;
}

/** A check that has its own sentence: the parameter's value is refused with `Invalid {var}: Value error, {reason}`. */
export function checked<T>(inner: Field<T>, isValid: (value: T) => boolean, reason: string): Field<T, false> {
  return explained(inner, (value) => (isValid(value) ? undefined : reason));
}

/** The same with several reasons: what is wrong with the value, or nothing. */
export function explained<T>(inner: Field<T>, fault: (value: T) => string | undefined): Field<T, false> {
  const schema = inner.schema.check((ctx) => {
    const reason = fault(ctx.value);
    if (reason !== undefined) ctx.issues.push({ code: "custom", message: reason, input: ctx.value });
  });
  return { ...inner, schema, optional: false };
}

export function noted<T, O extends boolean>(inner: Field<T, O>, extras: Extras<T>): Field<T, O> {
  const { alias, ...rest } = extras;
  return { ...inner, ...rest, aliases: alias ? [...inner.aliases, alias] : inner.aliases };
}

/** May be left out: `undefined` means it was not sent. */
export function optional<T>(inner: Field<T>, extras: Extras<T> = {}): Field<T, true> {
  return { ...noted(inner, extras), optional: true } as Field<T, true>;
}

/** May be left out: the handler then sees the default. */
export function withDefault<T>(
  inner: Field<T>,
  fallback: T,
  extras: Extras<T> = {},
): Field<T, false> & { readonly fallback: T } {
  return { ...noted(inner, extras), fallback, optional: false };
}

/** The same fields, none of them required. */
export function allOptional<S extends Shape>(shape: S): { [K in keyof S]: Field<ValueOf<S[K]>, true> } {
  return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, optional(each as Field)])) as never;
}

/** The defaults of those that have one. */
export function defaultsOf(shape: Shape): Record<string, unknown> {
  const entries = Object.entries(shape).filter(([, each]) => each.fallback !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [name, each.fallback]));
}

export function isField(value: unknown): value is Field {
  return typeof value === "object" && value !== null && (value as Partial<Field>).schema instanceof z.ZodType;
}
