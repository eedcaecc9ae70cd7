/** How the reader may invite people, by the server's own rules. */
import { holderOf, realmSettings, type State } from "@parley/client";
import { mayInvite, mayMakeLinks } from "@parley/server/joining/invites/permissions.ts";

interface WaysToInvite {
  readonly byEmail: boolean;
  readonly byLink: boolean;
}

export function waysToInvite(state: State): WaysToInvite {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  return { byEmail: mayInvite(reader, settings), byLink: mayMakeLinks(reader, settings) };
}
