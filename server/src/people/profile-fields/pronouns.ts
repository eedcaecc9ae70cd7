/** Mobile clients older than the pronouns type get pronouns as short text. */
import { fieldTypes } from "./types.ts";

const FIRST_VERSION = [27, 192] as const;
const MOBILE = /^ZulipMobile\/(\d{1,6})(?:\.(\d{1,6}))?/;

export function knowsPronouns(userAgent: string): boolean {
  const [, major, minor = 0] = MOBILE.exec(userAgent) ?? [];
  if (major === undefined) return true;
  const [firstMajor, firstMinor] = FIRST_VERSION;
  return Number(major) > firstMajor || (Number(major) === firstMajor && Number(minor) >= firstMinor);
}

export function withoutPronouns<F extends { readonly type: number }>(fields: readonly F[]): F[] {
  return fields.map((field) =>
    field.type === fieldTypes.PRONOUNS.id ? { ...field, type: fieldTypes.SHORT_TEXT.id } : field,
  );
}
