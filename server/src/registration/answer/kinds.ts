/** Describes the types of response values, so that expected responses can be listed in a table. */
import assert from "node:assert/strict";

/**
 * A word; a list, with the kind of its items in brackets; or an object by its fields. A word ending in `?` may be null,
 * a field whose name ends in `?` may be missing, and the field `*` stands for any name. `[]` is an empty list, and
 * several kinds in brackets are a list with exactly these.
 */
export type AnswerKind = string | readonly AnswerKind[] | { readonly [field: string]: AnswerKind };
export type AnswerFields = Readonly<Record<string, AnswerKind>>;

const words: Readonly<Record<string, (value: unknown) => boolean>> = {
  int: Number.isInteger,
  number: (value) => typeof value === "number",
  text: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  /** A permission: a group's id, or an anonymous group. */
  group: (value) => Number.isInteger(value) || (Object(value) === value && "direct_members" in (value as object)),
};

export function assertKind(value: unknown, kind: AnswerKind, where: string): void {
  if (typeof kind === "string") assertWord(value, kind, where);
  else if (Array.isArray(kind)) assertList(value, kind as readonly AnswerKind[], where);
  else assertFields(value, kind as AnswerFields, where);
}

function assertWord(value: unknown, kind: string, where: string): void {
  const [word = "", isNullable] = kind.endsWith("?") ? [kind.slice(0, -1), true] : [kind, false];
  const isRight = words[word] ?? assert.fail(`there is no word ${kind}`);
  assert.ok((isNullable && value === null) || isRight(value), `${where} is ${JSON.stringify(value)}, not ${kind}`);
}

function assertList(value: unknown, kinds: readonly AnswerKind[], where: string): void {
  assert.ok(Array.isArray(value), `${where} is not a list`);
  if (kinds.length !== 1) assert.equal(value.length, kinds.length, `the length of ${where}`);
  for (const [index, each] of value.entries())
    assertKind(each, (kinds[index] ?? kinds[0]) as AnswerKind, `${where}[${index}]`);
}

function assertFields(value: unknown, fields: AnswerFields, where: string): void {
  assert.ok(value !== null && typeof value === "object" && !Array.isArray(value), `${where} is not an object`);
  const given = value as Readonly<Record<string, unknown>>;
  if (fields["*"] === undefined) assert.deepEqual(Object.keys(given).sort(), expectedNames(fields, given), where);
  for (const [name, each] of Object.entries(given))
    assertKind(each, (fields[name] ?? fields[`${name}?`] ?? fields["*"]) as AnswerKind, `${where}.${name}`);
}

function expectedNames(fields: AnswerFields, given: object): string[] {
  const names = Object.keys(fields).map((name) => ({ name: name.replace(/\?$/, ""), isOptional: name.endsWith("?") }));
  return names
    .filter(({ name, isOptional }) => !isOptional || name in given)
    .map(({ name }) => name)
    .sort();
}
