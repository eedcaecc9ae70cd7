/** Moments in the lives of accounts, and the server's notices to people, for features above to listen to. */
import type { GroupSettingValue } from "../kernel/access/group-setting.ts";
import type { ChannelId, GroupId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { happened, type Moment, moment } from "../kernel/moments.ts";
import type { UserSettingName } from "../organization/settings/user-settings.ts";
import type { UserRow } from "./users/present.ts";

/** A notice from a built-in bot to one person. */
export const noticeToPerson = moment<{ readonly user: UserId; readonly text: string }, Writing>(
  "the server has a notice for someone",
);

export interface OwnSettingChange {
  readonly name: UserSettingName;
  readonly value: unknown;
}

export const ownSettingChanged = moment<OwnSettingChange, WriteContext>("someone changed their own setting");

/** `channels` are the channels to subscribe the account to; `undefined` means the organization's default channels. */
export interface NewAccount {
  readonly user: Pick<UserRow, "id" | "bot_type" | "role">;
  readonly channels: readonly ChannelId[] | undefined;
}

export const accountCreated = moment<NewAccount, Writing>("an account was created");

export const personDeactivating = moment<{ readonly userId: UserId }, Writing>("a person is about to be deactivated");

export const keyReplaced = moment<{ readonly userId: UserId }, Writing>("an account got a new API key");

export const personReturned = moment<{ readonly user: UserRow }, Writing>("a deactivated account is active again");

/** Only active subscribers are shown. */
export const subscriberShown = moment<{ readonly userId: UserId; readonly isActive: boolean }, Writing>(
  "an account appears among subscribers, or disappears",
);

/** The members of anonymous groups changed because an account was deactivated or reactivated. */
export interface SetsChange {
  readonly sets: readonly GroupId[];
  readonly shown: (set: GroupId) => GroupSettingValue;
  /** Only these users are notified; `undefined` means everyone. */
  readonly strangers: readonly UserId[] | undefined;
}

export const setsChanged = moment<SetsChange, Writing>("the members of anonymous groups changed");

export const userMuted = moment<{ readonly userId: UserId }, WriteContext>("someone was muted");

/** For listeners that compare the state before and after a change: they add functions that run after it. */
interface Before {
  readonly afterwards: (() => Promise<void>)[];
}

export interface MembershipChanging extends Before {
  readonly groupId: GroupId;
  /** The users who join or leave the group. */
  readonly usersConcerned: () => Promise<readonly UserId[]>;
}

export const membershipChanging = moment<MembershipChanging, Writing>("a group's members are about to change");

export const roleChanging = moment<Before & { readonly userId: UserId }, Writing>("a role is about to change");

export const roleChanged = moment<{ readonly user: UserRow; readonly before: number }, Writing>("a role changed");

/** Runs listeners before a change, and the functions they add to `afterwards` after it. */
export async function changing<T extends object>(
  ctx: Writing,
  moment: Moment<T & Before, Writing>,
  what: T,
  change: () => Promise<void>,
): Promise<void> {
  const afterwards: (() => Promise<void>)[] = [];
  await happened(ctx, moment, { ...what, afterwards });
  await change();
  for (const work of afterwards) await work();
}
