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
  /** Read the value as a JSON integer literal: `5.0` and `1e3` are not integers on the wire. */
  readonly integer?: boolean;
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

interface Extras {
  note?: string;
  since?: number;
  deprecated?: boolean;
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
  /** Lets U+0000 through to an operation that has its own sentence for it. No database stores it. */
  nullBytes?: boolean;
}

export function text(limits: TextLimits = {}): Field<string, false> {
  const { min, max, nullBytes = false } = limits;
  const schema = (limits.trim ? z.string().trim() : z.string()).check((ctx) => {
    if (!nullBytes && ctx.value.includes("\0"))
      ctx.issues.push({ code: "custom", message: "Null bytes are not allowed", input: ctx.value });
    const length = codePoints(ctx.value);
    const base = { origin: "string", inclusive: true, input: ctx.value } as const;
    if (max !== undefined && length > max) ctx.issues.push({ ...base, code: "too_big", maximum: max });
    if (min !== undefined && length < min) ctx.issues.push({ ...base, code: "too_small", minimum: min });
  });
  return field(schema, "text");
}

export function int<T extends number = number>(limits: { min?: number; max?: number } = {}): Field<T, false> {
  let schema = z.int();
  if (limits.min !== undefined) schema = schema.min(limits.min);
  if (limits.max !== undefined) schema = schema.max(limits.max);
  return field(schema as unknown as z.ZodType<T>, "json", { integer: true });
}

export const number = (): Field<number, false> => field(z.number(), "json");
export const bool = (): Field<boolean, false> => field(z.boolean(), "json");
export const anything = (): Field<unknown, false> => field(z.unknown(), "json");

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
  return field(schema as unknown as z.ZodType<V>, "json", { integer: true });
}

/** The same where the reference counts the values as an enumeration: the sentence is then `Invalid {var}`. */
export function enumInt<const V extends number>(...values: V[]): Field<V, false> {
  return field(z.literal(values) as unknown as z.ZodType<V>, "json", { integer: true });
}

export function list<F extends AnyField>(item: F): Field<ValueOf<F>[], false> {
  return field(z.array(item.schema) as z.ZodType<ValueOf<F>[]>, "json");
}

function members(shape: Shape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, f]) => [name, f.optional ? f.schema.optional() : f.schema]),
  );
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
  return field(z.record(z.string(), value.schema) as z.ZodType<Record<string, ValueOf<F>>>, "json");
}

export function tuple<const F extends readonly AnyField[]>(
  ...items: F
): Field<{ [K in keyof F]: ValueOf<F[K]> }, false> {
  const schemas = items.map((item) => item.schema) as [z.ZodType, ...z.ZodType[]];
  return field(z.tuple(schemas) as unknown as z.ZodType<{ [K in keyof F]: ValueOf<F[K]> }>, "json");
}

export function nullable<T>(inner: Field<T>): Field<T | null, false> {
  return field(z.nullable(inner.schema) as z.ZodType<T | null>, "json");
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

export function noted<T, O extends boolean>(inner: Field<T, O>, extras: Extras): Field<T, O> {
  const { alias, ...rest } = extras;
  return { ...inner, ...rest, aliases: alias ? [...inner.aliases, alias] : inner.aliases };
}

/** May be left out: `undefined` means it was not sent. */
export function optional<T>(inner: Field<T>, extras: Extras = {}): Field<T, true> {
  return { ...noted(inner, extras), optional: true } as Field<T, true>;
}

/** May be left out: the handler then sees the default. */
export function withDefault<T>(
  inner: Field<T>,
  fallback: T,
  extras: Extras = {},
): Field<T, false> & { readonly fallback: T } {
  return { ...noted(inner, extras), fallback, optional: false };
}

/** The same fields, none of them required. */
export function allOptional<S extends Shape>(shape: S): { [K in keyof S]: Field<ValueOf<S[K]>, true> } {
  return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, optional(each as Field)])) as never;
}
