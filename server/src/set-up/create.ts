/** Creates an organization: its role groups, built-in bots, first channels, and owner. */

import { createChannels, PUBLIC_CHANNEL } from "../channels/create/actions.ts";
import type { ChannelRow } from "../channels/store.ts";
import { explain } from "../joining/welcome/messages.ts";
import { Role } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import { ApiError, said } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import { seconds } from "../kernel/clock.ts";
import { type App, changeWithin, type Realm, type Writing } from "../kernel/context.ts";
import type { Tx } from "../kernel/db/handles.ts";
import { takeTurnOf } from "../kernel/events/log.ts";
import { LANGUAGE_CODES, type SpokenLanguage } from "../kernel/languages.ts";
import { isEmailAddress } from "../kernel/names/address.ts";
import { isLonger } from "../kernel/names/printable.ts";
import { hashPassword } from "../kernel/secrets.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { hasDefaultRealm, insertRealm, storeSettings } from "../organization/realms/store.ts";
import type { OrgType } from "../organization/settings/org-types.ts";
import { checkedName, MAX_REALM_NAME_LENGTH } from "../organization/settings/realm-settings.ts";
import { insertSystemGroups } from "../people/groups/store.ts";
import { createUser } from "../people/users/actions.ts";
import { checkFullName } from "../people/users/names.ts";
import { insertSystemBots } from "../people/users/system-bots.ts";
import { noticesIn } from "../text/notices/texts/index.ts";
import { initialSettings } from "./initial-settings.ts";
import { endSetup } from "./key.ts";

export interface NewOrganization {
  name: string;
  /** Its name in host names. The first organization is the default and needs none. */
  stringId?: string;
  type?: OrgType;
  /** Of its notices and emails, and of its members until they choose another. */
  language?: SpokenLanguage;
  owner: { email: string; fullName: string; password: string | null; timezone?: string | undefined };
  /** Whether to post messages in the first channel that explain Parley to the owner. */
  isExplained?: boolean;
  /** Without first channels, for what comes from elsewhere. */
  isEmpty?: boolean;
  /** When created in the browser: the key from the link, which becomes invalid. */
  setupKey?: string;
  /** What is stored with it, or not at all. */
  alongside?: (ctx: Writing) => Promise<unknown>;
}

const STRING_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

export async function createOrganization(
  app: App,
  {
    name: sent,
    stringId,
    type = "unspecified",
    language = "en",
    owner,
    isExplained = false,
    isEmpty = false,
    setupKey,
    alongside,
  }: NewOrganization,
): Promise<{ realm: Realm; userId: UserId; apiKey: string }> {
  const name = checkedName(sent);
  if (name === "" || isLonger(name, MAX_REALM_NAME_LENGTH))
    throw new ApiError(said`The organization's name must have 1 to ${MAX_REALM_NAME_LENGTH} characters.`);
  if (stringId !== undefined) checkShortName(stringId);
  checkFullName(owner.fullName);
  if (!isEmailAddress(owner.email)) throw new ApiError(said`Enter a valid email address.`);
  const password_hash = owner.password === null ? null : await hashPassword(owner.password);

  const settings = owner.timezone === undefined ? {} : { timezone: owner.timezone };
  const { email, fullName: full_name } = owner;
  // Whoever sets up the server may mistype their address, or type another's: nothing has proven it yet (decision 103).
  const account = { email, full_name, role: Role.owner, password_hash, settings, is_email_verified: false };
  const operatorsRights = { can_create_users: true, can_change_user_emails: true };
  return changeWithin(
    app,
    async (tx) => {
      await endSetup(app, tx, setupKey);
      return operatorContext(app, await makeRealm(app, tx, { name, stringId, type, language }));
    },
    async (ctx) => {
      record(ctx, "realm_created", {});
      const general = isEmpty ? undefined : await makeFirstChannels(ctx);
      const { user, apiKey } = await createUser(ctx, { ...account, ...operatorsRights });
      if (isExplained && general) await explain(ctx, general);
      await alongside?.(ctx);
      return { realm: ctx.realm, userId: user.id, apiKey };
    },
  );
}

/** The first one is for everyone: new channels are announced there. */
async function makeFirstChannels(ctx: Writing): Promise<ChannelRow> {
  const { channels } = noticesIn(ctx.realm.settings.default_language).firstSteps;
  const made = channels.map((channel) => ({ ...channel, creator_id: null }));
  const [general] = (await createChannels(ctx, { ...PUBLIC_CHANNEL, is_default: true }, made, [])) as [ChannelRow];
  await storeSettings(ctx.db, ctx.realm.id, {
    new_stream_announcements_stream_id: general.id,
    zulip_update_announcements_stream_id: general.id,
  });
  return general;
}

export function checkShortName(stringId: string): void {
  if (!STRING_ID.test(stringId))
    throw new ApiError(said`The organization's short name may have up to 40 lower-case letters, digits and dashes.`);
}

interface Making {
  name: string;
  stringId: string | undefined;
  type: OrgType;
  language: SpokenLanguage;
}

async function makeRealm(app: App, tx: Tx, { name, stringId, type, language }: Making): Promise<Realm> {
  const is_default = !(await hasDefaultRealm(tx));
  if (!is_default && stringId === undefined)
    throw new ApiError(said`There is already an organization. Another one needs a short name.`);
  const string_id = stringId ?? "";
  const taken = await tx.selectFrom("realm").select("id").where("string_id", "=", string_id).executeTakeFirst();
  if (taken) throw new ApiError(said`An organization named ${string_id} already exists.`);
  const settings = language === "en" ? { name } : { name, default_language: LANGUAGE_CODES[language] };
  const id = await insertRealm(tx, { string_id, is_default, date_created: seconds(app.clock), settings });
  const inTurn = await takeTurnOf(tx, id);
  const groups = await insertSystemGroups(inTurn, id);
  await storeSettings(inTurn, id, initialSettings(type, groups));
  const realm = await app.identities.realmWithin(tx, id);
  await insertSystemBots(inTurn, app, realm);
  return realm;
}
