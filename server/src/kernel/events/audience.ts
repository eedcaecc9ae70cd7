/**
 * Who hears an event, as a rule and not as a list: resolving it costs what the people connected cost, however many are
 * subscribed. A rule is stored with its event and means the same when the event is read again after a restart.
 */
import { Role } from "../access/roles.ts";
import type { ChannelId, UserId } from "../api/ids.ts";

export interface Audience {
  /** These users. */
  readonly users?: readonly UserId[];
  /** Everybody whose role code lies in this range, both ends included. */
  readonly roles?: readonly [from: number, to: number];
  /** Whoever is subscribed to this channel when the event happens. */
  readonly subscribersOf?: ChannelId;
  /** Also queues that asked for all public channels. */
  readonly publicListeners?: true;
  /** Not these, whatever the rest says. */
  readonly except?: readonly UserId[];
}

/**
 * What an event changes about who hears later ones. Applied after the event itself is delivered, and undone when a
 * client that was away is told what it missed: so only what really changed is listed, and a role with what it was.
 */
export interface Effects {
  readonly joins?: { readonly users: readonly UserId[]; readonly channels: readonly ChannelId[] };
  readonly leaves?: { readonly users: readonly UserId[]; readonly channels: readonly ChannelId[] };
  readonly role?: { readonly user: UserId; readonly from: number; readonly to: number };
  /** These users' queues end; the same change deletes what is stored of them (`deleteQueuesOf`). */
  readonly silences?: readonly UserId[];
  /** Everybody's queues end (`deleteQueuesIn`). */
  readonly silencesAll?: true;
}

export type StoredAudience = Audience & { readonly effects?: Effects };

export const toUsers = (...users: UserId[]): Audience => ({ users });
export const toEveryone: Audience = { roles: [Role.owner, Role.guest] };
export const toNonGuests: Audience = { roles: [Role.owner, Role.member] };
export const toAdministrators: Audience = { roles: [Role.owner, Role.administrator] };
export const toSubscribers = (channel: ChannelId): Audience => ({ subscribersOf: channel });
