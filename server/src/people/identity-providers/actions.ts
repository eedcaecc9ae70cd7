/** Links accounts to who their people are at identity providers, and follows what these say about roles and groups. */
import { hasFactorAtProvider } from "../../kernel/access/providers.ts";
import { isOwner } from "../../kernel/access/roles.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Writing } from "../../kernel/context.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { joinGroup, leaveGroup } from "../groups/members/actions.ts";
import { directGroupsAmong, groupsNamed } from "../groups/store.ts";
import { hasOtherActiveOwner } from "../users/deactivate/store.ts";
import type { UserRow } from "../users/present.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { changeRole } from "../users/update/role.ts";
import { type Claims, groupsIn, roleIn } from "./claims.ts";
import {
  deleteIdentities,
  hasIdentityAt,
  keepIdentity,
  type ProviderIdentity,
  type ProviderSubject,
  userWithIdentity,
} from "./store.ts";

interface LinkedAccount extends UserRow {
  readonly has_provider_factor: boolean;
}

/** From now on the account belongs to this identity, whatever its address becomes there. */
export async function linkAccount(
  ctx: Writing,
  account: LinkedAccount,
  identity: ProviderIdentity,
  { isLinked }: { isLinked: boolean },
): Promise<void> {
  const { db, realm, now: linked_at } = ctx;
  await keepIdentity(db, { realm_id: realm.id, user_id: account.id, linked_at, ...identity });
  if (!isLinked) record(ctx, "identity_linked", { user: account.id }, { as: account.id });
  const has_provider_factor = await hasFactorAtProvider(ctx, account.id);
  if (has_provider_factor !== account.has_provider_factor) await changeUser(db, account.id, { has_provider_factor });
}

interface FoundByAddress extends UserRow {
  readonly is_email_verified: boolean;
  readonly has_unlinked_provider: boolean;
}

/**
 * Why somebody who has the account's address at a provider does not get the account by it. The caller checks that the provider has
 * confirmed the address; a JSON web token comes without an identity.
 */
export async function addressLinkFault(
  { db, realm }: Pick<Writing, "db" | "realm">,
  account: FoundByAddress,
  identity: ProviderSubject | undefined,
): Promise<"unconfirmed_address" | "taken" | "other_identity" | "unlinked" | undefined> {
  if (!account.is_email_verified) return "unconfirmed_address";
  if (!identity) return undefined;
  if ((await userWithIdentity(db, realm.id, identity)) !== undefined) return "taken";
  if (await hasIdentityAt(db, account.id, identity.issuer)) return "other_identity";
  return account.has_unlinked_provider ? "unlinked" : undefined;
}

/**
 * The next sign-in with a provider goes by the address again, also if the person had unlinked one themselves. Returns how many
 * identities there were; `undefined` if nothing had to be changed.
 */
export async function unlinkAccount(ctx: Writing, userId: UserId): Promise<number | undefined> {
  const count = await deleteIdentities(ctx.db, userId);
  const account = await accountToSignIn(ctx.db, ctx.realm.id, userId);
  if (count === 0 && account?.has_unlinked_provider !== true) return undefined;
  await changeUser(ctx.db, userId, { has_provider_factor: false, has_unlinked_provider: false });
  record(ctx, "identities_unlinked", { user: userId });
  return count;
}

/** The provider decides, and the server acts: it is nobody's own choice. */
export async function followClaims(
  signIn: Writing,
  account: UserRow,
  { provider, claims }: { provider: OidcProvider; claims: Claims },
): Promise<void> {
  const ctx: Writing = { ...signIn, acting: "server" };
  await followRole(ctx, account, roleIn(provider, claims));
  await followGroups(ctx, account, groupsIn(provider, claims));
}

async function followRole(ctx: Writing, account: UserRow, role: number | undefined): Promise<void> {
  if (role === undefined || role === account.role) return;
  // An organization that nobody owns could not be run any more.
  if (isOwner(account) && !(await hasOtherActiveOwner(ctx.db, ctx.realm.id, account.id))) {
    ctx.app.log.warn({ user_id: account.id }, "an identity provider would leave the organization without an owner");
    return;
  }
  await changeRole(ctx, account, role);
}

async function followGroups(ctx: Writing, { id }: UserRow, wanted: ReadonlyMap<string, boolean>): Promise<void> {
  if (wanted.size === 0) return;
  const groups = await groupsNamed(ctx.db, ctx.realm.id, [...wanted.keys()]);
  const held = await directGroupsAmong(
    ctx.db,
    id,
    groups.map((group) => group.id),
  );
  for (const { id: groupId, name } of groups) {
    const isMember = held.has(groupId);
    const shouldBe = wanted.get(name) === true;
    if (shouldBe && !isMember) await joinGroup(ctx, groupId, [id]);
    if (!shouldBe && isMember) await leaveGroup(ctx, groupId, [id]);
  }
  if (groups.length < wanted.size) {
    const missing = [...wanted.keys()].filter((name) => groups.every((group) => group.name !== name));
    ctx.app.log.warn({ groups: missing }, "groups of an identity provider do not exist in the organization");
  }
}
