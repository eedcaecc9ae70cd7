/** Making a channel, in the words of the wire. */
import { channelId, list, operation, text, userId, withDefault } from "../../api/index.ts";
import {
  ChannelAlreadyExists,
  creationParams,
  DefaultChannelCannotBePrivate,
  InvalidFolder,
  InvalidKind,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  WebPublicChannelsNotEnabled,
} from "../contract.ts";

export const createChannel = operation({
  method: "POST",
  path: "/channels/create",
  summary: "Make a channel and subscribe people to it.",
  gate: "non-guest",
  params: {
    name: text({ min: 1, trim: true, nullBytes: true }),
    description: withDefault(text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH }), ""),
    subscribers: list(userId),
    ...creationParams,
  },
  response: { id: channelId },
  errors: [
    ChannelAlreadyExists,
    DefaultChannelCannotBePrivate,
    WebPublicChannelsNotEnabled,
    InvalidFolder,
    InvalidKind,
  ],
});
