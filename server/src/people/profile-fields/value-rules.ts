/** Valid values of profile fields, by type. */
import { ApiError, badRequest, demand, said, type UserId } from "../../kernel/api/index.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { FieldTypeId, typeWithId } from "./types.ts";

export type SentValue = string | readonly UserId[] | null;

interface Field {
  readonly name: string;
  readonly field_type: number;
  readonly field_data: Readonly<Record<string, unknown>> | null;
}

const NotAChoice = badRequest<{ value: string; name: string }>(
  ({ value, name }) => said`'${value}' is not a valid choice for '${name}'.`,
);

/** Whether the value clears the field. */
export const isNothing = (value: SentValue): boolean => value === null || value.length === 0;

/** The stored form. The caller checks that the users exist. */
export function storedValue(field: Field, sent: SentValue): string {
  if (field.field_type === FieldTypeId.people) return JSON.stringify(peopleIn(field, sent));
  demand(typeof sent === "string", new ApiError(said`${field.name} is not a string`));
  const { maxLength } = typeWithId(field.field_type) ?? {};
  if (maxLength !== undefined && isLonger(sent, maxLength))
    throw new ApiError(said`${field.name} is too long (limit: ${maxLength} characters)`);
  switch (field.field_type) {
    case FieldTypeId.choice:
      demand(Object.hasOwn(field.field_data ?? {}, sent), NotAChoice({ value: sent, name: field.name }));
      break;
    case FieldTypeId.date:
      demand(isDate(sent), new ApiError(said`${field.name} is not a date`));
      break;
    case FieldTypeId.link:
      demand(isLink(sent), new ApiError(said`${field.name} is not a URL`));
      break;
  }
  return sent;
}

/** A list of ids. Also accepts it as JSON text, because clients receive it that way. */
function peopleIn(field: Field, sent: SentValue): UserId[] {
  const ids: unknown = typeof sent === "string" ? parsed(sent) : sent;
  if (!Array.isArray(ids)) throw new ApiError(said`${field.name} is not a list`);
  for (const [index, id] of ids.entries())
    if (!Number.isSafeInteger(id)) throw new ApiError(said`${`${field.name}[${index}]`} is not an integer`);
  return [...new Set(ids as UserId[])];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the text is a valid date. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Only schemes that are safe to open: a link in a profile must not run code. */
export function isLink(text: string): boolean {
  return /^(https?|ftps?):\/\/\S+$/i.test(text) && URL.canParse(text);
}
