/** Requests to every operation, built from the contract: known values by parameter name, others by type. */
import * as z from "zod";
import type { Field, Operation } from "../src/contract.ts";
import { decode } from "../src/kernel/api/decode.ts";

export interface Probe {
  readonly id: string;
  readonly operation: Operation;
  /** Parameters as sent: text by name, including path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** Values to try, by the parameter's name. */
export type Values = Readonly<Record<string, readonly unknown[]>>;

/** Matches parameters that refer to something, for which tests must supply existing values. */
const NAMES_SOMETHING =
  /(_id|_ids|_id_str|_upto|^to|^stream|^channel|^narrow|^messages|^principals|^subscribers|_emails?)$/;

/** Otherwise requests for events would be held. */
const ALWAYS_SENT = ["dont_block"];

export interface Probes {
  readonly probes: readonly Probe[];
  /** Operations that could not be tried, and why. */
  readonly gaps: readonly string[];
}

/**
 * The operation with the first value of each required parameter, and then with each other value of each parameter, one
 * at a time. Path parameters, which identify the target, are tried in every combination.
 */
export function probesOf(id: string, operation: Operation, values: Values): Probes {
  const gaps: string[] = [];
  const given = new Map<string, readonly string[]>();
  for (const [name, field] of Object.entries(operation.params)) {
    const known = Object.hasOwn(values, name) ? values[name] : undefined;
    const isNeeded = !field.optional && field.fallback === undefined;
    if (!known && NAMES_SOMETHING.test(name) && typeof sampleOf(field) !== "boolean")
      gaps.push(`${id}: what can ${name} name?`);
    if (known)
      given.set(
        name,
        known.map((value) => onWire(field, value)),
      );
    else if (isNeeded) given.set(name, [onWire(field, field.example ?? sampleOf(field))]);
  }
  const isAlwaysSent = (name: string) => {
    if (ALWAYS_SENT.includes(name)) return true;
    const field = operation.params[name] as Field;
    return operation.pathParams.includes(name) || (!field.optional && field.fallback === undefined);
  };
  const base = Object.fromEntries(
    [...given].filter(([name]) => isAlwaysSent(name)).map(([name, [first]]) => [name, first as string]),
  );
  const paths = operation.pathParams.reduce<Record<string, string>[]>(
    (all, name) => all.flatMap((one) => (given.get(name) ?? []).map((value) => ({ ...one, [name]: value }))),
    [base],
  );
  const others = [...given].filter(([name]) => !operation.pathParams.includes(name));
  const [first = base] = paths;
  const tried = [...paths, ...others.flatMap(([name, each]) => each.map((value) => ({ ...first, [name]: value })))];
  const probes = tried.map((params) => ({ id, operation, params }));
  if (!probes.some(isUnderstood)) gaps.push(`${id}: no request that the contract would accept`);
  return { probes, gaps };
}

function isUnderstood({ operation, params }: Probe): boolean {
  try {
    decode(operation, params, params);
    return true;
  } catch {
    return false;
  }
}

const onWire = (field: Field, value: unknown) =>
  field.wire === "text" && typeof value === "string" ? value : JSON.stringify(value);

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function sampleOf(field: Field): unknown {
  return sample(z.toJSONSchema(field.schema(), { io: "input", unrepresentable: "any" }) as JsonSchema);
}

/** A value of this type. */
function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] as JsonSchema);
  switch (schema.type) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]));
    default:
      return "sample";
  }
}
