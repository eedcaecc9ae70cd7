import * as z from "zod";

interface Definition extends z.core.$ZodRecordDef {
  readonly maxEntries: number;
}
interface WholeRecord extends z.ZodType {
  _zod: z.core.$ZodRecordInternals;
}

const PROTO = "__proto__";
/** Typed as returning nothing: TypeScript requires assertions to have an annotated name. */
const initRecord: (inst: never, def: never) => void = z.ZodRecord.init;

/**
 * A `z.record` that keeps the key `__proto__`, which Zod drops because assigning it would set the prototype. Rejects
 * records with too many entries before checking them. A separate constructor rather than a patched instance, because
 * Zod rebuilds schemas when something is added.
 */
const WholeRecord = z.core.$constructor("WholeRecord", (inst: WholeRecord, def: Definition) => {
  initRecord(inst as never, def as never);
  const parse = inst._zod.parse;
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value as object;
    if (typeof input === "object" && input !== null && Object.keys(input).length > def.maxEntries) {
      payload.issues.push({ code: "too_big", origin: "record", maximum: def.maxEntries, inclusive: true, input, inst });
      return payload;
    }
    const result = parse(payload, ctx);
    if (typeof input !== "object" || input === null || !Object.hasOwn(input, PROTO)) return result;
    if (result instanceof Promise || result.value === input) return result;
    const member = { value: Object.getOwnPropertyDescriptor(input, PROTO)?.value, issues: [] };
    const checked = def.valueType._zod.run(member, ctx);
    if (checked instanceof Promise) throw new Error("a record's values are checked at once");
    result.issues.push(...z.core.util.prefixIssues(PROTO, checked.issues));
    Object.defineProperty(result.value, PROTO, {
      value: checked.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return result;
  };
});

export function wholeRecord(
  keyType: z.ZodType,
  valueType: z.ZodType,
  maxEntries: number = Number.POSITIVE_INFINITY,
): z.ZodType {
  return new WholeRecord({ type: "record", keyType: keyType as never, valueType, maxEntries });
}
