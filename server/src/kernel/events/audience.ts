/**
 * Who receives an event, as a rule and not as a list: resolving it depends on the number of connected users, not of
 * subscribers. A rule is stored with its event and means the same when the event is read again after a restart.
 */
import { Role } from "../access/roles.ts";
import type { ChannelId, UserId } from "../api/ids.ts";

export interface Audience {
  /** These users. */
  readonly users?: readonly UserId[];
  /** Everyone whose role code is in this range, inclusive. */
  readonly roles?: readonly [from: number, to: number];
  /** Subscribers of this channel when the event happens. */
  readonly subscribersOf?: ChannelId;
  /** Also queues that asked for all public channels. */
  readonly publicListeners?: true;
  /** Excludes these users. */
  readonly except?: readonly UserId[];
}

/**
 * How an event changes who receives later ones. Applied after the event itself is delivered, and undone when a client
 * catches up: so it lists only real changes, and a role with its previous value.
 */
export interface Effects {
  readonly joins?: { readonly users: readonly UserId[]; readonly channels: readonly ChannelId[] };
  readonly leaves?: { readonly users: readonly UserId[]; readonly channels: readonly ChannelId[] };
  readonly role?: { readonly user: UserId; readonly from: number; readonly to: number };
  /** Ends these users' queues; the same change deletes their stored data (`deleteQueuesOf`). */
  readonly silences?: readonly UserId[];
  /** Ends everyone's queues (`deleteQueuesIn`). */
  readonly silencesAll?: true;
}

export type StoredAudience = Audience & { readonly effects?: Effects };

export const toUsers = (...users: UserId[]): Audience => ({ users });
export const toEveryone: Audience = { roles: [Role.owner, Role.guest] };
export const toNonGuests: Audience = { roles: [Role.owner, Role.member] };
export const toOwners: Audience = { roles: [Role.owner, Role.owner] };
export const toAdministrators: Audience = { roles: [Role.owner, Role.administrator] };
export const toSubscribers = (channel: ChannelId): Audience => ({ subscribersOf: channel });
