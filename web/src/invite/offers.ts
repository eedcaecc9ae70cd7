/** The roles, channels and groups that the reader may offer to invited people, by the server's own rules. */
import { type Channel, holderOf, realmSettings, type State, type UserGroup } from "@parley/client";
import { canInviteTo, mayGiveWithInvitation } from "@parley/server/channels/permissions.ts";
import { mayInviteAs } from "@parley/server/joining/invites/permissions.ts";
import { Role } from "@parley/server/kernel/access/roles.ts";
import { canChange, TO_ADD_OTHERS } from "@parley/server/people/groups/permissions.ts";
import { groupFacts } from "../state/groups.ts";

/** The most restricted first. */
const ROLES = [Role.guest, Role.member, Role.moderator, Role.administrator, Role.owner] as const;

export const rolesToOffer = (state: State): readonly (typeof ROLES)[number][] =>
  ROLES.filter((role) => mayInviteAs(holderOf(state), role));

/** Default channels and the reader's own, by name. */
export function channelsToOffer(state: State): readonly Channel[] {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  const defaults = new Set(state.channels.defaultIds);
  const isOffered = (channel: Channel) => {
    const isDefault = defaults.has(channel.stream_id);
    return (
      (isDefault || channel.is_subscribed) &&
      canInviteTo(reader, channel) &&
      mayGiveWithInvitation(reader, settings, channel, { isDefault })
    );
  };
  return [...state.channels.channels.values()].filter(isOffered).sort((a, b) => a.name.localeCompare(b.name));
}

/** Groups that the reader may add people to, by name. */
export function groupsToOffer(state: State): readonly UserGroup[] {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  return [...state.groups.values()]
    .filter((group) => !group.deactivated && canChange(reader, settings, groupFacts(group), ...TO_ADD_OTHERS))
    .sort((a, b) => a.name.localeCompare(b.name));
}
