/** What the reader may change about a channel, by the server's own rules: the reason why not, or undefined. */
import { type Channel, holderOf, realmSettings, type State } from "@parley/client";
import {
  canAddSubscribers,
  canAdminister,
  canRemoveSubscribersFrom,
  hasContentAccess,
  maySetDeletion,
  maySetTopicsPolicy,
  needsContentAccess,
  OVER_DELETION,
} from "@parley/server/channels/permissions.ts";
import type { ChannelPermission } from "@parley/server/kernel/access/permission-settings.ts";
import { isAdministrator, isOwner } from "@parley/server/kernel/access/roles.ts";
import type { TextKey } from "../../text/text.ts";
import type { SettingRule } from "../setting.ts";

export type ChannelRefusal = (state: State, channel: Channel) => TextKey | undefined;

export const administering: ChannelRefusal = (state, channel) =>
  canAdminister(holderOf(state), channel) ? undefined : "channelSettings.byChannelAdministrators";

const reading: ChannelRefusal = (state, channel) =>
  hasContentAccess(holderOf(state), channel) ? undefined : "channelSettings.byReaders";

export const changingPrivacy: ChannelRefusal = (state, channel) =>
  administering(state, channel) ?? reading(state, channel);

export const changingTopicsPolicy: ChannelRefusal = (state, channel) => {
  if (maySetTopicsPolicy(holderOf(state), realmSettings(state))) return administering(state, channel);
  return "channelSettings.byPolicySetters";
};

/** Administering the channel is not enough for what concerns the whole organization. */
export const changingRetention: ChannelRefusal = (state, channel) =>
  administering(state, channel) ?? (isAdministrator(holderOf(state)) ? undefined : "organization.byAdministrators");

export const changingDefault: ChannelRefusal = (state, channel) => {
  if (!isAdministrator(holderOf(state))) return "organization.byAdministrators";
  if (channel.invite_only) return "channelSettings.defaultNotPrivate";
  return channel.is_archived ? "channelSettings.defaultNotArchived" : undefined;
};

export const changingPermission =
  (permission: ChannelPermission): ChannelRefusal =>
  (state, channel) => {
    const isOverDeletion = OVER_DELETION.some((each) => each === permission);
    const mayNotDelete = isOverDeletion && !maySetDeletion(holderOf(state), realmSettings(state));
    return (
      administering(state, channel) ??
      (needsContentAccess(permission) ? reading(state, channel) : undefined) ??
      (mayNotDelete ? "channelSettings.byDeletionSetters" : undefined)
    );
  };

export const addingSubscribers: ChannelRefusal = (state, channel) => {
  const mayAdd = canAddSubscribers(holderOf(state), realmSettings(state), channel);
  return mayAdd ? reading(state, channel) : "channelSettings.mayNotAdd";
};

/** Everyone may unsubscribe themselves and their bots. */
export function mayRemoveSubscriber(state: State, channel: Channel, userId: number): boolean {
  const { users, ownId } = state.users;
  const isOwn = userId === ownId || users.get(userId)?.bot_owner_id === ownId;
  return isOwn || canRemoveSubscribersFrom(holderOf(state), [channel]);
}

export const archiving = administering;

export const unarchiving: ChannelRefusal = (state) =>
  isAdministrator(holderOf(state)) ? undefined : "channelSettings.unarchivedByAdministrators";

/** For a channel that does not exist yet, keeping messages for a time of its own is up to owners. */
export const maySetFirstRetention = (state: State): boolean => isOwner(holderOf(state));
export const maySetFirstDefault = (state: State): boolean => isAdministrator(holderOf(state));

/** The rule of a setting. A channel that the reader cannot see any more is locked. */
export function ruleOf(channelId: number, refusal: ChannelRefusal): SettingRule {
  const lock = (state: State): TextKey | undefined => {
    const channel = state.channels.channels.get(channelId);
    return channel ? refusal(state, channel) : "channelSettings.byReaders";
  };
  return {
    may: (state) => lock(state) === undefined,
    who: (state) => lock(state) ?? "channelSettings.byChannelAdministrators",
  };
}
