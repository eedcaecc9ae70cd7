/** What happens to people, and what the server has to tell them, for whoever stands above them. */
import type { GroupSettingValue } from "../kernel/access/group-setting.ts";
import type { ChannelId, GroupId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { happened, type Moment, moment } from "../kernel/moments.ts";
import type { UserSettingName } from "../organization/settings/user-settings.ts";
import type { UserRow } from "./users/present.ts";

/** Something that the server says to somebody, as a message from one of its own bots. */
export const noticeToPerson = moment<{ readonly user: UserId; readonly text: string }, Writing>(
  "the server has something to tell somebody",
);

export interface OwnSettingChange {
  readonly name: UserSettingName;
  readonly value: unknown;
}

export const ownSettingChanged = moment<OwnSettingChange, WriteContext>("somebody changed a setting of their own");

/** An account was made, with the channels that it begins with; the organization's default ones when nothing is said. */
export interface NewAccount {
  readonly user: Pick<UserRow, "id" | "bot_type" | "role">;
  readonly channels: readonly ChannelId[] | undefined;
}

export const accountCreated = moment<NewAccount, Writing>("an account was made");

export const personDeactivating = moment<{ readonly userId: UserId }, Writing>("a person is about to be deactivated");

export const keyReplaced = moment<{ readonly userId: UserId }, Writing>("an account got another API key");

export const personReturned = moment<{ readonly user: UserRow }, Writing>("a deactivated account is active again");

/** Subscribers are shown while they are active. */
export const subscriberShown = moment<{ readonly userId: UserId; readonly isActive: boolean }, Writing>(
  "an account appears among subscribers, or disappears",
);

/** Anonymous groups have other members than before, because an account has gone or come back. */
export interface SetsChange {
  readonly sets: readonly GroupId[];
  readonly shown: (set: GroupId) => GroupSettingValue;
  /** Only they are told; everybody when nothing is said. */
  readonly strangers: readonly UserId[] | undefined;
}

export const setsChanged = moment<SetsChange, Writing>("anonymous groups have other members");

export const userMuted = moment<{ readonly userId: UserId }, WriteContext>("somebody was muted");

/** A change to be looked at from both sides: what is put into `afterwards` is done when it was made. */
interface Before {
  readonly afterwards: (() => Promise<void>)[];
}

export interface MembershipChanging extends Before {
  readonly groupId: GroupId;
  /** Who comes into the group by it, or leaves it. */
  readonly usersConcerned: () => Promise<readonly UserId[]>;
}

export const membershipChanging = moment<MembershipChanging, Writing>("who is in a group is about to change");

export const roleChanging = moment<Before & { readonly userId: UserId }, Writing>("a role is about to change");

export const roleChanged = moment<{ readonly user: UserRow; readonly before: number }, Writing>("a role changed");

/** Tells of a change before and after it is made. */
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
