/** Who can read a channel: the four kinds, and what changes with another one. */
import { type Channel, type Connection, holderOf, realmSettings, type State } from "@parley/client";
import { mayCreate, mayOpenToEverybody } from "@parley/server/channels/permissions.ts";
import { channelUpdates } from "@parley/server/contract";
import type { TextKey } from "../../text/text.ts";
import { changingPrivacy } from "./rights.ts";

export const CHANNEL_KINDS = ["public", "privateShared", "privateProtected", "webPublic"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

interface ChannelPrivacy {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly history_public_to_subscribers: boolean;
}

/** In the API's terms. */
export const PRIVACY: Readonly<Record<ChannelKind, ChannelPrivacy>> = {
  public: { invite_only: false, is_web_public: false, history_public_to_subscribers: true },
  privateShared: { invite_only: true, is_web_public: false, history_public_to_subscribers: true },
  privateProtected: { invite_only: true, is_web_public: false, history_public_to_subscribers: false },
  webPublic: { invite_only: false, is_web_public: true, history_public_to_subscribers: true },
};

export const KIND_TEXTS = {
  public: ["channelForm.public", "channelForm.publicHint"],
  privateShared: ["channelForm.privateShared", "channelForm.privateSharedHint"],
  privateProtected: ["channelForm.privateProtected", "channelForm.privateProtectedHint"],
  webPublic: ["channelForm.webPublicChoice", "channelForm.webPublicHint"],
} as const satisfies Record<ChannelKind, readonly TextKey[]>;

export function kindOf(channel: ChannelPrivacy): ChannelKind {
  if (channel.is_web_public) return "webPublic";
  if (!channel.invite_only) return "public";
  return channel.history_public_to_subscribers ? "privateShared" : "privateProtected";
}

export interface PrivacyChanges {
  readonly is_private?: boolean;
  readonly is_web_public?: boolean;
  readonly history_public_to_subscribers?: boolean;
}

/** Sends only what differs: naming a value, even the same one, requires the right to create such channels. */
export function privacyChanges(from: ChannelKind, to: ChannelKind): PrivacyChanges {
  const [was, is] = [PRIVACY[from], PRIVACY[to]];
  const isConverted = was.invite_only !== is.invite_only;
  return {
    ...(isConverted ? { is_private: is.invite_only } : {}),
    ...(was.is_web_public === is.is_web_public ? {} : { is_web_public: is.is_web_public }),
    // A new privacy would imply a history of its own.
    ...(isConverted || was.history_public_to_subscribers !== is.history_public_to_subscribers
      ? { history_public_to_subscribers: is.history_public_to_subscribers }
      : {}),
  };
}

export const savePrivacy = (connection: Connection, channelId: number, from: ChannelKind, to: ChannelKind) =>
  connection.call(channelUpdates.updateChannel, { stream_id: channelId, ...privacyChanges(from, to) });

/** What another kind means for people, said before it is saved. */
export function consequencesOf(from: ChannelKind, to: ChannelKind): readonly TextKey[] {
  if (from === to) return [];
  const wasPrivate = PRIVACY[from].invite_only;
  if (to === "webPublic") return ["channelSettings.opensToWeb"];
  if (to === "public") return [wasPrivate ? "channelSettings.opensToMembers" : "channelSettings.closesToWeb"];
  return [
    ...(wasPrivate ? [] : (["channelSettings.closesToOthers"] as const)),
    ...(to === "privateProtected" ? (["channelSettings.protectsHistory"] as const) : []),
    ...(from === "privateProtected" ? (["channelSettings.sharesHistory"] as const) : []),
  ];
}

/** Whether the server has web-public channels, and the organization lets people read without an account. */
const areWebPublicChannelsOn = (state: State): boolean =>
  state.realm.server_web_public_streams_enabled === true && realmSettings(state).enable_spectator_access;

/** Why the channel cannot become such a one; undefined if it can. */
export function kindRefusal(state: State, channel: Channel, kind: ChannelKind): TextKey | undefined {
  const from = kindOf(channel);
  if (from === kind) return undefined;
  const refused = changingPrivacy(state, channel);
  if (refused) return refused;
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  const { invite_only } = PRIVACY[kind];
  if (invite_only && state.channels.defaultIds.includes(channel.stream_id)) return "channelSettings.defaultStaysPublic";
  if (!invite_only && settings.moderation_request_channel_id === channel.stream_id)
    return "channelSettings.moderationStaysPrivate";
  if (invite_only !== channel.invite_only && !mayCreate(reader, settings, { invite_only }))
    return invite_only ? "channelSettings.mayNotBePrivate" : "channelSettings.mayNotBePublic";
  if (kind !== "webPublic") return undefined;
  if (!areWebPublicChannelsOn(state)) return "channelSettings.webOff";
  return mayOpenToEverybody(reader, settings) ? undefined : "channelSettings.mayNotBeWebPublic";
}

/** The kinds that the reader may create. */
export function kindsToMake(state: State): readonly ChannelKind[] {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  return CHANNEL_KINDS.filter(
    (kind) =>
      mayCreate(reader, settings, PRIVACY[kind]) &&
      (kind !== "webPublic" || (areWebPublicChannelsOn(state) && mayOpenToEverybody(reader, settings))),
  );
}
