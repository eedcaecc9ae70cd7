/** The contract for reading channels. */
import {
  ApiError,
  badRequest,
  channelId,
  InsufficientPermission,
  list,
  noted,
  operation,
  optional,
  said,
  shortText,
  text,
  userId,
} from "../../kernel/api/index.ts";
import { channelObject, InvalidChannelId } from "../contract.ts";

export const NoSuchBot = badRequest("No such bot");
export const invalidChannelName = (name: string) => new ApiError(said`Invalid channel name '${name}'`);

const stream_id = channelId;

export const getChannel = operation({
  method: "GET",
  path: "/streams/{stream_id}",
  summary: "Get a channel.",
  params: { stream_id },
  response: { stream: channelObject },
  errors: [InvalidChannelId],
});

export const getChannelId = operation({
  method: "GET",
  path: "/get_stream_id",
  summary: "Get a channel's id by its name.",
  params: { stream: shortText() },
  response: { stream_id },
});

export const getChannelMembers = operation({
  method: "GET",
  path: "/streams/{stream_id}/members",
  summary: "List the subscribers of a channel.",
  params: { stream_id },
  response: { subscribers: list(userId) },
  errors: [InvalidChannelId],
});

export const getChannelEmailAddress = operation({
  method: "GET",
  path: "/streams/{stream_id}/email_address",
  summary:
    "Get your email address for a channel: what is sent to it is posted there, as long as you can post there, keep your API key, and nobody replaces the addresses of the channel. Empty while the server receives no email.",
  params: {
    stream_id,
    sender_id: optional(userId, {
      note: "The sender of the messages: you, a bot that you administer, or the email gateway, which is the default.",
    }),
  },
  response: {
    email: noted(text(), {
      note: "Options can be added before the `@`, each after a point: `show-sender`, `include-footers`, `include-quotes`, `prefer-html`.",
    }),
  },
  errors: [InvalidChannelId, NoSuchBot, InsufficientPermission],
});
