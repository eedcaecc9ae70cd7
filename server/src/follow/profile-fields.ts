/** Custom profile fields, their order, and what people have filled in. */
import { fieldsOf } from "../imports/json.ts";
import { change } from "../kernel/context.ts";
import {
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileField,
} from "../people/profile-fields/contract.ts";
import { FieldTypeId } from "../people/profile-fields/types.ts";
import { updateUser } from "../people/users/contract.ts";
import { type Difference, isSame } from "./difference.ts";
import type { ProfileFieldState } from "./profile-state.ts";
import type { Sides } from "./sides.ts";
import type { PersonState } from "./state.ts";

export function profileFieldDifferences(sides: Sides): Difference[] {
  return [...definitions(sides), ...order(sides), ...values(sides)];
}

function definitions(sides: Sides): Difference[] {
  const { remote, local, ids, server, owner } = sides;
  const here = new Map(local.profileFields.map((each) => [each.id, each]));
  const found = remote.profileFields.flatMap((field): Difference[] => {
    const own = here.get(ids.get("profile_field", field.id) ?? 0);
    if (!own) return [{ says: `The profile field ${field.name} is not here.`, mend: () => create(sides, field) }];
    const changes = changesOf(field, own);
    if (Object.keys(changes).length === 0) return [];
    const mend = async () =>
      void (await server.call(owner, updateProfileField, { field_id: own.id, ...changes } as never));
    return [{ says: `The profile field ${field.name} differs: ${Object.keys(changes).join(", ")}.`, mend }];
  });
  const wanted = new Set(
    ids.all(
      "profile_field",
      remote.profileFields.map(({ id }) => id),
    ),
  );
  const begun = new Set(remote.profileFields.map(({ name }) => name.trim()));
  const extra = local.profileFields.filter(({ id, name }) => !wanted.has(id) && !begun.has(name));
  const removed = extra.map(({ id, name }) => ({
    says: `The profile field ${name} is only here.`,
    mend: async () => void (await server.call(owner, deleteProfileField, { field_id: id })),
  }));
  return [...removed, ...found];
}

function changesOf(there: ProfileFieldState, here: ProfileFieldState) {
  const differs = (name: keyof ProfileFieldState) => there[name] !== here[name];
  return {
    ...(there.name.trim() === here.name ? {} : { name: there.name }),
    ...(there.hint.trim() === here.hint ? {} : { hint: there.hint }),
    ...(isSame(parsed(there.data), parsed(here.data)) ? {} : { field_data: parsed(there.data) }),
    ...(differs("isRequired") ? { required: there.isRequired } : {}),
    ...(differs("isEditable") ? { editable_by_user: there.isEditable } : {}),
    ...(differs("isInSummary") ? { display_in_profile_summary: there.isInSummary } : {}),
  };
}

function parsed(data: string): unknown {
  try {
    return data === "" ? {} : fieldsOf(JSON.parse(data));
  } catch {
    return {};
  }
}

/** One that a killed run has made without noting it is taken. */
async function create({ remote, local, ids, server, owner }: Sides, field: ProfileFieldState): Promise<void> {
  const { name, type: field_type, hint } = field;
  const noted = new Set(
    ids.all(
      "profile_field",
      remote.profileFields.map(({ id }) => id),
    ),
  );
  const begun = local.profileFields.find(
    (each) => each.name === name.trim() && each.type === field_type && !noted.has(each.id),
  );
  const { id } =
    begun ??
    (await server.call(owner, createProfileField, {
      ...{ field_type, name, hint, required: field.isRequired },
      editable_by_user: field.isEditable,
      display_in_profile_summary: field.isInSummary,
      ...(field.data === "" ? {} : { field_data: parsed(field.data) as never }),
    }));
  await change(await server.asOperator(), ({ db }) => ids.note(db, "profile_field", field.id, id));
  ids.learn("profile_field", field.id, id);
}

function order({ remote, local, ids, server, owner }: Sides): Difference[] {
  const wanted = remote.profileFields.flatMap(({ id }) => ids.get("profile_field", id) ?? []);
  const current = local.profileFields.map(({ id }) => id);
  if (isSame(wanted, current) || wanted.length !== current.length) return [];
  const mend = async () => void (await server.call(owner, reorderProfileFields, { order: wanted }));
  return [{ says: "The profile fields have another order.", mend }];
}

/** Values that the field cannot have here are refused, and listed. */
function values(sides: Sides): Difference[] {
  const { remote, local, ids, server, owner } = sides;
  const areOfPeople = new Set(
    remote.profileFields.filter(({ type }) => type === FieldTypeId.people).map(({ id }) => id),
  );
  return [...remote.people.values()].flatMap((person) => {
    const own = local.people.get(ids.get("person", person.id) ?? 0);
    if (!own?.isActive || person.botType !== undefined) return [];
    const wanted = new Map<number, string>();
    for (const [field, value] of person.profile) {
      const id = ids.get("profile_field", field);
      if (id !== undefined) wanted.set(id, areOfPeople.has(field) ? peopleIn(sides, value) : value);
    }
    const profile_data = changedValues(
      wanted,
      own,
      new Set([...areOfPeople].flatMap((id) => ids.get("profile_field", id) ?? [])),
    );
    if (profile_data.length === 0) return [];
    const mend = async () => void (await server.call(owner, updateUser, { user_id: own.id, profile_data } as never));
    return [{ says: `${person.name} (${person.id}) has another profile.`, mend }];
  });
}

function changedValues(wanted: ReadonlyMap<number, string>, own: PersonState, areOfPeople: ReadonlySet<number>) {
  const changed = [...wanted].filter(([id, value]) => own.profile.get(id) !== value);
  const gone = [...own.profile.keys()].filter((id) => !wanted.has(id));
  return [
    ...changed.map(([id, value]) => ({ id, value: areOfPeople.has(id) ? (JSON.parse(value) as number[]) : value })),
    ...gone.map((id) => ({ id, value: null })),
  ];
}

/** A list of people, with the ids that they have here. */
function peopleIn({ ids }: Sides, value: string): string {
  try {
    const listed: unknown = JSON.parse(value);
    const people = Array.isArray(listed) ? listed.filter((id): id is number => Number.isSafeInteger(id)) : [];
    return JSON.stringify(people.flatMap((id) => ids.get("person", id) ?? []));
  } catch {
    return "[]";
  }
}
