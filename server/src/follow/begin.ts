/** The organization that is followed into: a new one, which nobody else has used. */

import { isWithoutMessages } from "../imports/messages.ts";
import { fullNameFrom, shortenedTo, usableAddress } from "../imports/names.ts";
import { isOwner } from "../kernel/access/roles.ts";
import { type App, change, type Realm } from "../kernel/context.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { createOrganization } from "../set-up/create.ts";
import { CannotFollow } from "./errors.ts";
import { Correspondence } from "./ids.ts";
import { type FollowRecord, writeRecord } from "./record.ts";
import type { OrganizationState } from "./state.ts";

const LONGEST_NAME = 40;

export interface FollowedOrganization {
  readonly realm: Realm;
  readonly ids: Correspondence;
}

export async function beginFollowing(
  app: App,
  record: FollowRecord,
  origin: string,
  state: OrganizationState,
): Promise<FollowedOrganization> {
  const { reader } = app.database;
  const realm =
    record.realmId === null ? await newOrganization(app, record, state) : await knownOrganization(app, record);
  if (record.realmId === null) {
    record.realmId = realm.id;
    await writeRecord(app.config.dataDirectory, record);
  }
  const ids = await Correspondence.of(reader, realm.id, origin);
  await matchOwner(app, realm, ids, state);
  return { realm, ids };
}

async function knownOrganization(app: App, { realmId }: FollowRecord): Promise<Realm> {
  const { reader } = app.database;
  const row = await reader
    .selectFrom("realm")
    .select("id")
    .where("id", "=", realmId as number)
    .executeTakeFirst();
  if (!row)
    throw new CannotFollow("The organization that was followed into is gone. Run parley follow --end, and begin anew.");
  return app.identities.realmById(reader, row.id);
}

/** The first owner there, who is an owner here. */
function ownerIn({ people }: OrganizationState) {
  const owners = [...people.values()].filter((each) => isOwner(each) && each.isActive && each.botType === undefined);
  const owner = owners.sort((a, b) => a.id - b.id).find(({ email }) => usableAddress(email) !== undefined);
  if (!owner) throw new CannotFollow("The first key does not show the address of any owner of the organization.");
  return owner;
}

async function newOrganization(app: App, { shortName }: FollowRecord, state: OrganizationState): Promise<Realm> {
  const { reader } = app.database;
  const existing = await reader.selectFrom("realm").select(["id", "string_id"]).execute();
  const [begun] = existing.filter(({ string_id }) => string_id === shortName);
  // A run that was killed may have made it.
  if (begun && existing.length === 1 && (await isUnused(app, begun.id, state)))
    return app.identities.realmById(reader, begun.id);
  if (existing.length > 0 || !(await isWithoutMessages(reader)))
    throw new CannotFollow(
      "There is an organization here already. Follow into a new installation: messages keep their ids.",
    );
  const owner = ownerIn(state);
  const name = typeof state.fields.realm_name === "string" ? state.fields.realm_name : "Organization";
  const { realm } = await createOrganization(app, {
    name: shortenedTo(name.trim(), LONGEST_NAME) || "Organization",
    owner: { email: owner.email as string, fullName: fullNameFrom(owner.name) ?? "Owner", password: null },
    ...(shortName === "" ? {} : { stringId: shortName }),
    isEmpty: true,
  });
  return realm;
}

async function isUnused(app: App, realmId: number, state: OrganizationState): Promise<boolean> {
  const { reader } = app.database;
  const people = await reader
    .selectFrom("user")
    .select("delivery_email")
    .where("realm_id", "=", realmId)
    .where("system_bot", "is", null)
    .execute();
  const channel = await reader.selectFrom("channel").select("id").where("realm_id", "=", realmId).executeTakeFirst();
  return (
    !channel &&
    people.length === 1 &&
    people[0]?.delivery_email === ownerIn(state).email &&
    (await isWithoutMessages(reader))
  );
}

async function matchOwner(app: App, realm: Realm, ids: Correspondence, state: OrganizationState): Promise<void> {
  const { reader } = app.database;
  const owner = ownerIn(state);
  if (ids.get("person", owner.id) !== undefined) return;
  const account = await reader
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("delivery_email", "=", owner.email as string)
    .executeTakeFirst();
  if (!account) return;
  await change(operatorContext(app, realm), ({ db }) => ids.note(db, "person", owner.id, account.id));
  ids.learn("person", owner.id, account.id);
}
