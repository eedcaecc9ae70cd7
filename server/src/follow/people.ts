/**
 * People and bots. They have accounts without passwords, which are active here if they are there: everyone gets in with a link
 * that is sent to their address, or through an identity provider.
 */
import { addressesOf } from "../imports/accounts.ts";
import { fullNameFrom, placeholderAddress } from "../imports/names.ts";
import { BotType, Role } from "../kernel/access/roles.ts";
import { change, type Writing } from "../kernel/context.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { userSettings } from "../organization/settings/user-settings.ts";
import { createUser, renameUser } from "../people/users/actions.ts";
import { EmailInUse } from "../people/users/contract.ts";
import { deactivateUser } from "../people/users/deactivate/actions.ts";
import type { UserRow } from "../people/users/present.ts";
import { reactivateAccount } from "../people/users/reactivate/actions.ts";
import { userByDeliveryEmail, userById } from "../people/users/store.ts";
import { changeAddress } from "../people/users/update/email.ts";
import { changeRole } from "../people/users/update/role.ts";
import type { Difference } from "./difference.ts";
import type { Sides } from "./sides.ts";
import type { PersonState } from "./state.ts";

const ROLES: readonly number[] = Object.values(Role);
const BOT_TYPES: readonly number[] = Object.values(BotType);
const roleOf = ({ role, botType }: PersonState): number => {
  const known = ROLES.includes(role) ? role : Role.member;
  return botType !== undefined && known === Role.guest ? Role.member : known;
};
const nameOf = ({ name }: PersonState): string => fullNameFrom(name) ?? "Imported user";

export async function peopleDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, ids, server } = sides;
  const { id: realmId } = await server.realm();
  const rows = await server.app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .execute();
  const accounts = new Map(rows.map((row) => [row.id, row as UserRow]));
  const bots = systemBots(sides, rows);
  // Owners of bots before their bots, and owners before anybody loses that role.
  const people = [...remote.people.values()].sort(
    (a, b) => Number(a.botType !== undefined) - Number(b.botType !== undefined) || a.role - b.role || a.id - b.id,
  );
  const found = people.flatMap((person) => {
    const account = accounts.get(ids.get("person", person.id) ?? 0);
    return account ? changes(sides, person, account) : [missing(sides, person)];
  });
  return [...bots, ...found];
}

/** The server's own bots are here already. */
function systemBots(
  { remote, ids, server }: Sides,
  rows: readonly { id: number; system_bot: string | null }[],
): Difference[] {
  return [...remote.systemBots].flatMap(([address, source]) => {
    const own = rows.find(({ system_bot }) => system_bot !== null && address === `${system_bot}-bot`);
    if (!own || ids.get("person", source) !== undefined) return [];
    const mend = async () => {
      await change(await server.asOperator(), ({ db }) => ids.note(db, "person", source, own.id));
      ids.learn("person", source, own.id);
    };
    return [{ says: `The bot ${address} is not known here.`, mend }];
  });
}

function missing({ ids, server }: Sides, person: PersonState): Difference {
  const mend = async () => {
    const ctx = await server.asOperator(person.joinedAt);
    const id = await change(ctx, async (writing) => {
      const user = await create(writing, person, ids.origin.origin, ids.get("person", person.botOwner));
      if (!person.isActive) await deactivateUser(writing, user);
      await ids.note(writing.db, "person", person.id, user.id);
      return user.id;
    });
    ids.learn("person", person.id, id);
  };
  return { says: `${nameOf(person)} (${person.id}) is not here.`, mend };
}

async function create(ctx: Writing, person: PersonState, origin: string, owner: number | undefined): Promise<UserRow> {
  const { email, timezone, botType } = person;
  const candidates = addressesOf(
    { realm: ctx.realm, origin },
    { type: "person", id: String(person.id), name: "", email },
  );
  let address = candidates.at(-1) as string;
  for (const each of candidates.slice(0, -1))
    if ((await userByDeliveryEmail(ctx.db, ctx.realm.id, each)) === undefined) address = each;
  const isZone = timezone !== "" && userSettings.timezone.field.schema().safeParse(timezone).success;
  const { user } = await createUser(ctx, {
    email: address,
    full_name: nameOf(person),
    is_name_shared: true,
    role: roleOf(person),
    password_hash: null,
    is_email_verified: false,
    settings: isZone ? { timezone } : {},
    channels: [],
    ...(botType === undefined ? {} : { bot_type: BOT_TYPES.includes(botType) ? botType : BotType.generic }),
    ...(botType !== undefined && owner !== undefined ? { bot_owner_id: owner } : {}),
  });
  return user;
}

function changes(sides: Sides, person: PersonState, account: UserRow): Difference[] {
  const { server, ids } = sides;
  const name = nameOf(person);
  const about = `${name} (${person.id})`;
  const mending = (work: (ctx: Writing, user: UserRow) => Promise<void>) => async () => {
    const ctx = await server.asOperator();
    await change(ctx, async (writing) => {
      await work(writing, (await userById(writing.db, ctx.realm.id, account.id)) as UserRow);
    });
  };
  const found: Difference[] = [];
  if (name !== account.full_name)
    found.push({ says: `${about} has another name.`, mend: mending((ctx, user) => rename(ctx, user, name)) });
  const role = roleOf(person);
  if (role !== account.role)
    found.push({ says: `${about} has another role.`, mend: mending((ctx, user) => changeRole(ctx, user, role)) });
  if (person.isActive !== account.is_active)
    found.push({
      says: `${about} is ${person.isActive ? "active" : "deactivated"} there.`,
      mend: mending((ctx, user) => (person.isActive ? reactivateAccount(ctx, user) : deactivateUser(ctx, user))),
    });
  const [address] = addressesOf(
    { realm: { host: "" }, origin: ids.origin.origin },
    { type: "person", id: String(person.id), name: "", email: person.email },
  );
  if (person.email !== undefined && address === person.email && person.email !== account.delivery_email)
    found.push({
      says: `${about} has another email address.`,
      mend: mending(async (ctx, user) => {
        await makeRoom(ctx, sides, user, address);
        await changeAddress(ctx, user, { delivery_email: address, is_email_verified: false });
      }),
    });
  return found;
}

/** Addresses may have been exchanged: whoever still has this one gets their own when it is their turn. */
async function makeRoom(ctx: Writing, { remote, ids }: Sides, user: UserRow, address: string): Promise<void> {
  const other = await userByDeliveryEmail(ctx.db, ctx.realm.id, address);
  if (!other || other.id === user.id) return;
  const there = [...remote.people.values()].find(({ id }) => ids.get("person", id) === other.id);
  // The other server knows that this is not their address any more.
  if (there?.email === undefined || addressKey(there.email) === addressKey(address)) throw new EmailInUse();
  const waiting = placeholderAddress(ids.origin.origin, String(there.id));
  const row = (await userById(ctx.db, ctx.realm.id, other.id)) as UserRow;
  await changeAddress(ctx, row, { delivery_email: waiting, is_email_verified: false });
}

/** Names are the other server's: whether they must be unique is decided there. */
const rename = (ctx: Writing, user: UserRow, name: string): Promise<void> => {
  const settings = { ...ctx.realm.settings, require_unique_names: false };
  return renameUser({ ...ctx, realm: { ...ctx.realm, settings } }, user, name);
};
