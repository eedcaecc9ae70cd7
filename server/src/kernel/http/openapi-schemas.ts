/** Converts the contract's fields to JSON Schema. Named objects are written once and referenced. */
import * as z from "zod";
import type { Chapter, Field } from "../api/index.ts";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

type Direction = "input" | "output";

/** `channelObject` is shown as Channel. */
const displayName = (exported: string) => exported.replace(/Object$/, "").replace(/^./, (first) => first.toUpperCase());

export const COMPONENTS = "#/components/schemas/";

export class Schemas {
  /** Everything referenced so far. */
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = z.registry<{ id: string }>();

  constructor(chapters: readonly Chapter[]) {
    const taken = new Set<string>();
    for (const [exported, field] of chapters.flatMap(({ fields }) => Object.entries(fields))) {
      const schema = field.schema();
      if (!isWorthNaming(schema) || this.#names.has(schema)) continue;
      const id = displayName(exported);
      if (taken.has(id)) throw new Error(`Two objects in the contract are called ${id}.`);
      taken.add(id);
      this.#names.add(schema, { id });
    }
  }

  of(field: Field, direction: Direction): JsonSchema {
    return this.#hoist(this.#convert(field, direction), direction);
  }

  #convert(field: Field, io: Direction): JsonSchema {
    const { $schema: _, ...schema } = z.toJSONSchema(field.schema(), {
      target: "draft-2020-12",
      io,
      unrepresentable: "any",
      metadata: this.#names,
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema as unknown as z.ZodType));
        withoutNoise(jsonSchema, io);
      },
    });
    return schema as JsonSchema;
  }

  /** Moves named objects to the document's components; an object that differs in requests has a second name. */
  #hoist({ $defs = {}, ...schema }: JsonSchema, direction: Direction): JsonSchema {
    const renamed = new Map<string, string>();
    const definitions = Object.entries($defs as Record<string, JsonSchema>);
    for (const [name, { id: _, ...definition }] of definitions) {
      const known = this.components[name];
      const differs = known !== undefined && JSON.stringify(known) !== JSON.stringify(relocated(definition, new Map()));
      const as = differs && direction === "input" ? `${name}Input` : name;
      renamed.set(name, as);
      this.components[as] = definition;
    }
    for (const as of renamed.values()) this.components[as] = relocated(this.components[as] as JsonSchema, renamed);
    return relocated(schema, renamed);
  }
}

/** Ids and plain values are clearer inline. */
function isWorthNaming(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) return true;
  return schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodObject);
}

function withoutNoise(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A newer server may send more, and clients must accept it.
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  // Keys are text anyway.
  if ((schema.propertyNames as JsonSchema | undefined)?.maxLength === undefined) delete schema.propertyNames;
  // Anything is the empty schema.
  if (schema.additionalProperties && Object.keys(schema.additionalProperties).length === 0)
    schema.additionalProperties = true;
}

function relocated(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, name: string) => `"${COMPONENTS}${renamed.get(name) ?? name}"`,
  );
  return JSON.parse(text) as JsonSchema;
}

/** A field's documentation besides its type. `otherwise` describes a field without a note. */
export function remarks(
  { note, aliases, since, deprecated, fallback }: Field,
  schema: JsonSchema,
  otherwise: string | undefined = undefined,
) {
  const also = aliases.length > 0 ? `Also accepted as ${aliases.join(", ")}.` : undefined;
  const description = [note ?? otherwise, also].filter(Boolean).join(" ");
  return {
    about: {
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
      ...(since === undefined ? {} : { "x-since-feature-level": since }),
      ...(aliases.length > 0 ? { "x-aliases": aliases } : {}),
    },
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
  };
}
