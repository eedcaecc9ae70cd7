/** The contract for creating a channel. */
import { channelId, ids, operation, shortText, text, userId, withDefault } from "../../kernel/api/index.ts";
import { ChannelAlreadyExists, creationErrors, creationParams, MAX_CHANNEL_DESCRIPTION_LENGTH } from "../contract.ts";

export const createChannel = operation({
  method: "POST",
  path: "/channels/create",
  summary: "Create a channel and subscribe people to it.",
  gate: "non-guest",
  params: {
    name: shortText({ min: 1, trim: true, nullBytes: true }),
    description: withDefault(text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH }), ""),
    subscribers: ids(userId),
    ...creationParams,
  },
  audit: ["channel_created", "channel_subscriber_added", "default_channel_added"],
  response: { id: channelId },
  errors: [ChannelAlreadyExists, ...creationErrors],
});
