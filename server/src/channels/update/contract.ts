/** The contract for changing and archiving channels. */
import { groupSettingUpdate, ofEach, SystemGroupRequired } from "../../kernel/access/group-setting.ts";
import { channelPermissions } from "../../kernel/access/permission-settings.ts";
import {
  allOptional,
  apiError,
  BadValue,
  badRequest,
  bareOrQuoted,
  bool,
  channelId,
  ExpectationMismatch,
  either,
  InsufficientPermission,
  int,
  nullable,
  operation,
  optional,
  said,
  shortText,
  text,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator, MustBeOwner } from "../../kernel/http/gate.ts";
import { ModerationChannelMustBePrivate } from "../../organization/settings/channel-errors.ts";
import {
  ChannelAlreadyExists,
  DefaultChannelCannotBePrivate,
  InvalidChannelId,
  InvalidFolder,
  InvalidKind,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  topicsPolicy,
  WebPublicChannelsNotEnabled,
} from "../contract.ts";

export const NotChannelAdministrator = badRequest("You do not have permission to administer this channel.");
export const ContentAccessRequired = badRequest("Channel content access is required.");
export const MayNotChangeDefaults = badRequest("You do not have permission to change default channels.");
export const ArchivedCannotBeDefault = badRequest("Archived channels cannot be made default.");
export { ModerationChannelMustBePrivate };
export const AlreadyNamedSo = badRequest("Channel already has that name.");
export const AlreadyArchived = badRequest("Channel is already deactivated");
export const NotArchived = badRequest("Channel is not currently deactivated");
export const NobodyToUnarchiveFor = badRequest("Channel is private and have no subscribers");
export const OtherTopicsExist = apiError<{ empty_topic_display_name: string }>(
  "BAD_REQUEST",
  ({ empty_topic_display_name }) =>
    said`Only ${empty_topic_display_name} can be allowed once every other topic is renamed to it or deleted.`,
);

export const updateChannel = operation({
  method: "PATCH",
  path: "/streams/{stream_id}",
  summary: "Change a channel: its name, description, access and permissions.",
  params: {
    stream_id: channelId,
    description: optional(text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH })),
    new_name: optional(shortText({ nullBytes: true })),
    is_private: optional(bool()),
    is_web_public: optional(bool()),
    history_public_to_subscribers: optional(bool()),
    is_default_stream: optional(bool()),
    message_retention_days: optional(bareOrQuoted(either(int(), shortText())), {
      note: "Days, realm_default or unlimited.",
    }),
    is_archived: optional(bool(), { note: "Only false has an effect: it unarchives." }),
    folder_id: optional(nullable(int()), { note: "null removes the channel from its folder." }),
    topics_policy: optional(bareOrQuoted(topicsPolicy)),
    ...allOptional(ofEach(channelPermissions, groupSettingUpdate)),
  },
  audit: [
    "channel_setting_changed",
    "channel_permission_changed",
    "channel_unarchived",
    "default_channel_added",
    "default_channel_removed",
  ],
  response: {},
  errors: [
    InvalidChannelId,
    NotChannelAdministrator,
    InvalidKind,
    DefaultChannelCannotBePrivate,
    ModerationChannelMustBePrivate,
    ContentAccessRequired,
    InsufficientPermission,
    WebPublicChannelsNotEnabled,
    OtherTopicsExist,
    MayNotChangeDefaults,
    ArchivedCannotBeDefault,
    MustBeAdministrator,
    NotArchived,
    NobodyToUnarchiveFor,
    AlreadyNamedSo,
    ChannelAlreadyExists,
    InvalidFolder,
    ExpectationMismatch,
    SystemGroupRequired,
    BadValue,
    MustBeOwner,
  ],
});

export const replaceChannelEmailAddresses = operation({
  method: "POST",
  path: "/streams/{stream_id}/email_address/regenerate",
  summary: "Replace everyone's email addresses for a channel: email to the ones until now is refused.",
  params: { stream_id: channelId },
  audit: ["channel_email_addresses_replaced"],
  response: {},
  errors: [InvalidChannelId, NotChannelAdministrator],
});

export const archiveChannel = operation({
  method: "DELETE",
  path: "/streams/{stream_id}",
  summary: "Archive a channel: its messages stay readable, and nobody can post there.",
  params: { stream_id: channelId },
  audit: ["channel_archived", "default_channel_removed", "default_channel_group_changed", "realm_setting_changed"],
  response: {},
  errors: [InvalidChannelId, NotChannelAdministrator, AlreadyArchived],
});
